// PoseSource prepares the poses of units for a technique (palettes, posed vertices) and binds them for its
// draws.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gl/objects/program.h"
#include "render/frame/frame_stats.h"
#include "render/poses/draw_list.h"
#include "render/poses/near_units.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// Whether culled units of this LOD skip the technique's pre-pass and fetch their matrices from the animation
// texture: in coarse LODs the pre-pass costs more than it saves. Always true for impostors.
bool drawnDirectly(const Technique& technique, const GpuModel& model, int variant, int lod);

// GPU memory that a technique may hold for poses, bytes. Units take their part of kPoseBytes, kUnitBytes each
// when the GPU selects them, so that a million units stay small; the technique gets at least kLeastPoseBytes.
inline constexpr std::size_t kPoseBytes = std::size_t{128} << 20U;
inline constexpr std::size_t kLeastPoseBytes = std::size_t{4} << 20U;
inline constexpr std::size_t kUnitBytes = 136;
// Poses that stay may take half as much again: where they do not all fit, each view makes its own.
inline constexpr std::size_t kKeptPercent = 150;

class PoseSource {
  public:
    PoseSource() = default;
    virtual ~PoseSource() = default;
    PoseSource(const PoseSource&) = delete;
    PoseSource& operator=(const PoseSource&) = delete;
    PoseSource(PoseSource&&) = delete;
    PoseSource& operator=(PoseSource&&) = delete;

    // Storage for the poses of `units` units of the model at a LOD, in elements of this source: palette rows,
    // vertices, ... 0: the technique needs no preparation.
    virtual std::size_t elements(const GpuModel& /*model*/, int /*lod*/, std::size_t /*units*/) const {
        return 0;
    }
    // The most elements held at once. With CPU selection, a larger crowd is prepared and drawn in chunks,
    // repeated in each pass. With GPU selection, units that do not fit are drawn by `texture`.
    virtual std::size_t capacity() const { return 0; }
    // Makes room for so many elements, the first of which are poses that stay (KeptPoses), within `bytes` if
    // that is more than limit() allows, and returns whether what was there is still there. nullopt: the
    // source has no poses that can stay, or not all fit.
    virtual std::optional<bool> keep(std::size_t /*elements*/, std::size_t /*bytes*/) { return std::nullopt; }
    // No poses stay any more.
    virtual void release() {}
    // Limits the GPU memory held from now on, bytes. Frees what is held if it is more.
    virtual void limit(std::size_t /*bytes*/) {}
    struct Job {
        const UnitScene& scene;
        // To prepare; their ranges of elements do not overlap, and each has the source's technique.
        std::span<const DrawItem> items;
        const NearUnits& near;  // of items with slots
        UnitPrograms& programs;
        FrameStats& stats;

        // Units of the item; where the GPU culled, those of some frames ago. For statistics.
        std::size_t unitsOf(const DrawItem& item) const {
            return item.entries == UnitEntries::kIndicesAndSlots ? near.rooms()[item.group].lately
                                                                 : item.count;
        }
    };
    // Prepares the poses of the items. May bind programs and framebuffers and change raster state. Throws
    // Error if the context cannot allocate the memory.
    virtual void prepare(const Job& /*job*/) {}
    // Called before a draw that starts at unit `offset` of the item. The program is in use; the group's
    // vertex array for the technique's mesh, the uniform blocks and the animation texture are bound.
    virtual void bind(const UnitScene& /*scene*/, const DrawItem& /*item*/, std::size_t /*offset*/,
                      const gl::Program& /*program*/) {}
    // GPU memory held for units, bytes.
    virtual std::size_t bytes() const { return 0; }
    // The matrix rows that were prepared for the units of an item, three per joint, unit after unit; waits
    // for the GPU. Empty: the source stores no rows that can be read.
    virtual std::vector<glm::vec4> readRows(const GpuModel& /*model*/, const DrawItem& /*item*/) const {
        return {};
    }
    // Copies those of the item's first unit to a buffer; does not wait. No effect where there are none.
    virtual void copyRows(const GpuModel& /*model*/, const DrawItem& /*item*/,
                          const gl::Buffer& /*buffer*/) const {}
};

// The sources of all techniques, made when they are first needed.
class PoseSources {
  public:
    explicit PoseSources(const gl::Capabilities& capabilities) : capabilities_(capabilities) {}

    PoseSource& of(const Technique& technique);

  private:
    gl::Capabilities capabilities_;
    std::map<std::string_view, std::unique_ptr<PoseSource>> sources_;  // by the technique's name
};

// Of the layers of all items: what TargetUnits must have.
LayerTargets targetsOf(const PoseSource::Job& job);
// The largest number of units at a LOD, at most `most`, whose poses take no more than `room` elements.
std::size_t unitsThatFit(const PoseSource& source, const GpuModel& model, int lod, std::size_t most,
                         std::size_t room);

}  // namespace phalanx
