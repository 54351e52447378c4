#include "app/lab/profiler.h"

#include <utility>

namespace phalanx {
namespace {

constexpr auto kSummaryAge = std::chrono::milliseconds(250);

}  // namespace

void Profiler::beginFrame() {
    passes_ms_.fill(0.0);
    pass_ = FramePass::kWindow;
    entered_ = Clock::now();
}

void Profiler::enter(FramePass pass) {
    const Clock::time_point now = Clock::now();
    passes_ms_[static_cast<std::size_t>(pass_)] +=
        std::chrono::duration<double, std::milli>(now - entered_).count();
    pass_ = pass;
    entered_ = now;
}

void Profiler::add(const FrameStats& stats, double frame_ms) {
    WindowTimes times;
    times.window_ms = passes_ms_[static_cast<std::size_t>(FramePass::kWindow)];
    times.panels_ms = passes_ms_[static_cast<std::size_t>(FramePass::kPanels)];
    times.falls_ms = passes_ms_[static_cast<std::size_t>(FramePass::kFalls)];
    times.frame_ms = frame_ms;
    profile_.add(profiledFrame(stats, times), stats);
}

ProfilerFacts Profiler::facts(const Facts& shown, const ComparedSide& present) {
    const Clock::time_point now = Clock::now();
    if (now - refreshed_ > kSummaryAge) {
        refreshed_ = now;
        usual_ = profile_.statistics();
    }
    ProfilerFacts facts;
    facts.profile = &profile_;
    facts.usual = usual_;
    facts.software = shown.software;
    facts.why_not = shown.why_not;
    facts.limit = shown.limit;
    facts.limit_advice = shown.limit_advice;
    facts.techniques = &shown.techniques;
    facts.present = present;
    facts.comparison = compared_ ? &*compared_ : nullptr;
    for (std::size_t i = 0; i < kSweepKinds; ++i) facts.sweeps[i] = swept_[i] ? &*swept_[i] : nullptr;
    facts.comparing = comparison_ != nullptr;
    if (comparison_) facts.share = comparison_->share();
    if (sweep_) {
        facts.sweeping = sweeping_;
        facts.share = sweep_->share();
        facts.step = sweep_->next();
    }
    return facts;
}

void Profiler::compare(Stage& stage, const std::vector<LoadedModel>& models, const ComparisonPlan& plan,
                       const Camera& camera, Ticks now) {
    comparison_ = std::make_unique<Comparison>(stage, models, plan, camera, now);
}

void Profiler::sweep(Stage& stage, const std::vector<LoadedModel>& models,
                     const std::optional<PoseFile>& pose, SweepKind kind, glm::ivec2 size) {
    sweep_ = std::make_unique<Sweep>(stage, models, pose, kind, size);
    sweeping_ = kind;
    swept_[static_cast<std::size_t>(kind)].reset();
}

void Profiler::step() {
    if (comparison_) {
        comparison_->turn();
        if (!comparison_->done()) return;
        compared_ = comparison_->result();
        comparison_.reset();
        ++ended_;
        return;
    }
    if (!sweep_) return;
    sweep_->step();
    swept_[static_cast<std::size_t>(sweeping_)] = sweep_->result();
    if (!sweep_->done()) return;
    sweep_.reset();
    ++ended_;
}

void Profiler::cancel() {
    comparison_.reset();
    sweep_.reset();
}

}  // namespace phalanx
