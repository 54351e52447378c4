#include "app/window/frame_pacing.h"

#include <algorithm>
#include <utility>

#include "gl/objects/timer.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostMeasured = 1'000'000;
constexpr std::size_t kMeasured = 1000;
constexpr int kFramesToSettle = 2;

double milliseconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

std::size_t measuredFrames(const RunOptions& options) {
    return options.frames ? std::min(static_cast<std::size_t>(*options.frames), kMostMeasured) : kMeasured;
}

}  // namespace

FramePacing::FramePacing(Session& session) : session_(session), measured_(measuredFrames(session.options)) {}

std::chrono::nanoseconds FramePacing::beginFrame() {
    const Clock::time_point now = Clock::now();
    return now - std::exchange(began_, now);
}

void FramePacing::skip() {
    began_ = swapped_ = Clock::now();
}

void FramePacing::skipMeasured() {
    skip();
    stale_times_ = gl::GpuTimer::kFrames + 1;
}

void FramePacing::armyReplaced() {
    skip();
    governor_.forgetPace();
    frames_to_settle_ = kFramesToSettle;
}

FrameRequest FramePacing::governed(glm::ivec2 size, bool searching) {
    FrameRequest render = session_.stage->render;
    PacedScene scene{render, session_.stage->crowd.layoutVersion(), size};
    // Outline, overlay and counters have almost no cost, so a change of them does not reset the pace.
    scene.render.outlined.reset();
    scene.render.overlay = UnitOverlay::kNone;
    scene.render.count_runs = false;
    if (scene != paced_) governor_.forgetPace();
    paced_ = scene;
    govern(governor_, searching ? DetailGovernor::Wish{render.lod_error_px} : wishOf(render), render);
    return render;
}

void FramePacing::endFrame() {
    queue_.pass();
    const Clock::time_point now = Clock::now();
    swap_ms_ = milliseconds(now - std::exchange(swapped_, now));
}

double FramePacing::frameAge_ms() const {
    return milliseconds(swapped_ - began_);
}

bool FramePacing::add(bool counted) {
    if (stale_times_ > 0) {
        --stale_times_;
        return false;
    }
    const FrameStats& stats = session_.stage->renderer.stats();
    FrameTime time;
    time.frame_ms = static_cast<float>(swap_ms_);
    time.submit_ms = static_cast<float>(session_.facts.stats.submit_ms);
    if (session_.facts.stats.gpu_ms) time.gpu_ms = static_cast<float>(*session_.facts.stats.gpu_ms);
    if (const auto layers_ms = session_.facts.stats.layersGpu_ms())
        time.layers_ms = static_cast<float>(*layers_ms);
    history_.add(time);
    if (frames_to_settle_ > 0) {
        --frames_to_settle_;
    } else {
        governor_.add(stats, session_.capabilities().timer_queries_reliable, swap_ms_);
    }
    if (counted) {
        measured_.add(time);
        lod_errors_.add(stats.lod_error_px);
        ++counted_frames_;
    }
    return true;
}

}  // namespace phalanx
