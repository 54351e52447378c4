// Frame budgets for a steady pace: 1.3 times the median of the last frame times, or more where frames are
// short anyway. No GL, and no clock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace phalanx {

class FramePace {
  public:
    static constexpr std::size_t kFrames = 600;  // number of newest frames used
    static constexpr std::size_t kKnownAt = 60;  // with fewer frames there is no budget
    static constexpr double kOver = 1.3;         // budget as a multiple of the median
    static constexpr double kLeast_ms = 6.9;     // smallest budget: shorter frames hold 144 Hz
    static constexpr double kLong_ms = 11.1;     // smallest limit: shorter frames hold 90 Hz

    // Adds a finished frame's time, > 0.
    void add(double ms);
    // 0: no budget yet.
    double budget_ms() const { return budget_ms_; }
    // Frames beyond it are worth much detail. 0: no budget yet; else at least the budget.
    double limit_ms() const { return budget_ms_ > 0.0 ? std::max(budget_ms_, kLong_ms) : 0.0; }

  private:
    std::vector<double> times_ms_;  // ring buffer
    std::size_t next_ = 0;
    double budget_ms_ = 0.0;
};

}  // namespace phalanx
