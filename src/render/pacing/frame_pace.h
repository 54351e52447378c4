// A budget for frames whose pace is to be steady: what most of the last frames took, and a third more. No GL,
// and no clock of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace phalanx {

enum class Pace : std::uint8_t { kSteady, kFree };
std::string_view nameOf(Pace pace);  // steady, free

class FramePace {
  public:
    static constexpr std::size_t kFrames = 600;  // that count, the newest
    static constexpr std::size_t kKnownAt = 60;  // with fewer it has nothing to say
    static constexpr double kOver = 1.3;         // times their median
    static constexpr double kLeast_ms = 4.0;     // shorter frames are steady enough

    // A finished frame took so long, > 0.
    void add(double ms);
    // 0: nothing to say.
    double budget_ms() const { return budget_ms_; }

  private:
    std::vector<double> times_ms_;  // a ring
    std::size_t next_ = 0;
    double budget_ms_ = 0.0;
};

}  // namespace phalanx
