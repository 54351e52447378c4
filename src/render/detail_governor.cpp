#include "render/detail_governor.h"

#include <algorithm>
#include <cmath>

#include "render/frame_stats.h"

namespace phalanx {
namespace {

constexpr double kPower = 1.3;
// Of the budget. Frames are aimed at a little less than it; detail comes back only where that leaves a fifth
// free. In between, as wide as noise is, nothing changes.
constexpr double kAim = 0.95;
constexpr double kRoom = 0.8;
// In one frame the error becomes so many times smaller at most: four times in some 50 frames.
constexpr double kBack = 1.03;

double leastShare() {
    static const double share = std::pow(DetailGovernor::kMostTimes, -kPower);
    return share;
}

double shareBack() {
    static const double factor = std::pow(kBack, kPower);
    return factor;
}

}  // namespace

double DetailGovernor::errorFor(double set_px, double budget_ms) {
    if (budget_ms <= 0.0) {
        *this = DetailGovernor();
        return set_px;
    }
    budget_ms_ = budget_ms;
    set_px = std::max(set_px, kLeastError_px);
    if (set_px != set_px_) {  // shares are of something else now
        cost_ = FrameCost();
        drawn_ = {};
        set_px_ = set_px;
    }
    if (share_ >= 1.0) return set_px_;
    if (share_ <= leastShare()) return kMostTimes * set_px_;
    return set_px_ * std::pow(share_, -1.0 / kPower);
}

void DetailGovernor::drew(std::uint64_t frame) {
    if (budget_ms_ > 0.0) drawn_.at(frame % kFrames) = {frame, share_};
}

void DetailGovernor::took(std::uint64_t frame, double ms) {
    Drawn& drawn = drawn_.at(frame % kFrames);
    if (drawn.frame != frame || frame == 0 || !(ms > 0.0) || !std::isfinite(ms)) return;
    drawn.frame = 0;
    cost_.add(drawn.share, ms);
    const double most = cost_.shareOf(kAim * budget_ms_);
    const double least = cost_.shareOf(kRoom * budget_ms_);
    if (share_ > most) {
        share_ = most;
    } else if (share_ < least) {
        share_ = std::min(least, share_ * shareBack());
    }
    share_ = std::clamp(share_, leastShare(), 1.0);
}

void DetailGovernor::add(const FrameStats& stats, bool timers, double frame_ms) {
    drew(stats.frame);
    if (!timers) {
        took(stats.frame, frame_ms);
    } else if (stats.timed_frame && stats.gpu_ms) {
        took(*stats.timed_frame, *stats.gpu_ms);
    }
}

}  // namespace phalanx
