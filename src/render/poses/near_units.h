// Near units: those that a technique prepares poses for, when the GPU culls. A compute shader splits each
// list in two: units of the LODs that are prepared, as many as fit, and the rest, which technique `texture`
// draws. So memory is bounded and every unit is drawn, whatever the counts are; the CPU never reads them.
// Needs OpenGL 4.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gl/objects/handle.h"
#include "render/culling/gpu_selection.h"
#include "render/culling/unit_scene.h"
#include "render/frame/frame_stats.h"
#include "render/units/unit_programs.h"

namespace phalanx {

class PoseSource;
class PoseSources;

class NearUnits {
  public:
    // Splits one list for the techniques that prepare poses. The late list uses the
    // room that the main view left and keeps the poses prepared for that; any other list starts with all room
    // free. Binds a program.
    void split(const UnitScene& scene, const GpuSelection& selection, std::size_t list, PoseSources& sources,
               UnitPrograms& programs, FrameStats& stats);

    // Storage for prepared poses of one group.
    struct Room {
        std::vector<int> lods;       // LODs with prepared poses
        std::uint32_t lod_bits = 0;  // bit l is set for LOD l of `lods`
        std::size_t slots = 0;       // the most units; 0: technique `texture` draws the whole group
        bool holds_all = false;      // slots for all units of the group
        std::size_t first_entry = 0;
        std::size_t base = 0;    // of the first slot, in elements of the source
        std::size_t lately = 0;  // units in the list of an earlier frame, for statistics
    };
    std::span<const Room> rooms() const { return rooms_; }  // by group

    // An index and a slot per near unit of all groups; slots count from the start of the group. The commands
    // say where each group and LOD begins.
    const gl::Buffer& entries() const { return entries_; }

    // Draws the pre-pass of a group, glDrawArraysIndirect: a strip of four corners per unit. The group's
    // vertex array must be bound and read entries() from its start.
    void drawRectangles(std::size_t group) const;
    // What compute shaders read of near units.
    void bindForCompute() const;
    // lod: PH_SELECT_LEVELS for all of a group.
    static unsigned passOf(std::size_t group, int lod);
    // Dispatches the pre-pass of one LOD of a group, glDispatchComputeIndirect: one workgroup per unit.
    void dispatch(std::size_t group, int lod) const;
    const gl::Buffer& passes() const { return passes_; }  // of layout::NearPass, indexed by passOf()

    // One part of a draw of the selection: the same draw with the commands of that part, which lie in
    // commandBuffer(). The group's vertex array must read entries() for kNear, GpuSelection::indices() for
    // kRest.
    enum class Part : std::uint8_t { kNear, kRest };
    GpuSelection::Draw drawOf(const GpuSelection::Draw& draw, Part part) const;
    const gl::Buffer& commandBuffer() const { return command_buffer_; }
    // False if that part of a draw is certainly empty, as far as the CPU can know without the counts.
    bool mayShow(std::size_t group, const GpuSelection::Draw& draw, Part part) const;

    std::size_t bytes() const { return entry_bytes_ + pass_bytes_ + command_bytes_; }

  private:
    void layOut(const UnitScene& scene, PoseSources& sources);
    void countLately(const GpuSelection& selection, std::size_t list);
    // Rooms of the groups that `technique` draws; entries: of the rooms so far.
    void layOut(const UnitScene& scene, const Technique& technique, const PoseSource& source,
                std::size_t& entries);

    std::vector<Room> rooms_;
    std::size_t commands_ = 0;
    gl::Buffer entries_;
    gl::Buffer passes_;
    gl::Buffer command_buffer_;
    std::size_t entry_bytes_ = 0;
    std::size_t pass_bytes_ = 0;
    std::size_t command_bytes_ = 0;
};

}  // namespace phalanx
