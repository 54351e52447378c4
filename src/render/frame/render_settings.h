// What a person, a measurement or the frame loop sets of a frame. One row per setting of a person
// (render_settings.cpp); the rest of the program reads the rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/setting.h"
#include "render/culling/occlusion_rule.h"
#include "render/frame/environment.h"
#include "render/pacing/frame_pace.h"
#include "render/techniques/skin_settings.h"

namespace phalanx {

// Who does culling and LOD selection. kAuto: the GPU, where it can, for large crowds; see kUnitsForGpu.
enum class Select : std::uint8_t { kAuto, kCpu, kGpu };
std::string_view nameOf(Select select);  // "auto", "cpu" or "gpu"

// kAuto: for crowds of kUnitsForImpostors or more; fewer are rarely that far away.
enum class ImpostorUse : std::uint8_t { kAuto, kOff, kOn };
std::string_view nameOf(ImpostorUse use);  // "auto", "off" or "on"

// What is drawn on units in place of, or over, their materials. Colours come from
// GpuModel::setOverlayColors().
enum class UnitOverlay : std::uint8_t { kNone, kColors, kNormals, kLines };

inline constexpr double kLeastRenderScale = 0.1;

struct RenderSettings {
    std::string technique = "texture";
    SkinSettings skin;
    Environment environment;
    int samples = 4;  // per pixel; see availableSamples
    // Size of the drawn scene relative to the size passed to draw(), per axis, kLeastRenderScale .. 1.
    // present() scales the scene up. lod_error_px counts pixels as drawn.
    double render_scale = 1.0;
    int shadow_map = 2048;  // texels per side
    // 1: one map, around the camera's target. 2 .. PH_SHADOW_MAPS: at most this many cascades.
    int shadow_cascades = 1;
    bool ground = true;
    bool sky = true;
    bool units = true;
    // Rasterizer discard for all unit passes, shadow maps included: vertex work without fragments. For
    // measurements.
    bool discard_units = false;
    // All triangle corners of units use vertex 0: the same number of triangles, almost no vertex work. For
    // measurements.
    bool collapse_units = false;
    std::optional<double> aspect;  // width / height of the view; nullopt: that of draw()'s size
    bool answers_picks = true;     // false: a pick request waits for a frame that answers
    bool cull = false;             // frustum culling, for the view and for each shadow map
    // 0: all units are drawn at LOD 0. > 0: the largest error of a LOD, pixels: 99 % of its surface is off by
    // no more (docs/scale.md). Units smaller than this are not drawn. In shadow maps the limit is three
    // times as many texels.
    double lod_error_px = 0.0;
    // Smallest height of a drawn unit, pixels, where it is not lod_error_px (DetailGovernor raised that one).
    std::optional<double> small_px;
    // Target frame time in milliseconds, 1 .. 1000; 0: none. The renderer itself only uses lod_error_px; the
    // frame loop adjusts that (DetailGovernor).
    double frame_budget_ms = 0.0;
    Pace pace = Pace::kFree;  // also for the frame loop; the renderer ignores it
    Select select = Select::kAuto;
    // Occlusion culling. Only where the GPU selects units and `cull` is on.
    Occlusion occlusion = Occlusion::kAuto;
    ImpostorUse impostors = ImpostorUse::kAuto;  // for units beyond the coarsest mesh LOD
    bool impostors_at_once = true;               // true: draw() waits until impostor atlases are complete
    std::optional<std::uint32_t> outlined;       // the selected unit, gets an outline
    float outline_px = 2.0F;
    UnitOverlay overlay = UnitOverlay::kNone;
    bool overlay_everyone = true;  // false: only on the outlined unit
    bool count_runs = false;  // count vertex shader invocations into FrameStats::runs, where the driver can

    bool operator==(const RenderSettings&) const = default;
};

// Groups of the rows.
inline constexpr std::string_view kDrawingGroup = "Drawing";
inline constexpr std::string_view kPictureGroup = "Picture";
inline constexpr std::string_view kPosesGroup = "Poses";
inline constexpr std::string_view kDetailGroup = "Detail";
inline constexpr std::string_view kPacingGroup = "Pacing";
inline constexpr std::string_view kMistakesGroup = "Mistakes";

std::span<const Setting<RenderSettings>> renderSettings();

}  // namespace phalanx
