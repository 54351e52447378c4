// The ears: rings from the skull over the rim into the shell.
#include <array>
#include <cmath>
#include <numbers>

#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

// Outline in the ear's plane, from its middle: `back` towards the nape. Egg-shaped, the lobe is narrow.
glm::vec2 outline(float turn) {
    const float up = std::sin(turn);
    const float back = std::cos(turn);
    const float wide = back > 0.0F ? 0.0195F : 0.0125F;
    return {back * wide * (1.0F + 0.20F * up) + 0.0025F * up, up * 0.0315F};
}

}  // namespace

void addEars(PatchList& list, const Rig& rig) {
    constexpr int kSpokes = 13;
    // Size of the outline, and height over the skull at the back and at the front of the ear.
    struct EarRing {
        float size, back, front;
    };
    constexpr std::array<EarRing, 6> kRings{{{0.84F, -0.0080F, -0.0130F},
                                             {0.98F, 0.0085F, 0.0035F},
                                             {0.93F, 0.0128F, 0.0066F},
                                             {0.77F, 0.0092F, 0.0052F},
                                             {0.57F, 0.0110F, 0.0040F},
                                             {0.32F, 0.0052F, 0.0034F}}};
    Patch ear;
    const glm::vec3 middle{0.0700F, 1.6370F, -0.0130F};
    const glm::mat3 axes = facing({1.0F, 0.0F, 0.10F}, {0.0F, 1.0F, -0.22F});
    const auto add = [&](const glm::vec2& at, float height) {
        // facing(): for a surface that faces left, right is towards the nape.
        ear.positions.push_back(middle + axes * glm::vec3(at.x, at.y, height));
        ear.chart.emplace_back(at.x, -at.y);
        ear.groups.push_back(0);
    };
    for (const EarRing& ring : kRings) {
        for (int k = 0; k < kSpokes; ++k) {
            const float turn = 2.0F * std::numbers::pi_v<float> * (static_cast<float>(k) + 0.5F) / kSpokes;
            const glm::vec2 at = outline(turn);
            const float towards_back = ramp(-0.7F, 0.5F, std::cos(turn));
            add(at * ring.size, glm::mix(ring.front, ring.back, towards_back));
        }
    }
    add({-0.004F, -0.002F}, 0.0036F);
    // The chart: from above, with the side outside the rim around it.
    for (std::size_t v = 0; v < static_cast<std::size_t>(kSpokes); ++v) ear.chart[v] *= 1.45F;
    for (std::uint32_t k = 0; k < kSpokes; ++k) {
        const std::uint32_t n = (k + 1) % kSpokes;
        for (std::uint32_t ring = 0; ring + 1 < kRings.size(); ++ring) {
            const std::uint32_t a = ring * kSpokes;
            const std::uint32_t b = a + kSpokes;
            ear.indices.insert(ear.indices.end(), {a + k, a + n, b + n, a + k, b + n, b + k});
        }
        const auto last = static_cast<std::uint32_t>((kRings.size() - 1) * kSpokes);
        ear.indices.insert(ear.indices.end(),
                           {last + k, last + n, static_cast<std::uint32_t>(kRings.size() * kSpokes)});
    }
    list.addPair("ear", Material::kEar, ear, rig.rigidRule("Head"), rig.skeleton(), true, 2.6F);
}

}  // namespace phalanx::soldier
