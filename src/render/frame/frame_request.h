// What one frame shall show: the user's settings, and what the program adds to them.
#pragma once

#include <cstdint>
#include <optional>

#include "render/frame/render_settings.h"

namespace phalanx {

// What is drawn on units in place of, or over, their materials. Colours come from
// GpuModel::setOverlayColors().
enum class UnitOverlay : std::uint8_t { kNone, kColors, kNormals, kLines };

struct FrameRequest : RenderSettings {
    FrameRequest() = default;
    explicit FrameRequest(const RenderSettings& settings) : RenderSettings(settings) {}

    // The selected unit, which gets an outline.
    std::optional<std::uint32_t> outlined;
    float outline_px = 2.0F;
    UnitOverlay overlay = UnitOverlay::kNone;
    bool overlay_everyone = true;  // false: only on the outlined unit

    bool answers_picks = true;  // false: a pick request waits for a frame that answers
    // true: draw() waits for impostor atlases and for programs that are not built yet. false, as in a window:
    // until they are ready, LODs are drawn by more general programs, and meshes instead of impostors.
    bool at_once = true;
    bool count_runs = false;  // counts vertex shader invocations into FrameStats::runs, if the driver can
    // Smallest height of a drawn unit, pixels, if it differs from lod_error_px (DetailGovernor raised that).
    std::optional<double> small_px;

    // For measurements. layers: false: units are drawn without theirs. discard_units: rasterizer discard for
    // all unit passes, shadow maps included: vertex work without fragments. collapse_units: all triangle
    // corners of units use vertex 0: the same number of triangles, almost no vertex work.
    bool layers = true;
    bool discard_units = false;
    bool collapse_units = false;
    // The passes of layered poses are left out where they write rows of matrices: units show those that are
    // there, the ones of an earlier frame.
    bool hold_layers = false;
    std::optional<double> aspect;  // width / height of the view; nullopt: that of draw()'s size

    bool operator==(const FrameRequest&) const = default;
};

}  // namespace phalanx
