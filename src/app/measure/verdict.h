// What limits a frame, from how long it takes as it is and with one kind of work left out. Careful on
// purpose: wrong advice is worse than none, so where the times do not single one thing out the verdict is
// "none".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace phalanx {

// Milliseconds of one and the same frame. All but submit_ms by one clock: the GPU's where timers tell the
// truth, else the wall around glFinish.
struct VariantTimes {
    double full_ms = 0.0;       // as it is
    double discard_ms = 0.0;    // nothing is made of the units' vertices (GL_RASTERIZER_DISCARD)
    double one_pixel_ms = 0.0;  // at 1x1 pixels
    double static_ms = 0.0;     // technique `static`: the same triangles without poses
    double collapsed_ms = 0.0;  // the same, all corners of a triangle one vertex: triangles alone
    double no_units_ms = 0.0;   // ground and sky only
    std::optional<double>
        submit_ms;          // CPU time of the GL calls; nothing where a driver in software draws inside them
    double noise_ms = 0.0;  // how much the medians of turns scatter, at most, of the above
};

enum class FrameLimit { kNone, kSubmit, kVertices, kSetup, kPixels, kVsync };

// "none", "cpu submit", "vertex work", "triangle set-up", "pixels", "vsync".
std::string_view nameOf(FrameLimit limit);

struct Verdict {
    FrameLimit limit = FrameLimit::kNone;
    std::string sentence;  // what limits, with the numbers that show it
    std::string advice;    // what to try; "" where nothing can be said
};

Verdict judgeFrame(const VariantTimes& times);

// Medians of what a window showed, without any variant of it.
struct ShownTimes {
    double frame_ms = 0.0;             // from one swap to the next
    double submit_ms = 0.0;            // CPU time of the GL calls
    std::optional<double> gpu_ms;      // nothing where timers cannot be relied on
    std::optional<double> refresh_ms;  // of the display, where swaps wait for it
    bool software = false;             // the driver draws on the CPU, inside the calls
};

// Vsync, CPU submit, or none: then the sentence says whether the GPU fills the frame, and what it is busy
// with takes judgeFrame().
Verdict judgeShown(const ShownTimes& times);

}  // namespace phalanx
