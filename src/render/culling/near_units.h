// Near units, where the GPU chooses whom a view shows: those for whom a technique makes something ready. A
// compute shader parts each list in two: the units of the levels that are made ready, as many as there is
// room for, and the rest, who are drawn by technique `texture`. So memory is bounded and nobody is missing,
// whatever the numbers are; the CPU never learns them. Needs OpenGL 4.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gl/objects/handle.h"
#include "render/culling/gpu_selection.h"
#include "render/culling/selected_units.h"
#include "render/frame/frame_stats.h"
#include "render/units/unit_programs.h"

namespace phalanx {

struct UnitFrame;
class PoseSource;

class NearUnits {
  public:
    // Parts the lists of the frame's view, for its technique, whose poses `source` makes. The late list gets
    // the room that the picture's left, and what is ready for that one stays; with any other view the room
    // is free again. Binds a program.
    void part(const UnitFrame& frame, const PoseSource& source, UnitPrograms& programs, FrameStats& stats);

    // What the source makes ready: a run a group that has room, so many units at most.
    std::span<const UnitChunk> chunks() const { return chunks_; }
    const UnitChunk* chunkOf(std::size_t group) const;  // nullptr: all of it is drawn by `texture`
    std::span<const int> levelsOf(std::size_t group) const { return rooms_[group].levels; }

    // Of all groups, an index and a slot each: slots count from the group's first. Commands say where a group
    // and level begin.
    const gl::Buffer& entries() const { return entries_; }

    // The pre-pass of a group: a strip of four corners a unit. Its vertex array must be bound and read
    // entries(), from the beginning.
    void drawRectangles(std::size_t group) const;
    // Likewise of one level: a workgroup a unit.
    void bindForSkinning() const;
    static unsigned passOf(std::size_t group, int level);
    void dispatch(std::size_t group, int level) const;
    const gl::Buffer& passes() const { return passes_; }  // layout::NearPass, by passOf()

    // Instead of GpuSelection::issue(). The group's vertex array must be bound; it reads entries(), or for
    // the rest GpuSelection::indices().
    enum class Part : std::uint8_t { kNear, kRest };
    void issue(const GpuSelection::Draw& draw, Part part) const;
    // Whether that part of a draw may show somebody: of what is known without the numbers.
    bool mayShow(std::size_t group, const GpuSelection::Draw& draw, Part part) const;

    std::size_t bytes() const { return entry_bytes_ + pass_bytes_ + command_bytes_; }

  private:
    struct Room {
        std::vector<int> levels;  // that are made ready
        std::uint32_t mask = 0;   // the same, as bits
        std::size_t slots = 0;
        bool holds_all = false;  // the group's units
        std::size_t first_entry = 0;
        std::size_t chunk = 0;  // where there are slots
    };
    void layOut(const UnitFrame& frame, const PoseSource& source);

    std::vector<Room> rooms_;  // by group
    std::vector<UnitChunk> chunks_;
    std::size_t commands_ = 0;
    gl::Buffer entries_;
    gl::Buffer passes_;
    gl::Buffer command_buffer_;
    std::size_t entry_bytes_ = 0;
    std::size_t pass_bytes_ = 0;
    std::size_t command_bytes_ = 0;
};

}  // namespace phalanx
