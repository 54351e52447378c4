// The units of a frame, and the part of them that a view shows.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <span>
#include <variant>

#include "crowd/crowd.h"
#include "render/culling/gpu_selection.h"
#include "render/culling/selected_units.h"
#include "render/frame/pass_meter.h"
#include "render/impostor/impostors.h"
#include "render/model/gpu_model.h"
#include "render/techniques/skin_settings.h"
#include "render/units/layered_units.h"
#include "render/units/terrain_texture.h"
#include "render/units/unit_buffers.h"

namespace phalanx {

// Feet leave the ground at the latest here: 14 cm, a bad slope, are a pixel of 1080 at some 130 m.
inline constexpr float kFeetNone_m = 100.0F;
// LODs below this are drawn with feet on the ground, for armies without layers.
inline constexpr int kFeetLods = 4;

// How much the feet of layered units follow the ground: wholly up to a distance from the eye (metres at scale
// 1), and not at all from another on.
struct FeetFade {
    glm::vec3 eye{0.0F};  // world space
    float full_m = 1e9F;
    float none_m = 2e9F;
};

// What all views of a frame share. Spans and references must live as long as the frame.
struct UnitScene {
    std::span<const GpuModel> models;
    const UnitBuffers& buffers;
    const SelectedUnits& selected;     // vertex arrays that read units by index
    std::span<const UnitGroup> units;  // CPU copy of the same groups
    const Technique& technique;
    SkinSettings skin;
    layout::Schedule schedule;
    bool collapse = false;                 // FrameRequest::collapse_units
    bool at_once = true;                   // FrameRequest::at_once
    bool clouds = false;                   // RenderSettings::clouds
    const Impostors* impostors = nullptr;  // nullptr: no impostors are drawn
    // By group; nullptr: its units have no layers. Empty: no unit has.
    std::span<const LayeredUnits* const> layered{};
    FeetFade feet{};
    bool hold_layers = false;  // FrameRequest::hold_layers
    // Further frames that a layered pose may be kept for, per metre of the unit's LOD error; 0: none.
    double held_frames_per_m = 0.0;
    const TerrainTexture* terrain = nullptr;  // nullptr: flat ground
    PassMeter* meter = nullptr;  // of the passes that prepare poses; nullptr: nothing measures them

    const GpuModel& model(int index) const { return models[static_cast<std::size_t>(index)]; }
    const LayeredUnits* layersOf(std::size_t group) const {
        return layered.empty() ? nullptr : layered[group];
    }
    const Technique& techniqueOf(std::size_t group) const {
        return layersOf(group) == nullptr ? technique : layeredTechnique(technique);
    }
};

// No culling: all units, in LOD 0.
struct AllUnits {};
// Culled by the CPU, and uploaded to SelectedUnits::indices().
struct UnitsListedByCpu {
    const UnitSelection* selection = nullptr;  // set by whoever lists the units
};
// Culled by the GPU: only the GPU knows which units of a group are visible, and how many.
struct UnitsListedByGpu {
    const GpuSelection* selection = nullptr;  // set by whoever lists the units
    std::size_t list = 0;                     // of GpuSelection
};
// The visible units of one view.
using VisibleUnits = std::variant<AllUnits, UnitsListedByCpu, UnitsListedByGpu>;

}  // namespace phalanx
