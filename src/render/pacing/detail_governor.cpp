#include "render/pacing/detail_governor.h"

#include <algorithm>
#include <cmath>

#include "render/frame/frame_stats.h"

namespace phalanx {
namespace {

// The help of frame budget and pace says these numbers (render_settings.cpp).
static_assert(DetailGovernor::kMostTimes == 6.0 && DetailGovernor::kLeastError_px == 0.5);
static_assert(FramePace::kOver == 1.3 && FramePace::kFrames == 600);
static_assert(DetailGovernor::kSteadyTimes == 1.95 && FramePace::kLong_ms == 11.1);

constexpr double kPower = 1.3;
// Fractions of the budget. Frames are aimed slightly below it; detail is restored only if a frame would then
// take less than 86 % of it. The gap is as wide as the noise of frame times, and nothing changes inside it.
constexpr double kAim = 0.95;
constexpr double kRoom = 0.86;
// The largest factor by which the error shrinks per frame: six times in about 60 frames.
constexpr double kBack = 1.03;

// A frame with more to draw than the one before by this factor is a sudden change of the view. Times and
// counts arrive a few frames late, and not by the same number of frames.
constexpr double kLeap = 1.15;
constexpr int kLeapFrames = 4;
constexpr double kUnitInTriangles = 8.0;  // cost of an impostor in triangles

double leastShare() {
    static const double share = std::pow(DetailGovernor::kMostTimes, -kPower);
    return share;
}

double steadyShare() {
    static const double share = std::pow(DetailGovernor::kSteadyTimes, -kPower);
    return share;
}

double shareBack() {
    static const double factor = std::pow(kBack, kPower);
    return factor;
}

}  // namespace

double DetailGovernor::errorFor(const Wish& wish) {
    const bool steady = wish.pace == Pace::kSteady && wish.set_px > 0.0;
    if (wish.budget_ms <= 0.0 && !steady) {
        *this = DetailGovernor();
        return wish.set_px;
    }
    const double set_px = wish.budget_ms > 0.0 ? std::max(wish.set_px, kLeastError_px) : wish.set_px;
    if (set_px != wish_.set_px) {  // shares refer to another error now
        cost_ = FrameCost();
        drawn_ = {};
    }
    if (!steady) pace_ = FramePace();
    wish_ = {set_px, wish.budget_ms, steady ? Pace::kSteady : Pace::kFree};
    if (share_ >= 1.0) return set_px;
    if (share_ <= leastShare()) return kMostTimes * set_px;
    return set_px * std::pow(share_, -1.0 / kPower);
}

double DetailGovernor::shareFor(double fraction) const {
    double share = 1.0;
    if (pace_.budget_ms() > 0.0) {
        const double paced = cost_.shareOf(fraction * pace_.budget_ms());
        const double limited = cost_.shareOf(fraction * pace_.limit_ms());  // at least `paced`
        share = std::clamp(steadyShare(), paced, limited);
    }
    if (wish_.budget_ms > 0.0) share = std::min(share, cost_.shareOf(fraction * wish_.budget_ms));
    return share;
}

void DetailGovernor::drew(std::uint64_t frame) {
    if (wish_.budget_ms > 0.0 || wish_.pace == Pace::kSteady) drawn_.at(frame % kFrames) = {frame, share_};
}

void DetailGovernor::took(std::uint64_t frame, double ms) {
    Drawn& drawn = drawn_.at(frame % kFrames);
    if (drawn.frame != frame || frame == 0 || !(ms > 0.0) || !std::isfinite(ms)) return;
    drawn.frame = 0;
    cost_.add(drawn.share, ms, leapt_ > 0);
    leapt_ = std::max(leapt_ - 1, 0);
    if (!limited()) {
        share_ = std::min(1.0, share_ * shareBack());
        return;
    }
    const double most = shareFor(kAim);
    const double least = shareFor(kRoom);
    if (share_ > most) {
        share_ = most;
    } else if (share_ < least) {
        share_ = std::min(least, share_ * shareBack());
    }
    share_ = std::clamp(share_, leastShare(), 1.0);
}

void DetailGovernor::hadToDraw(double amount) {
    if (amount > kLeap * amount_ && amount_ > 0.0) leapt_ = kLeapFrames;
    amount_ = amount;
}

void DetailGovernor::add(const FrameStats& stats, bool timers, double frame_ms) {
    drew(stats.frame);
    hadToDraw(static_cast<double>(stats.triangles) + kUnitInTriangles * stats.visible);
    if (!timers) {
        took(stats.frame, frame_ms);
    } else if (stats.timed_frame && stats.gpu_ms) {
        if (wish_.pace == Pace::kSteady && *stats.gpu_ms > 0.0) pace_.add(*stats.gpu_ms);
        took(*stats.timed_frame, *stats.gpu_ms);
    }
}

}  // namespace phalanx
