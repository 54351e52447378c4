// Determines what limits a frame, from its time with all work and with one kind of work removed. Conservative
// on purpose: wrong advice is worse than none, so the verdict is "none" unless the times point to one limit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace phalanx {

// Milliseconds of variants of one frame. All but submit_ms use one clock: GPU timer queries if they are
// reliable, else wall time around glFinish.
struct VariantTimes {
    double full_ms = 0.0;       // the full frame
    double discard_ms = 0.0;    // units' triangles are discarded after vertex work (GL_RASTERIZER_DISCARD)
    double one_pixel_ms = 0.0;  // at 1x1 pixels
    double static_ms = 0.0;     // technique `static`: the same triangles without poses
    // Technique `static` with degenerate triangles (all corners are one vertex): only triangle assembly
    // remains.
    double collapsed_ms = 0.0;
    double no_units_ms = 0.0;  // ground and sky only
    // Without the passes of layered poses: units keep the poses of an earlier frame. nullopt: there are none.
    std::optional<double> held_layers_ms;
    // CPU time of the GL calls; nullopt for a software driver, which draws inside the calls.
    std::optional<double> submit_ms;
    double noise_ms = 0.0;  // largest scatter of the medians of turns, over all variants
};

enum class FrameLimit { kNone, kSubmit, kVertices, kSetup, kPixels, kVsync, kLayers };

// "none", "cpu submit", "vertex work", "triangle set-up", "pixels", "vsync", "layers".
std::string_view nameOf(FrameLimit limit);

struct Verdict {
    FrameLimit limit = FrameLimit::kNone;
    std::string sentence;  // what limits the frame, with the numbers that show it
    std::string advice;    // what to try; "" if there is no advice
};

Verdict judgeFrame(const VariantTimes& times);

// Medians of frames displayed in a window, without any variants.
struct ShownTimes {
    double frame_ms = 0.0;             // time between two buffer swaps
    double submit_ms = 0.0;            // CPU time of the GL calls
    std::optional<double> gpu_ms;      // nullopt if timer queries are unreliable
    std::optional<double> layers_ms;   // of that, the passes of layered poses; nullopt if there are none
    std::optional<double> refresh_ms;  // refresh interval of the display; nullopt if swaps do not wait for it
    bool software = false;             // the driver draws on the CPU, inside the GL calls
};

// Returns vsync, CPU submit, layers, or none. For none, the sentence reports whether the GPU is busy for the
// whole frame; judgeFrame() finds out which kind of work keeps it busy.
Verdict judgeShown(const ShownTimes& times);

}  // namespace phalanx
