// What limits the frame: by the times of what is shown, and on request by variants of the frame, a turn of
// one of them between two frames that are shown.
#include <algorithm>

#include "app/army/framing.h"
#include "app/measure/verdict.h"
#include "app/window/window_app.h"
#include "core/log.h"
#include "gl/objects/timer.h"

namespace phalanx {
namespace {

constexpr int kFrames = 30;
constexpr double kAim_s = 60.0;

// The outline is no work to speak of, and follows the mouse; counting is none.
RenderSettings withoutOutline(RenderSettings settings) {
    settings.count_runs = false;
    settings.outlined.reset();
    settings.outline_px = 0.0F;
    return settings;
}

}  // namespace

bool WindowApp::JudgedFrame::like(const JudgedFrame& other) const {
    // A hand's tremor is no other view.
    const double little = 0.02 * glm::length(back);
    return render == other.render && crowd == other.crowd && clips == other.clips && bake == other.bake &&
           size == other.size && glm::distance(target, other.target) < little &&
           glm::distance(back, other.back) < little;
}

WindowApp::JudgedFrame WindowApp::judgedFrame(int width, int height) const {
    JudgedFrame frame;
    frame.render = withoutOutline(stage_->render);
    frame.crowd = stage_->crowd.settings();
    frame.clips.assign(stage_->crowd.choices().begin(), stage_->crowd.choices().end());
    frame.bake = settings_.bake;
    frame.size = {width, height};
    const Camera camera = camera_.goal();
    frame.target = camera.target - marchOffset(stage_->crowd, now_);
    frame.back = camera.eye - camera.target;
    return frame;
}

void WindowApp::beginDiagnosis(int width, int height) {
    if (loader_ || rebaker_ || profiler_.running())
        return notify("Measure when loading and baking are done", true);
    DiagnosisPlan plan;
    plan.frames = kFrames;
    plan.size = {width, height};
    plan.aim_s = kAim_s;
    forgetVerdict();
    try {
        diagnosis_.emplace(*stage_, plan, camera_.camera(), now_);
        judged_ = judgedFrame(width, height);
    } catch (const Error& error) {
        notify(error.what(), true);
    }
}

void WindowApp::goOnWithDiagnosis(int width, int height) {
    // Else it is no longer the frame that was begun with.
    const bool same = judged_ && judgedFrame(width, height).like(*judged_) && !loader_ && !rebaker_;
    try {
        if (!same) throw environmentError("", "Something else is drawn now: measured no more");
        diagnosis_->turn();
        if (!diagnosis_->done()) return;
        const Verdict verdict = judgeFrame(diagnosis_->result().times);
        facts_.limit = verdict.sentence;
        facts_.limit_advice = verdict.advice;
        facts_.limit_measured = true;
        info("{}", verdict.sentence);
        endDiagnosis();
    } catch (const Error& error) {
        endDiagnosis();
        forgetVerdict();
        notify(error.what(), true);
    }
}

// Done or not: times of its frames are nobody's.
void WindowApp::endDiagnosis() {
    diagnosis_.reset();
    stale_times_ = gl::GpuTimer::kFrames + 1;
    history_.clear();
    profiler_.clear();
    last_swap_ = last_frame_ = Clock::now();
}

void WindowApp::forgetVerdict() {
    judged_.reset();
    facts_.limit_measured = false;
}

// A measured verdict stays until something is drawn otherwise.
void WindowApp::judge() {
    int width = 0;
    int height = 0;
    window_.framebufferSize(width, height);
    if (facts_.limit_measured && judged_ && judgedFrame(width, height).like(*judged_)) return;
    if (!diagnosis_) forgetVerdict();
    ShownTimes times;
    times.frame_ms = facts_.times.frame_p50;
    times.submit_ms = facts_.times.submit_p50;
    times.gpu_ms = facts_.times.gpu_p50;
    times.refresh_ms = window_.refresh_ms();
    times.software = facts_.software;
    const Verdict verdict = judgeShown(times);
    facts_.limit = verdict.sentence;
    facts_.limit_advice = verdict.advice;
}

}  // namespace phalanx
