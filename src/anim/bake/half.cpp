#include "anim/bake/half.h"

#include <bit>

namespace phalanx {

std::uint16_t halfFromFloat(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16U & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    constexpr std::uint32_t kInfinity = 0x7F800000U;
    constexpr std::uint32_t kSmallestNormal = 113U << 23U;  // 2^-14
    constexpr std::uint32_t kTooLarge = 0x477FF000U;        // 65520, half a step above the largest half
    std::uint32_t half = 0;
    if (magnitude > kInfinity) {
        half = 0x7E00U;
    } else if (magnitude >= kTooLarge) {
        half = 0x7C00U;
    } else if (magnitude >= kSmallestNormal) {
        // 13 bits of the mantissa are rounded off. A carry into the exponent gives the correct result.
        const std::uint32_t odd = magnitude >> 13U & 1U;
        half = (magnitude - (112U << 23U) + 0xFFFU + odd) >> 13U;
    } else {
        // The last bit of a float in [0.5, 1) is 2^-24, the smallest step of a half, so this addition rounds
        // to nearest even.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        half = std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5F);
    }
    return static_cast<std::uint16_t>(sign | half);
}

float floatFromHalf(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t{half & 0x8000U} << 16U;
    const std::uint32_t exponent = half >> 10U & 0x1FU;
    const std::uint32_t mantissa = half & 0x3FFU;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
        return sign != 0 ? -magnitude : magnitude;
    }
    const std::uint32_t wide = exponent == 31U ? 255U : exponent + 112U;
    return std::bit_cast<float>(sign | wide << 23U | mantissa << 13U);
}

}  // namespace phalanx
