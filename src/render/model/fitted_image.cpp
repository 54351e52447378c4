#include "render/model/fitted_image.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace phalanx {
namespace {

// sRGB transfer function, IEC 61966-2-1.
float linearFromSrgb(float value) {
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}
float srgbFromLinear(float value) {
    return value <= 0.0031308F ? value * 12.92F : 1.055F * std::pow(value, 1.0F / 2.4F) - 0.055F;
}

constexpr float kFull = 255.0F;
constexpr std::size_t kChannels = 4;
constexpr std::size_t kAlpha = 3;

const std::array<float, 256>& linearTable() {
    static const std::array<float, 256> table = [] {
        std::array<float, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = linearFromSrgb(static_cast<float>(i) / kFull);
        return values;
    }();
    return table;
}

// Each texel is the mean of up to four; the last column or row of an odd size is dropped.
Image halved(const Image& image) {
    const std::array<float, 256>& linear = linearTable();
    const auto width = static_cast<std::size_t>(image.width);
    Image half;
    half.name = image.name;
    half.width = std::max(1, image.width / 2);
    half.height = std::max(1, image.height / 2);
    half.rgba.reserve(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height) *
                      kChannels);
    for (int y = 0; y < half.height; ++y) {
        const std::size_t top = std::size_t{2} * static_cast<std::size_t>(y);
        const auto bottom = static_cast<std::size_t>(std::min(2 * y + 1, image.height - 1));
        for (int x = 0; x < half.width; ++x) {
            const std::size_t left = std::size_t{2} * static_cast<std::size_t>(x);
            const auto right = static_cast<std::size_t>(std::min(2 * x + 1, image.width - 1));
            for (std::size_t channel = 0; channel < kChannels; ++channel) {
                float sum = 0.0F;
                for (const std::size_t texel : {top * width + left, top * width + right,
                                                bottom * width + left, bottom * width + right}) {
                    const std::uint8_t value = image.rgba[texel * kChannels + channel];
                    sum += channel == kAlpha ? static_cast<float>(value) / kFull : linear[value];
                }
                const float mean = channel == kAlpha ? sum / 4.0F : srgbFromLinear(sum / 4.0F);
                half.rgba.push_back(
                    static_cast<std::uint8_t>(std::lround(std::clamp(mean, 0.0F, 1.0F) * kFull)));
            }
        }
    }
    return half;
}

}  // namespace

std::optional<Image> fittedImage(const Image& image, int most) {
    assert(most >= 1);
    std::optional<Image> fitted;
    for (const Image* now = &image; std::max(now->width, now->height) > most; now = &*fitted)
        fitted = halved(*now);
    return fitted;
}

}  // namespace phalanx
