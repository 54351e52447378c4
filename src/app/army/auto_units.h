// How many units hold 30 frames a second here: found by drawing some, measuring, and drawing more.
#pragma once

#include <cstdint>
#include <optional>

namespace phalanx {

struct AutoUnitsSettings {
    double budget_ms = 1000.0 / 30.0;  // that a frame may take
    double limit_ms = 1000.0;          // that the search may take, about
    std::uint32_t first = 64;
    std::uint32_t least = 32;  // fewer is no crowd: these are drawn even where they do not hold the budget
    std::uint32_t most = 1'000'000;
};

// A frame is taken to cost a + b * units; two numbers of units give a and b. The caller draws units() and
// tells what that took, GPU included, until done(). The first frame of each number pays for laying the crowd
// out, so it only counts as time spent.
class AutoUnits {
  public:
    explicit AutoUnits(const AutoUnitsSettings& settings = {})
        : settings_(settings), units_(settings.first) {}

    std::uint32_t units() const { return units_; }
    bool done() const { return done_; }
    // Whether units() hold the budget; false only where settings.least do not. Once done().
    bool holds() const { return holds_; }
    void addFrame(double frame_ms);
    // Of the last frame that counted.
    double measured_ms() const { return measured_ms_; }

  private:
    std::uint32_t predicted() const;
    void finish(std::uint32_t units);

    AutoUnitsSettings settings_;
    std::uint32_t units_;
    int frames_ = 0;  // drawn with units_
    double best_ms_ = 0.0;
    double spent_ms_ = 0.0;
    double measured_ms_ = 0.0;
    std::optional<double> base_ms_;      // a
    std::optional<double> ms_per_unit_;  // b
    std::uint32_t last_units_ = 0;
    double last_ms_ = 0.0;
    int corrections_ = 0;
    bool predicted_ = false;  // units_ is a prediction, to be checked
    bool done_ = false;
    bool holds_ = false;
};

// Two leading digits, downwards: 1234 -> 1200. A machine's number, not a measurement's noise.
std::uint32_t roundedDown(std::uint32_t units);

}  // namespace phalanx
