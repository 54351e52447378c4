// PoseSource prepares the poses of units for a technique (palettes, posed vertices) and binds them for its
// draws. UnitDrawer owns one per technique.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "crowd/crowd.h"
#include "gl/objects/program.h"
#include "render/culling/gpu_selection.h"
#include "render/culling/near_units.h"
#include "render/culling/selected_units.h"
#include "render/frame/frame_stats.h"
#include "render/impostor/impostors.h"
#include "render/model/gpu_model.h"
#include "render/techniques/skin_settings.h"
#include "render/units/unit_buffers.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// What the passes of one view share. Spans, references and pointers must live as long as the frame.
struct UnitFrame {
    std::span<const GpuModel> models;
    const UnitBuffers& buffers;
    std::span<const UnitGroup> units;  // CPU copy of the same groups
    const Technique& technique;
    SkinSettings skin;
    layout::Schedule schedule;
    bool collapse = false;  // RenderSettings::collapse_units
    // Selected by the CPU. nullptr: all units are drawn, one run per group.
    const UnitSelection* selection = nullptr;
    const SelectedUnits* selected = nullptr;  // GPU side of the selection, set with `selection` or `by_gpu`
    // Selected by the GPU: each run is a whole group, and only the GPU knows which of its units are drawn.
    // gpu_view: the list (GpuSelection).
    const GpuSelection* by_gpu = nullptr;
    std::size_t gpu_view = 0;
    const Impostors* impostors = nullptr;  // nullptr: no impostors are drawn
    // Restricts a GPU selection to units with prepared poses; nullptr: all selected units.
    const NearUnits* near = nullptr;

    std::size_t runs() const {
        return selection != nullptr ? selection->runs.size() : buffers.groups().size();
    }
    UnitRun run(std::size_t index) const {
        if (selection != nullptr) return selection->runs[index];
        const UnitBuffers::Group& group = buffers.groups()[index];
        return {index, group.model, group.variant, 0, 0, group.count};
    }
    const UnitInstance& unit(const UnitRun& run, std::size_t index) const {
        return units[run.group].units[selection != nullptr ? selection->indices[run.first + index] : index];
    }
    const GpuModel& model(std::size_t run_index) const {
        return models[static_cast<std::size_t>(run(run_index).model)];
    }
    // The impostor atlas that draws a run; nullptr where the run is drawn as a mesh.
    const ImpostorAtlas* impostorsOf(const UnitRun& run) const {
        const auto model_index = static_cast<std::size_t>(run.model);
        if (impostors == nullptr || !models[model_index].detail()) return nullptr;
        return models[model_index].isImpostor(run.level) ? impostors->of(model_index) : nullptr;
    }
    // Binds the vertex array of a run and what its instance attributes read.
    void bind(std::size_t run_index, MeshKind kind) const {
        if (by_gpu != nullptr) {
            const UnitRun whole = run(run_index);
            const gl::Buffer& entries = near != nullptr ? near->entries() : by_gpu->indices();
            using Entry = SelectedUnits::Entry;
            selected->bind(whole.group, whole.model, kind, entries,
                           near != nullptr ? Entry::kIndexAndSlot : Entry::kIndex);
        } else if (selection != nullptr) {
            selected->bind(*selection, selection->runs[run_index], kind);
        } else {
            glBindVertexArray(buffers.groups()[run_index].vertexArray(kind).id());
        }
    }
    // Makes the run's bound vertex array start at this unit (GL 3.3 has no base instance). Reset with 0.
    void pointTo(std::size_t run_index, std::size_t first) const {
        if (selection != nullptr) {
            selected->pointTo(*selection, selection->runs[run_index], first);
        } else {
            buffers.pointTo(run_index, first);
        }
    }
    // weights: joints per vertex of the LOD; the switches may limit it further.
    SkinVariant variant(const GpuModel& model, int weights = kWeightsPerVertex) const {
        PoseSwitches switches = skin.switches;
        switches.weights = std::min(switches.weights, weights);
        return {switches,
                model.animation().encoding(),
                model.animation().path(),
                model.joints(),
                model.vertexAnimation() ? model.vertexAnimation()->format() : VertexFormat::kUnorm16,
                selection != nullptr || by_gpu != nullptr,
                near != nullptr,
                skin.rigid_parts};
    }
};

// Whether units of this run skip the technique's pre-pass and fetch their matrices from the animation
// texture: in coarse LODs the pre-pass costs more than it saves. Always true for impostors.
bool drawnDirectly(const UnitFrame& frame, const UnitRun& run);
// The same frame with technique `texture`, which draws those runs.
UnitFrame directly(const UnitFrame& frame);

// GPU memory that a technique may hold for poses, bytes. Units take their part of kPoseBytes, kUnitBytes each
// when the GPU selects them, so that a million units stay small; the technique gets at least kLeastPoseBytes.
inline constexpr std::size_t kPoseBytes = std::size_t{128} << 20U;
inline constexpr std::size_t kLeastPoseBytes = std::size_t{4} << 20U;
inline constexpr std::size_t kUnitBytes = 136;

class PoseSource {
  public:
    PoseSource() = default;
    virtual ~PoseSource() = default;
    PoseSource(const PoseSource&) = delete;
    PoseSource& operator=(const PoseSource&) = delete;
    PoseSource(PoseSource&&) = delete;
    PoseSource& operator=(PoseSource&&) = delete;

    // Storage for the poses of `units` units of the model, in elements of this source: palette rows,
    // vertices, ... 0: the technique needs no preparation.
    virtual std::size_t elements(const GpuModel& /*model*/, std::size_t /*units*/) const { return 0; }
    // The most elements held at once. With CPU selection, a larger crowd is prepared and drawn in chunks,
    // repeated in each pass. With GPU selection, units that do not fit are drawn by `texture`.
    virtual std::size_t capacity() const { return 0; }
    // Limits the GPU memory held from now on, bytes. Frees what is held if it is more.
    virtual void limit(std::size_t /*bytes*/) {}
    // Prepares the chunks; their ranges of elements do not overlap. May bind programs and framebuffers and
    // change raster state. Throws Error if the context cannot allocate the memory.
    virtual void prepare(const UnitFrame& /*frame*/, std::span<const UnitChunk> /*chunks*/,
                         UnitPrograms& /*programs*/, FrameStats& /*stats*/) {}
    // Called before a draw that starts at unit chunk.first + offset. The program is in use; the group's
    // vertex array for the technique's mesh, the uniform blocks and the animation texture are bound.
    virtual void bind(const UnitFrame& /*frame*/, const UnitChunk& /*chunk*/, std::size_t /*offset*/,
                      const gl::Program& /*program*/) {}
    // GPU memory held for units, bytes.
    virtual std::size_t bytes() const { return 0; }
};

std::unique_ptr<PoseSource> makePoseSource(const Technique& technique, const gl::Capabilities& capabilities);
// The largest number of units, at most `most`, whose poses take no more than `room` elements.
std::size_t unitsThatFit(const PoseSource& source, const GpuModel& model, std::size_t most, std::size_t room);

}  // namespace phalanx
