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
struct FrameTimes {
    double full_ms = 0.0;       // as it is
    double discard_ms = 0.0;    // nothing is made of the units' vertices (GL_RASTERIZER_DISCARD)
    double one_pixel_ms = 0.0;  // at 1x1 pixels
    double static_ms = 0.0;     // technique `static`: the same triangles without poses
    double no_units_ms = 0.0;   // ground and sky only
    std::optional<double>
        submit_ms;          // CPU time of the GL calls; nothing where a driver in software draws inside them
    double noise_ms = 0.0;  // how much the medians of turns scatter, at most, of the above
};

enum class FrameLimit { kNone, kSubmit, kVertices, kSetup, kPixels };

// "none", "cpu submit", "vertex work", "triangle set-up", "pixels".
std::string_view nameOf(FrameLimit limit);

struct Verdict {
    FrameLimit limit = FrameLimit::kNone;
    std::string sentence;  // what limits, with the numbers that show it
    std::string advice;    // what to try; "" where nothing can be said
};

Verdict judgeFrame(const FrameTimes& times);

}  // namespace phalanx
