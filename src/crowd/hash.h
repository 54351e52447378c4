// Stateless random numbers: the same (seed, unit, stream) always gives the same number.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace phalanx {

// The purpose of a random number. Streams are independent of each other.
enum class RandomStream : std::uint32_t {
    kModel,
    kVariant,
    kPlaceAngle,
    kPlaceDistance,
    kHeading,
    kHeight,
    kSpeed,
    kOffset,
    kCrossfade,
    kTint,
    kTile,
    kBattle,
};

// The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA
// 2014).
inline std::uint64_t mixBits(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

inline std::uint64_t hashOf(std::uint32_t seed, std::uint32_t unit, RandomStream stream) {
    return mixBits(mixBits((std::uint64_t{seed} << 32U) | unit) + static_cast<std::uint64_t>(stream));
}

// Uniform in 0 <= x < 1.
inline double hashUnit(std::uint32_t seed, std::uint32_t unit, RandomStream stream) {
    return static_cast<double>(hashOf(seed, unit, stream) >> 11U) * 0x1p-53;
}

inline constexpr double kNormalLimit = 2.5;

// Normal with mean 0 and standard deviation 1, clipped at kNormalLimit. Box and Muller, 1958.
inline double hashNormal(std::uint32_t seed, std::uint32_t unit, RandomStream stream) {
    const std::uint64_t bits = hashOf(seed, unit, stream);
    const double u = (static_cast<double>(bits >> 32U) + 0.5) * 0x1p-32;
    const double v = static_cast<double>(bits & 0xFFFFFFFFU) * 0x1p-32;
    const double x = std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * 3.14159265358979323846 * v);
    return std::clamp(x, -kNormalLimit, kNormalLimit);
}

}  // namespace phalanx
