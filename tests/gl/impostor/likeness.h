// Measures how similar two images of one object are, as a display shows them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace phalanx::test {

struct Picture {
    std::vector<double> covered;    // per pixel, 0..1
    std::vector<glm::dvec3> light;  // per pixel: linear, the mean over the pixel
    std::vector<glm::dvec3> color;  // per pixel: `light` as a display shows it, 0..255
};

struct Likeness {
    double overlap = 0.0;     // of the silhouettes: intersection / union
    double color = 0.0;       // mean difference over the union, of 255
    double size = 0.0;        // coverage of b / coverage of a
    double brightness = 0.0;  // b / a, over pixels that both nearly fill; 0: none
};

inline Likeness likenessOf(const Picture& a, const Picture& b) {
    double both = 0.0;
    double either = 0.0;
    double difference = 0.0;
    double pixels = 0.0;
    double covered_a = 0.0;
    double covered_b = 0.0;
    double light_a = 0.0;
    double light_b = 0.0;
    for (std::size_t i = 0; i < a.covered.size(); ++i) {
        both += std::min(a.covered[i], b.covered[i]);
        covered_a += a.covered[i];
        covered_b += b.covered[i];
        if (std::min(a.covered[i], b.covered[i]) > 0.8) {
            light_a += a.light[i].x + a.light[i].y + a.light[i].z;
            light_b += b.light[i].x + b.light[i].y + b.light[i].z;
        }
        const double one = std::max(a.covered[i], b.covered[i]);
        either += one;
        if (one == 0.0) continue;
        const glm::dvec3 d = glm::abs(a.color[i] - b.color[i]);
        difference += (d.x + d.y + d.z) / 3.0;
        pixels += 1.0;
    }
    return {both / either, difference / pixels, covered_b / covered_a,
            light_a > 0.0 ? light_b / light_a : 0.0};
}

// The display curve of the renderer, measured from its output: samples of a pixel are averaged as light,
// before this curve.
class DisplayCurve {
  public:
    DisplayCurve() = default;
    // show(light): the displayed value, 0..255, of a grey of this brightness. Brightness ranges from 0 to 6;
    // more is white.
    template <typename Show>
    explicit DisplayCurve(const Show& show) {
        std::array<double, 256> sums{};
        std::array<int, 256> counts{};
        constexpr int kSteps = 4000;
        for (int i = 0; i <= kSteps; ++i) {
            const double light = 6.0 * std::pow(static_cast<double>(i) / kSteps, 3.0);
            const auto shown = static_cast<std::size_t>(show(light));
            sums.at(shown) += light;
            ++counts.at(shown);
        }
        for (std::size_t i = 0; i < light_.size(); ++i) {
            EXPECT_GT(counts.at(i), 0) << i << " of 255 is never shown";
            light_.at(i) = sums.at(i) / std::max(counts.at(i), 1);
        }
    }

    glm::dvec3 lightOf(const std::uint8_t* rgb) const {
        return {light_.at(rgb[0]), light_.at(rgb[1]), light_.at(rgb[2])};
    }
    glm::dvec3 shownOf(glm::dvec3 light) const {
        return {shownOf(light.x), shownOf(light.y), shownOf(light.z)};
    }

  private:
    double shownOf(double light) const {
        const auto above = std::upper_bound(light_.begin() + 1, light_.end() - 1, light);
        const double low = *(above - 1);
        const double share = (light - low) / (*above - low);
        return static_cast<double>(above - light_.begin()) - 1.0 + std::clamp(share, 0.0, 1.0);
    }

    std::array<double, 256> light_{};  // light by displayed value
};

}  // namespace phalanx::test
