#include "anim/compression/curve_store.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

constexpr double kStepsPerOctave = 4.0;
constexpr double kMiddleStep = 160.0;  // the index of a step of 1: from 2^-40 to 2^23.75

}  // namespace

std::uint8_t stepIndex(double most) {
    const double index = std::floor(std::log2(std::max(most, 1e-30)) * kStepsPerOctave + kMiddleStep + 1e-9);
    return static_cast<std::uint8_t>(std::clamp(index, 0.0, 255.0));
}

double stepOf(std::uint8_t index) {
    return std::exp2((static_cast<double>(index) - kMiddleStep) / kStepsPerOctave);
}

}  // namespace phalanx
