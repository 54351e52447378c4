// Finds the number of units that this machine draws at 30 frames per second, by drawing, measuring, and
// drawing more.
#pragma once

#include <cstdint>
#include <optional>

namespace phalanx {

struct AutoUnitsSettings {
    double budget_ms = 1000.0 / 30.0;  // maximum time per frame
    double limit_ms = 1000.0;          // approximate time limit of the search
    std::uint32_t first = 64;          // number of units to begin with
    std::uint32_t least = 32;          // lower limit of the result, even if these exceed the budget
    std::uint32_t most = 1'000'000;    // upper limit of the result
};

// Models the time of a frame as a + b * units; two numbers of units give a and b. The caller draws units()
// and passes the frame's time, GPU included, to addFrame() until done(). The first frame of each number
// includes the crowd layout, so it only counts as time spent.
class AutoUnits {
  public:
    explicit AutoUnits(const AutoUnitsSettings& settings = {})
        : settings_(settings), units_(settings.first) {}

    std::uint32_t units() const { return units_; }
    bool done() const { return done_; }
    // Whether units() fit the budget; false only if settings.least units do not. Only once done().
    bool holds() const { return holds_; }
    void addFrame(double frame_ms);

  private:
    std::uint32_t predicted() const;
    void finish(std::uint32_t units);

    AutoUnitsSettings settings_;
    std::uint32_t units_;
    int frames_ = 0;  // frames drawn with units_
    double best_ms_ = 0.0;
    double spent_ms_ = 0.0;
    std::optional<double> base_ms_;      // a
    std::optional<double> ms_per_unit_;  // b
    std::uint32_t last_units_ = 0;
    double last_ms_ = 0.0;
    int corrections_ = 0;
    bool predicted_ = false;  // units_ is a prediction that must be checked
    bool done_ = false;
    bool holds_ = false;
};

// Rounds down to two leading digits, because the others are measurement noise: 1234 -> 1200.
std::uint32_t roundedDown(std::uint32_t units);

}  // namespace phalanx
