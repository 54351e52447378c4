// How a scene is drawn, as a user sets it. One row per setting (render_settings.cpp); the rest of the program
// reads the rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/setting.h"
#include "layouts.h"
#include "render/frame/environment.h"
#include "render/techniques/skin_settings.h"

namespace phalanx {

// Where culling and LOD selection run. kAuto: the GPU, where it can, for large crowds; see kUnitsForGpu.
enum class Select : std::uint8_t { kAuto, kCpu, kGpu };
std::string_view nameOf(Select select);  // "auto", "cpu" or "gpu"

// kAuto: while it saves more work than it takes (OcclusionRule).
enum class Occlusion : std::uint8_t { kOff, kOn, kAuto };
std::string_view nameOf(Occlusion occlusion);  // "off", "on" or "auto"

// kAuto: for crowds of kUnitsForImpostors or more; fewer are rarely that far away.
enum class ImpostorUse : std::uint8_t { kAuto, kOff, kOn };
std::string_view nameOf(ImpostorUse use);  // "auto", "off" or "on"

// What draws impostors. kCompute: compute shaders (ImpostorRasterizer), where the GPU selects units. kAuto:
// compute shaders, where there are many impostors and the renderer is a GPU.
enum class ImpostorsBy : std::uint8_t { kAuto, kDraws, kCompute };
std::string_view nameOf(ImpostorsBy by);  // "auto", "draws" or "compute"

// kSteady: no frame takes much longer than most, or it is short anyway; see DetailGovernor::Wish.
enum class Pace : std::uint8_t { kSteady, kFree };
std::string_view nameOf(Pace pace);  // "steady" or "free"

inline constexpr double kLeastRenderScale = 0.1;

// The defaults are those of the window: culling, LODs, shadow cascades and a steady frame pace.
struct RenderSettings {
    std::string technique = "texture";
    SkinSettings skin;
    Environment environment;
    int samples = 4;  // per pixel; see availableSamples
    // Size of the drawn scene relative to the size passed to draw(), per axis. present() scales the scene up.
    // lod_error_px counts pixels as drawn.
    double render_scale = 1.0;
    int shadow_map = 2048;  // texels per side
    // 1: one map, around the camera's target. More: at most this many cascades.
    int shadow_cascades = PH_SHADOW_MAPS;
    bool ground = true;
    bool sky = true;
    bool units = true;
    // Near units leave footprints, dust, flashes of shots: what their events say. The renderer draws what
    // others add (Renderer::traces()).
    bool traces = false;
    bool clouds = false;  // that drift and cast shade; without, the sky has painted ones
    bool grass = false;   // blades near the camera, where `ground` is drawn
    bool cull = true;     // frustum culling, for the view and for each shadow map
    // 0: all units are drawn at LOD 0. > 0: the largest error of a LOD, pixels: 99 % of its surface is off by
    // no more (docs/lod.md). Units smaller than this are not drawn. In shadow maps the limit is three times
    // as many texels.
    double lod_error_px = 1.0;
    // Units with layers that are far away keep a pose for up to four frames, while their surface moves by
    // about so many pixels; 0: each frame has its own. Only where fragment passes pose units that the CPU
    // selects (KeptPoses), and with an LOD error, which says how far away a unit is.
    double pose_error_px = 1.0;
    // Target frame time in milliseconds; 0: none. The renderer itself only uses lod_error_px; the frame loop
    // adjusts that (DetailGovernor).
    double frame_budget_ms = 0.0;
    Pace pace = Pace::kSteady;  // also for the frame loop; the renderer ignores it
    Select select = Select::kAuto;
    // Occlusion culling. Only where the GPU selects units and `cull` is on.
    Occlusion occlusion = Occlusion::kAuto;
    ImpostorUse impostors = ImpostorUse::kAuto;  // for units beyond the coarsest mesh LOD
    ImpostorsBy impostors_by = ImpostorsBy::kAuto;

    bool operator==(const RenderSettings&) const = default;
};

// The settings that measurements and images of single techniques start from: all units at LOD 0, one shadow
// map, no frame pacing.
RenderSettings wholeUnits();

// Groups of the rows, besides those of skin_settings.h.
inline constexpr std::string_view kDrawingGroup = "Drawing";
inline constexpr std::string_view kPictureGroup = "Picture";
inline constexpr std::string_view kTracesGroup = "Traces";
inline constexpr std::string_view kSceneryGroup = "Scenery";
inline constexpr std::string_view kDetailGroup = "Detail";
inline constexpr std::string_view kPacingGroup = "Pacing";

std::span<const Setting<RenderSettings>> renderSettings();

}  // namespace phalanx
