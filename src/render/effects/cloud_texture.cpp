#include "render/effects/cloud_texture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/scrambled.h"
#include "gl/objects/texture.h"
#include "layouts.h"

namespace phalanx {
namespace {

std::uint32_t hashOf(int x, int y, int cells) {
    const auto wrapped = [cells](int v) { return static_cast<std::uint32_t>((v % cells + cells) % cells); };
    return scrambled(wrapped(x) * 0x8DA6B343U ^ wrapped(y) * 0xD8163841U ^
                     static_cast<std::uint32_t>(cells) * 0x9E3779B9U);
}

float fraction(std::uint32_t bits) {
    return static_cast<float>(bits & 0xFFFFU) / 65535.0F;
}

// Places of the noise below: x and y in cells, which repeat after `cells`.
struct At {
    int x = 0, y = 0;
    float within_x = 0.0F, within_y = 0.0F;
};

At placeOf(int column, int row, int side, int cells) {
    const float scale = static_cast<float>(cells) / static_cast<float>(side);
    const float x = static_cast<float>(column) * scale;
    const float y = static_cast<float>(row) * scale;
    return {static_cast<int>(x), static_cast<int>(y), x - std::floor(x), y - std::floor(y)};
}

// Gradient noise, about -0.5..0.5 (Perlin, "Improving Noise", SIGGRAPH 2002).
float gradientNoise(const At& at, int cells) {
    const auto corner = [&](int i, int j) {
        // One of 8 directions without sines, whose last bits differ between machines.
        static constexpr std::array<std::array<float, 2>, 8> kWays{{{1.0F, 0.0F},
                                                                    {0.0F, 1.0F},
                                                                    {-1.0F, 0.0F},
                                                                    {0.0F, -1.0F},
                                                                    {0.7F, 0.7F},
                                                                    {-0.7F, 0.7F},
                                                                    {-0.7F, -0.7F},
                                                                    {0.7F, -0.7F}}};
        const auto& way = kWays.at(hashOf(at.x + i, at.y + j, cells) & 7U);
        return way[0] * (at.within_x - static_cast<float>(i)) +
               way[1] * (at.within_y - static_cast<float>(j));
    };
    const auto smooth = [](float f) { return f * f * f * (f * (f * 6.0F - 15.0F) + 10.0F); };
    const float u = smooth(at.within_x);
    const float v = smooth(at.within_y);
    return std::lerp(std::lerp(corner(0, 0), corner(1, 0), u), std::lerp(corner(0, 1), corner(1, 1), u), v);
}

// 1 in the middle of a round cell, 0 between cells (Worley, "A Cellular Texture Basis Function", 1996).
float roundNoise(const At& at, int cells) {
    float nearest = 2.0F;
    for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
            const std::uint32_t hash = hashOf(at.x + i, at.y + j, cells);
            const float dx = static_cast<float>(i) + fraction(hash) - at.within_x;
            const float dy = static_cast<float>(j) + fraction(hash >> 16U) - at.within_y;
            nearest = std::min(nearest, dx * dx + dy * dy);
        }
    }
    return 1.0F - std::min(std::sqrt(nearest), 1.0F);
}

// Replaces values by their ranks, 0..255.
std::vector<std::uint8_t> evened(const std::vector<float>& values) {
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return values[i]; });
    std::vector<std::uint8_t> ranks(values.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        ranks[order[i]] = static_cast<std::uint8_t>(i * 256 / order.size());
    return ranks;
}

}  // namespace

std::vector<std::uint8_t> cloudTexels(int side) {
    // Across the texture.
    constexpr int kClouds = 9;
    constexpr int kBillows = 20;
    const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    std::vector<float> inside(count);
    std::vector<float> billows(count);
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const auto noiseOf = [&](int cells) {
                return gradientNoise(placeOf(column, row, side, cells), cells);
            };
            const auto roundOf = [&](int cells) {
                return roundNoise(placeOf(column, row, side, cells), cells);
            };
            const std::size_t i = static_cast<std::size_t>(row) * static_cast<std::size_t>(side) +
                                  static_cast<std::size_t>(column);
            inside[i] = noiseOf(kClouds) + 0.5F * noiseOf(2 * kClouds) + 0.25F * noiseOf(4 * kClouds) +
                        0.125F * noiseOf(8 * kClouds) + 0.12F * roundOf(3 * kClouds);
            billows[i] = roundOf(kBillows) + 0.5F * roundOf(2 * kBillows) + 0.25F * roundOf(4 * kBillows);
        }
    }
    const std::vector<std::uint8_t> red = evened(inside);
    const std::vector<std::uint8_t> green = evened(billows);
    std::vector<std::uint8_t> texels(4 * count, 255);
    for (std::size_t i = 0; i < count; ++i) {
        texels[4 * i] = red[i];
        texels[4 * i + 1] = green[i];
    }
    return texels;
}

std::size_t CloudTexture::make(const gl::Capabilities& capabilities) {
    if (texture_.id() != 0) return 0;
    const std::vector<std::uint8_t> texels = cloudTexels(kSide);
    texture_ = gl::createColorTexture(capabilities, kSide, kSide, texels, gl::ColorEncoding::kLinear,
                                      gl::Wrap::kRepeat, "clouds");
    // Lookups give their own LOD.
    if (capabilities.anisotropy) {
        bind();
        glActiveTexture(GL_TEXTURE0 + UNIT_CLOUDS);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, 1.0F);
        glActiveTexture(GL_TEXTURE0);
    }
    return texels.size();
}

void CloudTexture::bind() const {
    gl::bindTexture(UNIT_CLOUDS, GL_TEXTURE_2D, texture_);
}

}  // namespace phalanx
