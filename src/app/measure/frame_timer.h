// Times frames of an army in turns of some frames each; `bench` and `diagnose` decide whose turn it is.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "app/army/stage.h"
#include "render/frame/camera.h"
#include "render/frame/targets.h"

namespace phalanx {

struct Percentiles {
    double p50 = 0.0;
    double p95 = 0.0;
    double p99 = 0.0;
};

// Of at least one value; linear between neighbours.
Percentiles percentilesOf(std::vector<double> values);

// All units in view, from the front and above.
Camera benchCamera(const Crowd& crowd, double aspect);

struct TimedFrame {
    RenderSettings settings;
    glm::ivec2 size{0};  // pixels, at least 1x1
};

// Milliseconds, one value a frame. The GPU's are empty where timers cannot be relied on.
struct FrameSamples {
    std::vector<double> draw_ms;    // GPU time of making poses ready and drawing the units
    std::vector<double> gpu_ms;     // GPU time of the whole frame, without the copy to the display
    std::vector<double> submit_ms;  // CPU time of the GL calls
    std::vector<double> frame_ms;   // wall, glFinish included; of three frames in flight with reliable timers
};

// Frames to draw before a turn is measured: with GPU timers more than their ring holds
// (gl::GpuTimer::kFrames), so that no turn reads another's times; by the wall clock, two.
int warmUpFrames(bool gpu_timers);

class FrameTimer {
  public:
    // No frame may be larger than `largest`. `warm_up`: frames before each turn, see warmUpFrames(). The
    // stage must outlive this.
    FrameTimer(Stage& stage, glm::ivec2 largest, int warm_up);

    // Looks at the crowd as it is now.
    void aim();
    // Looks as this camera does, and goes on from this moment.
    void aim(const Camera& camera, Ticks now);

    int warmUp() const { return warm_up_; }
    Ticks now() const { return now_; }

    // Draws one, a sixtieth of a second later than the last.
    void frame(const TimedFrame& wanted);

    // Milliseconds of one frame after one to warm up.
    double probe(const TimedFrame& wanted);

    // Warms up, then adds what so many frames took.
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
