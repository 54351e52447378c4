// One frame timed as it is and with one kind of work left out, in turns: what `diagnose` judges.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "app/frame_timer.h"
#include "app/verdict.h"

namespace phalanx {

struct DiagnosisPlan {
    int frames = 60;  // measured, of each variant
    int rounds = 5;
    glm::ivec2 size{1920, 1080};
    double time_budget_s = 300.0;
};

enum class FrameVariant { kFull, kDiscard, kOnePixel, kStatic, kNoUnits };
inline constexpr std::array kFrameVariants{FrameVariant::kFull, FrameVariant::kDiscard,
                                           FrameVariant::kOnePixel, FrameVariant::kStatic,
                                           FrameVariant::kNoUnits};

// For people: "as it is", "triangles discarded" ...
std::string_view nameOf(FrameVariant variant);

struct Diagnosis {
    FrameTimes times;
    std::array<Percentiles, kFrameVariants.size()> frames;  // by the clock of `times`
    double submit_ms = 0.0;        // measured; judged only where the driver is not software
    std::uint32_t unit_draws = 0;  // of the frame as it is
    bool gpu_clock = false;        // else the wall around glFinish
};

// The crowd and stage.render are the frame; its technique must be available. `progress`: a line for the log
// before each turn. Throws Error (kEnvironment) where it would take longer than the budget.
Diagnosis diagnoseFrame(Stage& stage, const DiagnosisPlan& plan,
                        const std::function<void(const std::string&)>& progress);

}  // namespace phalanx
