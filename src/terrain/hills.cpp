#include "terrain/hills.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/parallel.h"
#include "core/scrambled.h"

namespace phalanx {
namespace {

std::uint32_t hashOf(std::int32_t x, std::int32_t y, std::uint32_t seed) {
    return scrambled(static_cast<std::uint32_t>(x) * 0x8DA6B343U ^
                     static_cast<std::uint32_t>(y) * 0xD8163841U ^ seed * 0xCB1AB31FU);
}

// Gradient noise, about -1 .. 1: Perlin, "Improving Noise", 2002. No sines, whose last bits depend on the
// machine.
double noise(double x, double y, std::uint32_t seed) {
    const double low_x = std::floor(x);
    const double low_y = std::floor(y);
    const auto rampAt = [&](int dx, int dy) {
        constexpr std::array<double, 8> kAlong{1.0, 0.75, 0.0, -0.75, -1.0, -0.75, 0.0, 0.75};
        const std::uint32_t way =
            hashOf(static_cast<std::int32_t>(low_x) + dx, static_cast<std::int32_t>(low_y) + dy, seed) & 7U;
        return kAlong[way] * (x - low_x - dx) + kAlong[(way + 6U) & 7U] * (y - low_y - dy);
    };
    const auto eased = [](double t) { return t * t * t * (10.0 + t * (-15.0 + t * 6.0)); };
    const double u = eased(x - low_x);
    const double v = eased(y - low_y);
    const double near_row = rampAt(0, 0) + u * (rampAt(1, 0) - rampAt(0, 0));
    const double far_row = rampAt(0, 1) + u * (rampAt(1, 1) - rampAt(0, 1));
    return 1.5 * (near_row + v * (far_row - near_row));
}

double eased(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// x, z: -1 .. 1 over the whole side.
double hillAt(double x, double z) {
    // The valley winds, and its sides have spurs and gullies.
    const double middle = 0.16 * noise(0.3, 1.3 * z + 0.7, 1);
    const double side = eased((std::abs(x - middle) - 0.02) / 0.62);
    const double range = side * (0.75 + 0.55 * noise(2.1 * x, 2.1 * z, 2));
    const double spur = (0.45 + 0.55 * side) * 0.20 * noise(5.3 * x + 3.1, 5.3 * z, 3);
    const double knoll = (0.75 + 0.25 * side) * 0.085 * noise(12.7 * x, 12.7 * z + 5.7, 4);
    return range + spur + knoll + 0.022 * noise(29.0 * x + 9.1, 29.0 * z, 5);
}

}  // namespace

std::vector<float> makeHills(int side) {
    const auto count = static_cast<std::size_t>(side);
    std::vector<float> heights(count * count);
    parallelFor(count, 0, [&](std::size_t row) {
        const double z = (static_cast<double>(row) + 0.5) * 2.0 / side - 1.0;
        for (std::size_t column = 0; column < count; ++column) {
            const double x = (static_cast<double>(column) + 0.5) * 2.0 / side - 1.0;
            heights[row * count + column] = static_cast<float>(hillAt(x, z));
        }
    });
    const auto [low, high] = std::ranges::minmax(heights);
    for (float& height : heights) height = (height - low) / (high - low);
    return heights;
}

}  // namespace phalanx
