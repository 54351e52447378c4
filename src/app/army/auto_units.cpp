#include "app/army/auto_units.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

constexpr int kFramesPerNumber = 3;  // one that includes the layout, then the better of two
constexpr double kMargin = 0.9;      // fraction of the budget to aim for; the rest is for other programs
constexpr double kMostGrowth = 8.0;  // largest growth per step; the linear model is not reliable further away
constexpr double kTrusted = 0.4;     // fraction of the budget; above it, predictions are not limited
constexpr int kMostCorrections = 3;

}  // namespace

std::uint32_t roundedDown(std::uint32_t units) {
    std::uint32_t step = 1;
    while (units / step >= 100) step *= 10;
    return units / step * step;
}

std::uint32_t AutoUnits::predicted() const {
    const double room_ms = settings_.budget_ms * kMargin - base_ms_.value_or(0.0);
    const double per_unit = std::max(ms_per_unit_.value_or(last_ms_ / last_units_), 1e-9);
    return static_cast<std::uint32_t>(
        std::clamp(room_ms / per_unit, 1.0, static_cast<double>(settings_.most)));
}

void AutoUnits::finish(std::uint32_t units) {
    holds_ = units >= settings_.least;
    units_ = std::clamp(roundedDown(units), settings_.least, settings_.most);
    done_ = true;
}

void AutoUnits::addFrame(double frame_ms) {
    if (done_) return;
    spent_ms_ += frame_ms;
    ++frames_;
    if (frames_ == 2) best_ms_ = frame_ms;
    if (frames_ > 2) best_ms_ = std::min(best_ms_, frame_ms);
    const bool late = spent_ms_ >= settings_.limit_ms;
    // On slow machines, a frame far over the budget needs no second measurement.
    const bool enough =
        frames_ >= kFramesPerNumber || (frames_ == 2 && (late || frame_ms > 2.0 * settings_.budget_ms));
    if (!enough) return;

    if (last_units_ != 0 && units_ != last_units_) {
        const double slope = (best_ms_ - last_ms_) / (static_cast<double>(units_) - last_units_);
        // Noise can make more units look cheaper. Then attribute all of the time to the units, which is
        // conservative.
        ms_per_unit_ = slope > 0.0 ? slope : best_ms_ / units_;
        base_ms_ = std::clamp(best_ms_ - *ms_per_unit_ * units_, 0.0, best_ms_);
    }
    last_units_ = units_;
    last_ms_ = best_ms_;

    const bool over = best_ms_ > settings_.budget_ms;
    if (predicted_ && !over) return finish(units_);
    if (!over && units_ == settings_.most) return finish(units_);
    if (late || corrections_ == kMostCorrections) {
        // No time is left to check a prediction: if over the budget, take the lower of two predictions, else
        // at most twice the number measured to fit.
        return finish(
            over ? std::min(predicted(),
                            static_cast<std::uint32_t>(units_ * settings_.budget_ms * kMargin / best_ms_) + 1)
                 : std::max(units_, std::min(predicted(), units_ * 2)));
    }
    std::uint32_t next = predicted();
    if (over) {
        ++corrections_;
        next = std::clamp(next, units_ / 16 + 1, std::max(1U, static_cast<std::uint32_t>(units_ * 0.9)));
        predicted_ = true;
    } else if (best_ms_ >= kTrusted * settings_.budget_ms) {
        // Without a slope, the prediction attributes all of the time to the units, and is too low.
        predicted_ = ms_per_unit_.has_value();
        next = std::max(next, units_);
    } else {
        // So few units cost almost nothing, and noise hides their cost: grow by a factor of 2 to kMostGrowth.
        const double most = std::min(static_cast<double>(settings_.most), units_ * kMostGrowth);
        next = static_cast<std::uint32_t>(
            std::clamp(static_cast<double>(next), std::min(most, units_ * 2.0), most));
    }
    // Even the smallest number exceeds the budget.
    if (over && units_ <= settings_.least) return finish(0);
    next = std::max(next, settings_.least);
    if (next == units_) return finish(units_);
    units_ = next;
    frames_ = 0;
}

}  // namespace phalanx
