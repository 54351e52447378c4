// The front of the eyeballs; lids cover the rest.
#include <cmath>
#include <numbers>

#include "mesh/face_shape.h"
#include "mesh/parts.h"

namespace phalanx::soldier {

void addEyes(PatchList& list, const Rig& rig) {
    constexpr int kSpokes = 12;
    // Angles from the axis; the iris ends at the second.
    constexpr std::array<float, 4> kTilts{0.20F, kIrisTilt, 0.85F, 1.35F};
    Patch eye;
    const auto add = [&](float tilt, float turn) {
        const glm::vec3 way{std::cos(turn) * std::sin(tilt), std::sin(turn) * std::sin(tilt), std::cos(tilt)};
        // The cornea is in front of the ball.
        const float cornea = 0.0007F * std::max(0.0F, 1.0F - tilt / kIrisTilt);
        eye.positions.push_back(kEye + way * kEyeRadius + glm::vec3(0.0F, 0.0F, cornea));
        // Seen from the front, with more room for the rim, so that triangles keep some width.
        eye.chart.emplace_back(std::cos(turn) * tilt * kEyeRadius, -std::sin(turn) * tilt * kEyeRadius);
        eye.groups.push_back(0);
    };
    add(0.0F, 0.0F);
    for (const float tilt : kTilts) {
        for (int k = 0; k < kSpokes; ++k)
            add(tilt, 2.0F * std::numbers::pi_v<float> * static_cast<float>(k) / kSpokes);
    }
    for (std::uint32_t k = 0; k < kSpokes; ++k) {
        const std::uint32_t n = (k + 1) % kSpokes;
        eye.indices.insert(eye.indices.end(), {0, 1 + k, 1 + n});
        for (std::uint32_t ring = 0; ring + 1 < kTilts.size(); ++ring) {
            const std::uint32_t inner = 1 + ring * kSpokes;
            const std::uint32_t outer = inner + kSpokes;
            eye.indices.insert(eye.indices.end(),
                               {inner + k, outer + k, outer + n, inner + k, outer + n, inner + n});
        }
    }
    list.addPair("eye", Material::kEye, eye, rig.rigidRule("Head"), rig.skeleton(), false, 5.0F);
}

}  // namespace phalanx::soldier
