#include "app/window/pages/bottleneck_page.h"

#include "app/army/framing.h"
#include "app/measure/verdict.h"
#include "core/log.h"

namespace phalanx {
namespace {

constexpr int kFrames = 30;
constexpr double kAim_s = 60.0;

// Without outline and counters, which have almost no cost: a verdict remains valid when they change.
FrameRequest withoutOutline(FrameRequest request) {
    request.count_runs = false;
    request.outlined.reset();
    request.outline_px = 0.0F;
    return request;
}

}  // namespace

bool BottleneckPage::JudgedFrame::like(const JudgedFrame& other) const {
    // Movements of the camera below 2 % of its distance are ignored.
    const double little = 0.02 * glm::length(back);
    return render == other.render && crowd == other.crowd && clips == other.clips && bake == other.bake &&
           pose == other.pose && size == other.size && glm::distance(target, other.target) < little &&
           glm::distance(back, other.back) < little;
}

BottleneckPage::JudgedFrame BottleneckPage::judgedFrame(glm::ivec2 size) const {
    JudgedFrame frame;
    frame.render = withoutOutline(session_.stage->render);
    frame.crowd = session_.stage->crowd.settings();
    frame.clips.assign(session_.stage->crowd.choices().begin(), session_.stage->crowd.choices().end());
    frame.bake = session_.settings.bake;
    frame.pose = session_.settings.pose;
    frame.size = size;
    const Camera camera = session_.camera.goal();
    frame.target = camera.target - marchOffset(session_.stage->crowd, session_.now);
    frame.back = camera.eye - camera.target;
    return frame;
}

void BottleneckPage::begin(glm::ivec2 size) {
    DiagnosisPlan plan;
    plan.frames = kFrames;
    plan.size = size;
    plan.aim_s = kAim_s;
    forgetVerdict();
    try {
        diagnosis_.emplace(*session_.stage, plan, session_.camera.camera(), session_.now);
        judged_ = judgedFrame(size);
    } catch (const Error& error) {
        session_.notify(error.what(), true);
    }
}

bool BottleneckPage::step(glm::ivec2 size, bool disturbed) {
    // All variants must be measured with the same frame.
    const bool same = judged_ && judgedFrame(size).like(*judged_) && !disturbed;
    try {
        if (!same) throw environmentError("", "Measurement stopped: view, settings or models have changed");
        diagnosis_->turn();
        if (!diagnosis_->done()) return false;
        const Verdict verdict = judgeFrame(diagnosis_->result().times);
        Facts& facts = session_.facts;
        facts.limit = verdict.sentence;
        facts.limit_advice = verdict.advice;
        facts.limit_measured = true;
        info("{}", verdict.sentence);
        diagnosis_.reset();
    } catch (const Error& error) {
        diagnosis_.reset();
        forgetVerdict();
        session_.notify(error.what(), true);
    }
    return true;
}

void BottleneckPage::showProgress(Facts& facts) const {
    facts.busy = "Measuring the bottleneck ...";
    facts.can_cancel = true;
    facts.busy_share = static_cast<float>(diagnosis_->turnsDone()) / static_cast<float>(diagnosis_->turns());
}

void BottleneckPage::forgetVerdict() {
    judged_.reset();
    session_.facts.limit_measured = false;
}

void BottleneckPage::estimate(glm::ivec2 size) {
    Facts& facts = session_.facts;
    if (facts.limit_measured && judged_ && judgedFrame(size).like(*judged_)) return;
    if (!diagnosis_) forgetVerdict();
    ShownTimes times;
    times.frame_ms = facts.times.frame_p50;
    times.submit_ms = facts.times.submit_p50;
    times.gpu_ms = facts.times.gpu_p50;
    if (session_.stage->renderer.hasLayers()) times.layers_ms = facts.times.layers_p50;
    times.refresh_ms = session_.window.refresh_ms();
    times.software = facts.software;
    const Verdict verdict = judgeShown(times);
    facts.limit = verdict.sentence;
    facts.limit_advice = verdict.advice;
}

}  // namespace phalanx
