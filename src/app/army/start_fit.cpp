#include "app/army/start_fit.h"

#include <algorithm>
#include <array>

namespace phalanx {
namespace {

constexpr int kFramesPerScale = 3;  // one that includes the layout and new targets, then the better of two
// The first frames of a process can take far longer than all others: drivers compile when a program is first
// drawn with, and clocks rise. So a slow machine is believed only after this time.
constexpr double kDoubt_ms = 500.0;
constexpr double kRoom = 0.6;  // fraction of the budget that few units may take, so that more fit
// With frames this many times as long as the budget, no choice helps, and each measurement would take long.
constexpr double kHopeless = 8.0;
// Of the first scale, from sharp to coarse.
constexpr std::array kScales{1.0, 0.85, 0.7, 0.5};

}  // namespace

StartFit::StartFit(const StartFitSettings& settings)
    : settings_(settings),
      units_(settings.units),
      stage_(settings.fits_scale ? Stage::kFull : Stage::kUnits),
      scale_(settings.scale) {}

void StartFit::addFrame(double frame_ms) {
    if (done()) return;
    if (stage_ == Stage::kUnits) return units_.addFrame(frame_ms);
    ++frames_;
    if (frames_ == 1) return;
    best_ms_ = frames_ == 2 ? frame_ms : std::min(best_ms_, frame_ms);
    spent_ms_ += frame_ms;
    const double budget_ms = settings_.units.budget_ms;
    const bool doubtful = stage_ == Stage::kFull && best_ms_ > kRoom * budget_ms && spent_ms_ < kDoubt_ms;
    if (doubtful || (frames_ < kFramesPerScale && best_ms_ < kHopeless * budget_ms)) return;
    measured(best_ms_);
    frames_ = 0;
}

void StartFit::measured(double frame_ms) {
    const double budget_ms = settings_.units.budget_ms;
    if (stage_ == Stage::kFull) {
        full_ms_ = frame_ms;
        if (full_ms_ <= kRoom * budget_ms) {
            stage_ = Stage::kUnits;
            return;
        }
        scale_ = std::max(kLeastScale, settings_.scale * kScales.back());
        hopeless_ = full_ms_ >= kHopeless * budget_ms;
        stage_ = Stage::kHalf;
        return;
    }
    // Noise can make fewer pixels look dearer; then they cost nothing.
    const double half = scale_ / settings_.scale;
    const double pixels_ms = std::max(0.0, (full_ms_ - frame_ms) / std::max(1e-6, 1.0 - half * half));
    const double rest_ms = full_ms_ - pixels_ms;
    for (const double scale : kScales) {
        scale_ = std::max(kLeastScale, settings_.scale * scale);
        if (rest_ms + pixels_ms * scale * scale <= kRoom * budget_ms) break;
    }
    // A lower scale that saves less than a tenth of the frame only blurs it.
    constexpr double kWorthIt = 0.1;
    if (pixels_ms * (1.0 - half * half) < kWorthIt * full_ms_) scale_ = settings_.scale;
    stage_ = Stage::kUnits;
}

}  // namespace phalanx
