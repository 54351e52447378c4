#include "render/pacing/frame_cost.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

// Relative to a frame's time; tuned on simulated flights (tests/cpu/render/detail_governor_test.cpp). Changes
// with the view come mostly from near meshes, so the scaled part drifts ten times as fast from frame to
// frame.
constexpr double kNoise = 0.08;
constexpr double kFixedDrift = 0.01;
constexpr double kScaledDrift = 0.1;
// After a sudden change of the view both parts drift: a million distant impostors may appear as well as
// meshes.
constexpr double kLeapDrift = 0.1;
// The part of the first frame's time assumed to be fixed.
constexpr double kFixedAtFirst = 0.5;
// While the share stays constant, only the sum of both parts is observed, and the uncertainty of each part
// grows up to this limit. With more, a change after a long constant phase is attributed to the fixed part,
// and then no error seems large enough.
constexpr double kMostDoubt = 0.2;
// Upper limit of the fixed part: some of a frame's time always scales.
constexpr double kMostFixed = 0.95;

double square(double x) {
    return x * x;
}

}  // namespace

void FrameCost::begin(double share, double ms) {
    known_ = true;
    fixed_ms_ = kFixedAtFirst * ms;
    scaled_ms_ = (ms - fixed_ms_) / share;
    // The sum is known as well as a frame time is; the parts are not.
    fixed_variance_ = square(kMostDoubt * ms);
    covariance_ = -fixed_variance_ / share;
    scaled_variance_ = (fixed_variance_ + square(kNoise * ms)) / square(share);
}

// The smaller of this and the last deviation if both have the same sign, else 0: a single outlier is ignored.
double FrameCost::believed(double off_ms) {
    const double before = off_before_ms_;
    off_before_ms_ = off_ms;
    if (off_ms > 0.0) return std::clamp(before, 0.0, off_ms);
    return std::clamp(before, off_ms, 0.0);
}

void FrameCost::add(double share, double ms, bool known_why) {
    if (!known_) return begin(share, ms);
    const double expected_ms = at(share);
    fixed_variance_ += square((known_why ? kLeapDrift : kFixedDrift) * expected_ms);
    scaled_variance_ += square(kScaledDrift * expected_ms / share);
    const double said_ms = believed(ms - expected_ms);
    const double off_ms = known_why ? ms - expected_ms : said_ms;
    const double with_fixed = fixed_variance_ + covariance_ * share;
    const double with_scaled = covariance_ + scaled_variance_ * share;
    const double variance = with_fixed + with_scaled * share + square(kNoise * expected_ms);
    fixed_ms_ += with_fixed / variance * off_ms;
    scaled_ms_ += with_scaled / variance * off_ms;
    fixed_variance_ -= square(with_fixed) / variance;
    covariance_ -= with_fixed * with_scaled / variance;
    scaled_variance_ -= square(with_scaled) / variance;
    const double doubt = square(kMostDoubt * expected_ms);
    if (fixed_variance_ > doubt) {
        const double less = doubt / fixed_variance_;
        fixed_variance_ *= less;
        covariance_ *= less;
        scaled_variance_ *= less;
    }
    // Keep the sum, which was measured.
    const double sum_ms = at(share);
    fixed_ms_ = std::clamp(fixed_ms_, 0.0, kMostFixed * sum_ms);
    scaled_ms_ = (sum_ms - fixed_ms_) / share;
}

}  // namespace phalanx
