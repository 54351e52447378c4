// Flights of a simulated renderer: the cost of each frame as input, the resulting times and errors as output.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace phalanx::test {

constexpr double kSet_px = 1.0;
constexpr double kBudget_ms = 12.0;

// Milliseconds, or another quantity that changes during the flight.
using Course = std::function<double(int frame)>;

struct Flown {
    std::vector<double> frame_ms;  // without hiccups
    std::vector<double> error_px;
};

inline Course always(double ms) {
    return [ms](int) { return ms; };
}

inline Course from(int frame, double before, double after) {
    return [=](int at) { return at < frame ? before : after; };
}

inline double mostOf(const std::vector<double>& values, std::size_t first = 0) {
    return *std::max_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
}

}  // namespace phalanx::test
