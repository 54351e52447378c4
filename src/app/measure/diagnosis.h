// Times one frame unchanged and with one kind of work removed at a time, interleaved: the input of
// `diagnose`.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "app/measure/frame_timer.h"
#include "app/measure/verdict.h"

namespace phalanx {

struct DiagnosisPlan {
    int frames = 60;  // measured frames per variant
    int rounds = 5;
    glm::ivec2 size{1920, 1080};
    double time_budget_s = 300.0;  // an estimate above this is an error
    // If all variants would take longer, fewer frames are measured, but at least one per turn.
    double aim_s = std::numeric_limits<double>::infinity();
};

enum class FrameVariant { kFull, kDiscard, kOnePixel, kStatic, kCollapsed, kNoUnits, kHeldLayers };
inline constexpr std::array kFrameVariants{
    FrameVariant::kFull,      FrameVariant::kDiscard, FrameVariant::kOnePixel,  FrameVariant::kStatic,
    FrameVariant::kCollapsed, FrameVariant::kNoUnits, FrameVariant::kHeldLayers};

// Display name: "full frame", "triangles discarded" ...
std::string_view nameOf(FrameVariant variant);

struct Diagnosis {
    VariantTimes times;
    // Per variant, by the same clock as `times`; nullopt: this frame has no such variant.
    std::array<std::optional<Percentiles>, kFrameVariants.size()> frames;
    double submit_ms = 0.0;        // CPU time of the GL calls; not judged if the driver is software
    std::uint32_t unit_draws = 0;  // draw calls for units in the full frame
    bool gpu_clock = false;        // true: GPU timer queries; false: wall time around glFinish
};

// Diagnoses the frame given by stage.crowd and stage.render, whose technique must be available.
class FrameDiagnosis {
  public:
    // Times one frame. Throws Error (kUsage) if all turns would take longer than the budget. The stage must
    // outlive this, and what it draws must not change meanwhile.
    FrameDiagnosis(Stage& stage, const DiagnosisPlan& plan, const Camera& camera, Ticks now);

    bool done() const { return turn_ == turns(); }
    int turnsDone() const { return turn_; }
    int turns() const { return plan_.rounds * static_cast<int>(variants_.size()); }
    // Measures the next turn of one variant; the renderer's targets keep this variant's size. Throws Error
    // (kEnvironment) if the timers return no time.
    void turn();
    // Only once done().
    Diagnosis result() const;

  private:
    std::vector<FrameVariant> variants_;
    // By FrameVariant.
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
