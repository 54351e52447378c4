// One frame timed as it is and with one kind of work left out, in turns: what `diagnose` judges.
#pragma once

#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include "app/measure/frame_timer.h"
#include "app/measure/verdict.h"

namespace phalanx {

struct DiagnosisPlan {
    int frames = 60;  // measured, of each variant
    int rounds = 5;
    glm::ivec2 size{1920, 1080};
    double time_budget_s = 300.0;
    // Where all would take longer, fewer frames are measured: at least one a turn.
    double aim_s = std::numeric_limits<double>::infinity();
};

enum class FrameVariant { kFull, kDiscard, kOnePixel, kStatic, kCollapsed, kNoUnits };
inline constexpr std::array kFrameVariants{FrameVariant::kFull,      FrameVariant::kDiscard,
                                           FrameVariant::kOnePixel,  FrameVariant::kStatic,
                                           FrameVariant::kCollapsed, FrameVariant::kNoUnits};

// For people: "as it is", "triangles discarded" ...
std::string_view nameOf(FrameVariant variant);

struct Diagnosis {
    VariantTimes times;
    std::array<Percentiles, kFrameVariants.size()> frames;  // by the clock of `times`
    double submit_ms = 0.0;        // measured; judged only where the driver is not software
    std::uint32_t unit_draws = 0;  // of the frame as it is
    bool gpu_clock = false;        // else the wall around glFinish
};

// The crowd and stage.render are the frame; its technique must be available.
class FrameDiagnosis {
  public:
    // Times one frame. Throws Error (kEnvironment) where all turns would take longer than the budget. The
    // stage must outlive this, and nobody else may change what is drawn.
    FrameDiagnosis(Stage& stage, const DiagnosisPlan& plan, const Camera& camera, Ticks now);

    bool done() const { return turn_ == turns(); }
    int turnsDone() const { return turn_; }
    int turns() const { return plan_.rounds * static_cast<int>(kFrameVariants.size()); }
    // The next turn of one variant; leaves the renderer's targets with its size. Throws Error (kEnvironment)
    // where timers give no time.
    void turn();
    // When done.
    Diagnosis result() const;

  private:
    std::array<std::vector<double>, kFrameVariants.size()> times_;
    std::array<std::vector<double>, kFrameVariants.size()> medians_;
    std::vector<double> submit_ms_;
    DiagnosisPlan plan_;
    bool gpu_clock_;
    bool software_;
    FrameTimer timer_;
    TimedFrame full_;
    std::uint32_t unit_draws_ = 0;
    int turn_ = 0;
};

}  // namespace phalanx
