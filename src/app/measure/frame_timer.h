// Measures frame times of an army, a few frames per turn; `bench` and `diagnose` decide their order.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "app/army/stage.h"
#include "render/frame/camera.h"
#include "render/passes/targets.h"

namespace phalanx {

struct Percentiles {
    double p50 = 0.0;
    double p95 = 0.0;
    double p99 = 0.0;
};

// Needs at least one value. Interpolates linearly between neighbours.
Percentiles percentilesOf(const std::vector<double>& values);

// Shows all units from the front and above.
Camera benchCamera(const Crowd& crowd, double aspect);

struct TimedFrame {
    FrameRequest request;
    glm::ivec2 size{0};  // pixels, at least 1x1
};

// Milliseconds, one value per frame. The GPU times are empty if timer queries are unreliable.
struct FrameSamples {
    std::vector<double> draw_ms;    // GPU time of preparing poses and drawing the units
    std::vector<double> layers_ms;  // of that, all passes of layered poses; empty if there are none
    std::array<std::vector<double>, kLayerPasses.size()> layer_pass_ms;  // each of kLayerPasses
    std::vector<double> gpu_ms;     // GPU time of the whole frame, without the copy to the display
    std::vector<double> submit_ms;  // CPU time of the GL calls
    // Wall time, glFinish included. With reliable timers it is the mean over three frames in flight, one
    // value for the three.
    std::vector<double> frame_ms;
};

// Number of warm-up frames before each turn. With GPU timers it is more than their ring buffer holds
// (gl::GpuTimer::kFrames), so that no turn reads the times of another turn; by the wall clock, two.
int warmUpFrames(bool gpu_timers);

class FrameTimer {
  public:
    // `largest`: maximum size of a frame in pixels. `warm_up`: frames before each turn, see warmUpFrames().
    // The stage must outlive this.
    FrameTimer(Stage& stage, glm::ivec2 largest, int warm_up);

    // Uses benchCamera() for the present crowd.
    void aim();
    // Uses this camera and continues from this time.
    void aim(const Camera& camera, Ticks now);

    int warmUp() const { return warm_up_; }
    Ticks now() const { return now_; }

    // Draws one frame, a sixtieth of a second after the last one.
    void frame(const TimedFrame& wanted);

    // Milliseconds of one frame, after one warm-up frame.
    double probe(const TimedFrame& wanted);

    // Draws the warm-up frames, then `frames` measured ones whose times are appended to `samples`.
    void turn(const TimedFrame& wanted, int frames, FrameSamples& samples);

  private:
    Stage& stage_;
    glm::ivec2 largest_;
    int warm_up_;
    PlainTarget picture_;
    Camera camera_;
    Ticks now_ = 0;
};

}  // namespace phalanx
