// The window's profiler: clocks the phases of a frame on the CPU, keeps the last frames, carries out
// comparisons and sweeps a turn between two frames that are shown, and feeds the panel.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/measure/comparison.h"
#include "app/measure/sweep.h"
#include "ui/main/facts.h"
#include "ui/profiler/profile.h"
#include "ui/profiler/profiler_panel.h"

namespace phalanx {

class Profiler {
  public:
    // What the window did before, loading perhaps, is of no frame.
    void beginFrame();
    // From now on the window does this; until the next call.
    void enter(Lane lane);
    // The frame was shown. `stats`: of the renderer, the interface's pass included.
    void add(const FrameStats& stats, double frame_ms);
    // Times of what was drawn until now are no times of what follows.
    void clear() { profile_.clear(); }

    // Shows this frame until release(), while others are recorded on.
    void hold(std::uint64_t number) { profile_.hold(number); }
    void release() { profile_.goOn(); }
    ProfilerFacts facts(const Facts& shown, const ComparedSide& present);
    const Profile& profile() const { return profile_; }

    // A comparison or a sweep is under way. Nobody else may change what the stage draws until it is over.
    bool running() const { return comparison_ != nullptr || sweep_ != nullptr; }
    bool sweeping() const { return sweep_ != nullptr; }
    // Comparisons and sweeps that came to their end.
    int ended() const { return ended_; }
    // Throw Error where it cannot be done here.
    void compare(Stage& stage, const std::vector<LoadedModel>& models, const ComparisonPlan& plan,
                 const Camera& camera, Ticks now);
    void sweep(Stage& stage, SweepKind kind, glm::ivec2 size);
    // The next turn. What is left when it was the last: the result.
    void step();
    // Earlier results stay; of a sweep what it has found so far.
    void cancel();
    const std::optional<ComparisonResult>& compared() const { return compared_; }
    const std::optional<SweepResult>& swept(SweepKind kind) const {
        return swept_[static_cast<std::size_t>(kind)];
    }

  private:
    using Clock = std::chrono::steady_clock;

    Profile profile_;
    LaneStatistics usual_;
    Clock::time_point refreshed_{};
    std::array<double, kLanes> phases_ms_{};
    Lane phase_ = Lane::kRest;
    Clock::time_point entered_ = Clock::now();

    std::unique_ptr<Comparison> comparison_;
    std::unique_ptr<Sweep> sweep_;
    SweepKind sweeping_ = SweepKind::kUnits;
    int ended_ = 0;
    std::optional<ComparisonResult> compared_;
    std::array<std::optional<SweepResult>, kSweepKinds> swept_;
};

}  // namespace phalanx
