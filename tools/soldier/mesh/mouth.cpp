// The inside of the mouth, which only an open mouth shows: a dark bag, and the teeth.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "mesh/face_shape.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

// Adds rows of points as a grid; rows run from the soldier's right to the left, and each is above the one
// before as seen from the front.
template <std::size_t Columns>
void addRows(Patch& patch, const std::vector<std::array<glm::vec3, Columns>>& rows) {
    const auto first = static_cast<std::uint32_t>(patch.positions.size());
    float down = first == 0 ? 0.0F : patch.chart.back().y - 0.004F;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (const glm::vec3& p : rows[r]) {
            patch.positions.push_back(p);
            patch.chart.emplace_back(p.x, down);
            patch.groups.push_back(static_cast<int>(first));
        }
        if (r + 1 < rows.size()) down -= glm::distance(rows[r][Columns / 2], rows[r + 1][Columns / 2]);
    }
    constexpr auto kWidth = static_cast<std::uint32_t>(Columns);
    for (std::uint32_t r = 0; r + 1 < rows.size(); ++r) {
        for (std::uint32_t k = 0; k + 1 < kWidth; ++k) {
            const std::uint32_t a = first + r * kWidth + k;
            patch.indices.insert(patch.indices.end(),
                                 {a, a + 1, a + kWidth + 1, a, a + kWidth + 1, a + kWidth});
        }
    }
}

Patch bag(const Expression& e) {
    constexpr int kBagColumns = 2 * kCornerColumn + 1;
    using Row = std::array<glm::vec3, kBagColumns>;
    // Behind the lips: depth at the middle and height over the line of the lips, and the share of the jaw.
    struct Depth {
        float z, up, wide, jaw;
    };
    constexpr std::array<Depth, 4> kDepths{{{0.0780F, -0.0080F, 0.98F, 1.0F},
                                            {0.0480F, -0.0060F, 0.75F, 0.8F},
                                            {0.0480F, 0.0080F, 0.75F, 0.1F},
                                            {0.0780F, 0.0080F, 0.98F, 0.0F}}};
    // The first and the last row are the edges of the lips.
    std::vector<Row> rows(kDepths.size() + 2);
    for (int k = 0; k < kBagColumns; ++k) {
        const auto column = static_cast<std::size_t>(k);
        const int of_face = std::abs(k - kCornerColumn);
        const float side = k < kCornerColumn ? -1.0F : 1.0F;
        const glm::vec3 mirror(side, 1.0F, 1.0F);
        const bool corner = of_face == kCornerColumn;
        rows.front()[column] = mirror * facePoint(kLipRow, of_face, e);
        rows.back()[column] = mirror * facePoint(corner ? kLipRow : kLipRow + 1, of_face, e);
        const float edge_x = facePoint(kLipRow, of_face, {}).x;
        const float t = edge_x / kMouthCorner;
        for (std::size_t r = 0; r < kDepths.size(); ++r) {
            const Depth& depth = kDepths[r];
            const float x = edge_x * depth.wide;
            // The corners of the lips meet.
            const float share = glm::mix(depth.jaw, 0.42F, std::pow(t, 3.0F));
            const float z = depth.z - 0.0100F * t * t * ((depth.z - 0.03F) / 0.05F);
            const float up = depth.up * (1.0F - std::pow(t, 4.0F));  // closed at the sides
            rows[r + 1][column] = mirror * jawMoved({x, lipLine(x) + up, z}, share, e);
        }
    }
    Patch patch;
    addRows(patch, rows);
    return patch;
}

Patch teeth(const Expression& e) {
    constexpr std::size_t kTeethColumns = 9;
    using Row = std::array<glm::vec3, kTeethColumns>;
    Patch patch;
    const auto addArch = [&](float bottom, float top, float half, float front, float share) {
        std::vector<Row> rows(2);
        for (std::size_t k = 0; k < kTeethColumns; ++k) {
            const float t = static_cast<float>(k) / (kTeethColumns - 1) * 2.0F - 1.0F;
            const float z = front - 0.0150F * t * t;
            const float lift = 0.0008F * t * t;
            rows[0][k] = jawMoved({t * half, bottom + (share > 0.5F ? 0.0F : lift), z}, share, e);
            rows[1][k] = jawMoved({t * half, top - (share > 0.5F ? lift : 0.0F), z - 0.0010F}, share, e);
        }
        addRows(patch, rows);
    };
    addArch(1.5925F, 1.6020F, 0.0225F, 0.0885F, 0.0F);
    addArch(1.5845F, 1.5915F, 0.0200F, 0.0865F, 0.96F);
    return patch;
}

}  // namespace

void addMouth(PatchList& list, const Rig& rig) {
    list.add("mouth", Material::kMouth, withExpressions(bag), rig.rigidRule("Head"), 0.9F);
    list.add("teeth", Material::kTeeth, withExpressions(teeth), rig.rigidRule("Head"), 3.0F);
}

}  // namespace phalanx::soldier
