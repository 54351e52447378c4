// What a technique makes ready before its draws, and binds for them. UnitDrawer owns one for each technique.
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

// What the passes of one view have in common. Spans, references and pointers live as long as the frame.
struct UnitFrame {
    std::span<const GpuModel> models;
    const UnitBuffers& buffers;
    std::span<const UnitGroup> units;  // the same groups as the CPU holds them
    const Technique& technique;
    SkinSettings skin;
    layout::Schedule schedule;
    bool collapse = false;  // RenderSettings::collapse_units
    // nullptr: all units are drawn, a run a group.
    const UnitSelection* selection = nullptr;
    const SelectedUnits* selected = nullptr;  // where the selection is on the GPU
    // Where the GPU chose the units: the runs are whole groups, and what of them is drawn, only it knows.
    const GpuSelection* by_gpu = nullptr;
    std::size_t gpu_view = 0;
    const Impostors* impostors = nullptr;  // nullptr: no unit is drawn as one
    // Of those, only the ones that were made ready for the technique; nullptr: all.
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
    // The pictures that a run is drawn by; nullptr where it is drawn as a mesh.
    const ImpostorAtlas* impostorsOf(const UnitRun& run) const {
        const auto model_index = static_cast<std::size_t>(run.model);
        if (impostors == nullptr || !models[model_index].detail()) return nullptr;
        return models[model_index].isImpostor(run.level) ? impostors->of(model_index) : nullptr;
    }
    // The vertex array of a run, and what it reads.
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
    // Lets the bound vertex array of a run begin with this unit (GL 3.3 has no base instance). Undo with 0.
    void pointTo(std::size_t run_index, std::size_t first) const {
        if (selection != nullptr) {
            selected->pointTo(*selection, selection->runs[run_index], first);
        } else {
            buffers.pointTo(run_index, first);
        }
    }
    // weights: joints that move a vertex, where the switches do not say fewer.
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

// Whether a unit of this run is drawn by its joints' matrices as they lie in the animation texture, although
// the technique makes something ready for each unit: in coarse levels that would take more work than it
// spares.
bool drawnDirectly(const UnitFrame& frame, const UnitRun& run);
// The frame as those runs are drawn: by technique `texture`.
UnitFrame directly(const UnitFrame& frame);

// Of GPU memory, what a technique holds for units at once. It shares that with what the units themselves
// take, kUnitBytes each where the GPU chooses them, so that a million stay small; kLeastPoseBytes are its
// own.
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

    // How much this many units of the model take, in elements of the source's own: palette rows, vertices,
    // ... 0: nothing has to be made ready.
    virtual std::size_t elements(const GpuModel& /*model*/, std::size_t /*units*/) const { return 0; }
    // The most elements that are held at once. A crowd that takes more is made ready and drawn in chunks,
    // anew for each pass; where the GPU chooses units, who finds no room is drawn without.
    virtual std::size_t capacity() const { return 0; }
    // From now on it holds no more than that, of GPU memory. What it holds is given back if it is more.
    virtual void limit(std::size_t /*bytes*/) {}
    // Makes the chunks ready; they share the elements without overlap. May bind programs and framebuffers and
    // change raster state. Throws Error where the context has no room.
    virtual void prepare(const UnitFrame& /*frame*/, std::span<const UnitChunk> /*chunks*/,
                         UnitPrograms& /*programs*/, FrameStats& /*stats*/) {}
    // Before a draw that begins with unit chunk.first + offset. The program is in use, the group's vertex
    // array of the technique's mesh is bound, blocks and animation texture are bound.
    virtual void bind(const UnitFrame& /*frame*/, const UnitChunk& /*chunk*/, std::size_t /*offset*/,
                      const gl::Program& /*program*/) {}
    // Of GPU memory that is held for units.
    virtual std::size_t bytes() const { return 0; }
};

std::unique_ptr<PoseSource> makePoseSource(const Technique& technique, const gl::Capabilities& capabilities);
// The most units, of `most`, that take no more than `room` elements.
std::size_t unitsThatFit(const PoseSource& source, const GpuModel& model, std::size_t most, std::size_t room);

}  // namespace phalanx
