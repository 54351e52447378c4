// The window's profiler: measures the passes of a frame on the CPU, keeps the last frames, runs comparisons
// and sweeps between two displayed frames, and supplies the panel.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/measure/comparison.h"
#include "app/measure/sweep.h"
#include "ui/data/facts.h"
#include "ui/profiler/profile.h"
#include "ui/profiler/profiler_panel.h"

namespace phalanx {

class Profiler {
  public:
    // Splits the CPU time of the window, from beginFrame() to endWindow(): its lifetime belongs to `pass`,
    // all other time to FramePass::kWindow.
    class WindowPass {
      public:
        WindowPass(Profiler& profiler, FramePass pass) : profiler_(profiler) { profiler_.enter(pass); }
        ~WindowPass() { profiler_.enter(FramePass::kWindow); }
        WindowPass(const WindowPass&) = delete;
        WindowPass& operator=(const WindowPass&) = delete;
        WindowPass(WindowPass&&) = delete;
        WindowPass& operator=(WindowPass&&) = delete;

      private:
        Profiler& profiler_;
    };
    // Starts a frame. Earlier work of the window, such as loading, belongs to no frame.
    void beginFrame();
    void endWindow() { enter(FramePass::kRest); }
    // The frame was displayed. `stats`: of the renderer, including the pass of the user interface.
    void add(const FrameStats& stats, double frame_ms);
    // What is drawn changes: earlier times do not apply to later frames.
    void clear() { profile_.clear(); }

    // Shows this frame until release(); recording continues.
    void hold(std::uint64_t number) { profile_.hold(number); }
    void release() { profile_.resume(); }
    ProfilerFacts facts(const Facts& shown, const ComparedSide& present);
    const Profile& profile() const { return profile_; }

    // A comparison or a sweep is running. Nothing else may change what the stage draws until it ends.
    bool running() const { return comparison_ != nullptr || sweep_ != nullptr; }
    // Number of comparisons and sweeps that were completed.
    int ended() const { return ended_; }
    // Throw Error if this context cannot do it.
    void compare(Stage& stage, const std::vector<LoadedModel>& models, const ComparisonPlan& plan,
                 const Camera& camera, Ticks now);
    void sweep(Stage& stage, const std::vector<LoadedModel>& models, const std::optional<PoseFile>& pose,
               SweepKind kind, glm::ivec2 size);
    // Runs the next turn. After the last one the result is available.
    void step();
    // Earlier results stay, and the points that a sweep has found so far.
    void cancel();
    const std::optional<ComparisonResult>& compared() const { return compared_; }
    const std::optional<SweepResult>& swept(SweepKind kind) const {
        return swept_[static_cast<std::size_t>(kind)];
    }

  private:
    using Clock = std::chrono::steady_clock;

    void enter(FramePass pass);

    Profile profile_;
    FramePassStatistics usual_;
    Clock::time_point refreshed_{};
    std::array<double, kFramePasses> passes_ms_{};
    FramePass pass_ = FramePass::kRest;
    Clock::time_point entered_ = Clock::now();

    std::unique_ptr<Comparison> comparison_;
    std::unique_ptr<Sweep> sweep_;
    SweepKind sweeping_ = SweepKind::kUnits;
    int ended_ = 0;
    std::optional<ComparisonResult> compared_;
    std::array<std::optional<SweepResult>, kSweepKinds> swept_;
};

}  // namespace phalanx
