// What limits the frame: by the times of what is shown, and on request by variants of the frame, a turn of
// one of them between two frames that are shown.
#include <algorithm>

#include "app/verdict.h"
#include "app/window_app.h"
#include "core/log.h"
#include "gl/timer.h"

namespace phalanx {
namespace {

constexpr int kFrames = 30;
constexpr double kTimeBudget_s = 60.0;

// The outline is no work to speak of, and follows the mouse.
RenderSettings withoutOutline(RenderSettings settings) {
    settings.outlined.reset();
    settings.outline_px = 0.0F;
    return settings;
}

}  // namespace

void WindowApp::beginDiagnosis(int width, int height) {
    DiagnosisPlan plan;
    plan.frames = kFrames;
    plan.size = {width, height};
    plan.time_budget_s = kTimeBudget_s;
    try {
        diagnosed_.reset();
        diagnosis_.emplace(*stage_, plan, camera_.camera(), now_);
        diagnosed_ = withoutOutline(stage_->render);
        diagnosed_crowd_ = stage_->crowd.settings();
    } catch (const Error& error) {
        notify(error.what(), true);
    }
}

void WindowApp::goOnWithDiagnosis() {
    const bool other =
        withoutOutline(stage_->render) != *diagnosed_ || stage_->crowd.settings() != diagnosed_crowd_;
    if (other || loader_ || rebaker_) {  // no longer the frame that was begun with
        diagnosis_.reset();
        diagnosed_.reset();
        return;
    }
    try {
        diagnosis_->turn();
        if (!diagnosis_->done()) return;
        const Verdict verdict = judgeFrame(diagnosis_->result().times);
        facts_.limit = verdict.sentence;
        facts_.limit_advice = verdict.advice;
        facts_.limit_measured = true;
        info("{}", verdict.sentence);
    } catch (const Error& error) {
        diagnosed_.reset();
        notify(error.what(), true);
    }
    diagnosis_.reset();
    stale_times_ = gl::GpuTimer::kFrames + 1;
    history_.clear();
    last_swap_ = last_frame_ = Clock::now();  // measuring is no frame
}

// A measured verdict stays until something is drawn otherwise.
void WindowApp::judge() {
    const bool same = diagnosed_ && withoutOutline(stage_->render) == *diagnosed_ &&
                      stage_->crowd.settings() == diagnosed_crowd_;
    if (facts_.limit_measured && same) return;
    facts_.limit_measured = false;
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
