#include "app/measure/frame_timer.h"

#include <algorithm>
#include <cmath>

#include "core/percentile.h"
#include "core/stopwatch.h"
#include "gl/objects/timer.h"

namespace phalanx {
namespace {

constexpr Ticks kTicksPerFrame = static_cast<Ticks>(PH_TICKS_PER_SECOND / 60.0);
constexpr int kFramesInFlight = 3;  // the same as a window without vsync

}  // namespace

int warmUpFrames(bool gpu_timers) {
    return gpu_timers ? gl::GpuTimer::kFrames + 3 : 2;
}

Percentiles percentilesOf(const std::vector<double>& values) {
    return {percentile(values, 0.50), percentile(values, 0.95), percentile(values, 0.99)};
}

Camera benchCamera(const Crowd& crowd, double aspect) {
    Camera camera;
    const double radius = std::max(crowd.radius_m(), 2.0);
    const double half_tan = std::tan(glm::radians(camera.fov_y_deg) * 0.5);
    const double distance = radius / std::sin(std::atan(half_tan * std::min(1.0, aspect)));
    const glm::dvec3 center(crowd.center());
    camera.target = center + glm::dvec3(0.0, 0.5, 0.0);
    camera.eye = camera.target + distance * glm::normalize(glm::dvec3(0.25, 0.65, 0.72));
    camera.near_m = std::max(0.1, distance - 1.5 * radius);
    camera.far_m = distance + 3.0 * radius;
    return camera;
}

namespace {

// The same frame with all impostors built at once, so that the following frames find them.
TimedFrame whole(TimedFrame frame) {
    frame.request.at_once = true;
    return frame;
}

}  // namespace

FrameTimer::FrameTimer(Stage& stage, glm::ivec2 largest, int warm_up)
    : stage_(stage),
      largest_(largest),
      warm_up_(warm_up),
      picture_(stage.renderer.capabilities(), GL_RGBA8, largest.x, largest.y, false, "timed frame") {}

void FrameTimer::aim() {
    camera_ = benchCamera(stage_.crowd, static_cast<double>(largest_.x) / largest_.y);
}

void FrameTimer::aim(const Camera& camera, Ticks now) {
    camera_ = camera;
    now_ = now;
}

void FrameTimer::frame(const TimedFrame& wanted) {
    now_ += kTicksPerFrame;
    stage_.renderer.setLines({}, 1.0F);  // removes the lines that a window draws
    stage_.renderer.draw(stage_.gpu_models, stage_.crowd, camera_, wanted.request, now_, wanted.size.x,
                         wanted.size.y);
    stage_.renderer.present(picture_.framebuffer());
}

double FrameTimer::probe(const TimedFrame& wanted) {
    frame(whole(wanted));
    glFinish();
    const Stopwatch watch;
    frame(wanted);
    glFinish();
    return watch.elapsed_ms();
}

void FrameTimer::turn(const TimedFrame& wanted, int frames, FrameSamples& samples) {
    const bool timers = stage_.renderer.capabilities().gpuClock();
    // With reliable timers several frames are in flight, as in real use. If only the wall clock can be used,
    // each frame is waited for.
    const int in_flight = timers ? kFramesInFlight : 1;
    for (int i = 0; i < warm_up_; ++i) frame(whole(wanted));
    glFinish();
    for (int done = 0; done < frames; done += in_flight) {
        const Stopwatch watch;
        for (int i = 0; i < in_flight; ++i) {
            frame(wanted);
            const FrameStats& stats = stage_.renderer.stats();
            samples.submit_ms.push_back(stats.submit_ms);
            if (timers && stats.gpu_ms) samples.gpu_ms.push_back(*stats.gpu_ms);
            if (!timers) continue;
            double draw_ms = stats.layersGpu_ms().value_or(0.0);
            for (const PassTime& pass : stats.passes) {
                if (pass.name == "units" || pass.name == "poses" || pass.name == "unit states")
                    draw_ms += pass.gpu_ms;
                const auto* const layers = std::ranges::find(kLayerPasses, pass.name);
                if (layers != kLayerPasses.end())
                    samples.layer_pass_ms[static_cast<std::size_t>(layers - kLayerPasses.begin())].push_back(
                        pass.gpu_ms);
            }
            if (draw_ms > 0.0) samples.draw_ms.push_back(draw_ms);
            if (const auto layers_ms = stats.layersGpu_ms()) samples.layers_ms.push_back(*layers_ms);
        }
        glFinish();
        samples.frame_ms.push_back(watch.elapsed_ms() / in_flight);
    }
}

}  // namespace phalanx
