#include "render/pacing/frame_pace.h"

#include <algorithm>

namespace phalanx {

void FramePace::add(double ms) {
    if (times_ms_.size() < kFrames) {
        times_ms_.push_back(ms);
    } else {
        times_ms_[next_] = ms;
        next_ = (next_ + 1) % kFrames;
    }
    if (times_ms_.size() < kKnownAt) return;
    std::vector<double> sorted = times_ms_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    budget_ms_ = std::max(kOver * *middle, kLeast_ms);
}

}  // namespace phalanx
