// The head: the grid of face_shape.h with holes for the eyes and the mouth, and the neck.
#include <array>
#include <cmath>

#include "mesh/face_shape.h"
#include "mesh/loft.h"
#include "mesh/parts.h"

namespace phalanx::soldier {
namespace {

// Number of a vertex by row and column; rows that stand for others at the back, and edges that meet at
// corners, share vertices.
class FaceGrid {
  public:
    FaceGrid() {
        for (int side = 0; side < 2; ++side) {
            for (int row = 0; row < kFaceRows; ++row) {
                for (int column = 0; column < kFaceColumns; ++column) place(side, row, column);
            }
        }
    }

    std::uint32_t operator()(int side, int row, int column) const {
        const auto index = static_cast<std::size_t>(side * kFaceRows + row) * kFaceColumns;
        return numbers_[index + static_cast<std::size_t>(column)];
    }

    static bool isEye(int column) { return column > kInnerColumn && column < kOuterColumn; }
    static bool isMouth(int column) { return column < kCornerColumn; }

    struct Vertex {
        int side, row, column;
    };
    const std::vector<Vertex>& vertices() const { return vertices_; }

  private:
    void place(int side, int row, int column) {
        std::uint32_t number = 0;
        const int at_back = column >= kFirstBackColumn ? rowAtBack(row) : row;
        if (at_back != row) {
            number = (*this)(side, at_back, column);
        } else if ((row == kLidRow + 1 && !isEye(column)) || (row == kLipRow + 1 && !isMouth(column))) {
            number = (*this)(side, row - 1, column);
        } else if (side == 1 && (column == 0 || column == kFaceColumns - 1)) {
            number = (*this)(0, row, column);
        } else {
            number = static_cast<std::uint32_t>(vertices_.size());
            vertices_.push_back({side, row, column});
        }
        numbers_.push_back(number);
    }

    std::vector<std::uint32_t> numbers_;
    std::vector<Vertex> vertices_;
};

// Both halves have the same place in the chart, so that the face gets twice the texels. The sides and the
// crown are plain hair under headgear: they get fewer.
glm::vec2 chartOf(int row, int column) {
    glm::vec2 chart{0.0F};
    for (int k = 1; k <= column; ++k) {
        const glm::vec3 step = skullPoint(row, k) - skullPoint(row, k - 1);
        chart.x += std::hypot(step.x, step.z) * (k > 13 ? 0.30F : 1.0F);
    }
    const float y = facePoint(row, column < 13 ? column : 12, {}).y;
    constexpr float kCrown = 1.6950F;
    constexpr float kJaw = 1.5600F;
    chart.y = -std::min(y, kCrown) - 0.25F * std::max(0.0F, y - kCrown);
    if (row < 3 && y < kJaw) chart.y += 0.35F * (skullPoint(3, 0).z - facePoint(row, 0, {}).z);
    return chart;
}

constexpr glm::vec3 mirrored(const glm::vec3& p) {
    return {-p.x, p.y, p.z};
}

// From the edge of a lid to the eyeball.
glm::vec3 rimPoint(const glm::vec3& edge) {
    return kEye + glm::normalize(edge - kEye) * (kEyeRadius * 0.985F);
}

void addQuad(Patch& patch, std::array<std::uint32_t, 4> corners, bool turned) {
    if (turned) std::swap(corners[1], corners[3]);
    const auto [a, b, c, d] = corners;
    const auto add = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
        if (p != q && q != r && r != p) patch.indices.insert(patch.indices.end(), {p, q, r});
    };
    // The other half has the mirrored diagonal.
    if (turned) {
        add(a, b, d);
        add(b, c, d);
    } else {
        add(a, b, c);
        add(a, c, d);
    }
}

Patch skull(const Expression& expression) {
    static const FaceGrid kGrid;
    Patch patch;
    for (const FaceGrid::Vertex& v : kGrid.vertices()) {
        const glm::vec3 p = facePoint(v.row, v.column, expression);
        patch.positions.push_back(v.side == 0 ? p : mirrored(p));
        patch.chart.push_back(chartOf(v.row, v.column));
        // The lips touch at rest, but are not smooth across.
        patch.groups.push_back(v.row == kLipRow + 1 ? 1 : 0);
    }
    for (int side = 0; side < 2; ++side) {
        for (int row = 0; row + 1 < kFaceRows; ++row) {
            if (row == kLidRow || row == kLipRow) continue;  // holes
            for (int column = 0; column + 1 < kFaceColumns; ++column) {
                addQuad(patch,
                        {kGrid(side, row, column), kGrid(side, row, column + 1),
                         kGrid(side, row + 1, column + 1), kGrid(side, row + 1, column)},
                        side == 1);
            }
        }
        const auto pole = static_cast<std::uint32_t>(patch.positions.size());
        patch.positions.emplace_back(0.0F, 1.7760F, -0.005F);
        patch.chart.push_back(chartOf(kFaceRows - 1, 8) - glm::vec2(0.0F, 0.010F));
        patch.groups.push_back(0);
        for (int column = 0; column + 1 < kFaceColumns; ++column) {
            const std::uint32_t a = kGrid(side, kFaceRows - 1, column);
            const std::uint32_t b = kGrid(side, kFaceRows - 1, column + 1);
            addQuad(patch, {a, b, pole, pole}, side == 1);
        }
        // The thickness of the lids.
        std::array<std::uint32_t, 2> before{};
        for (int column = kInnerColumn; column <= kOuterColumn; ++column) {
            std::array<std::uint32_t, 2> rim{};
            for (std::size_t upper = 0; upper < 2; ++upper) {
                if (upper == 1 && !FaceGrid::isEye(column)) {
                    rim[1] = rim[0];
                    continue;
                }
                const int row = kLidRow + static_cast<int>(upper);
                const glm::vec3 p = rimPoint(facePoint(row, column, expression));
                rim[upper] = static_cast<std::uint32_t>(patch.positions.size());
                patch.positions.push_back(side == 0 ? p : mirrored(p));
                const float inwards = upper == 0 ? -0.0008F : 0.0008F;
                patch.chart.push_back(chartOf(row, column) + glm::vec2(0.0F, inwards));
                patch.groups.push_back(0);
            }
            if (column > kInnerColumn) {
                addQuad(patch,
                        {kGrid(side, kLidRow, column - 1), kGrid(side, kLidRow, column), rim[0], before[0]},
                        side == 1);
                addQuad(patch,
                        {before[1], rim[1], kGrid(side, kLidRow + 1, column),
                         kGrid(side, kLidRow + 1, column - 1)},
                        side == 1);
            }
            before = rim;
        }
    }
    return patch;
}

void addNeck(PatchList& list, const Rig& rig) {
    LoftShape neck;
    neck.segments = 14;
    neck.start_deg = -90.0F;
    neck.rings = {levelRing(1.488F, 0.0F, -0.019F, 0.060F, 0.061F),
                  levelRing(1.512F, 0.0F, -0.013F, 0.0570F, 0.0590F),
                  levelRing(1.536F, 0.0F, -0.008F, 0.0555F, 0.0580F),
                  levelRing(1.575F, 0.0F, -0.006F, 0.0545F, 0.0570F),
                  levelRing(1.592F, 0.0F, -0.014F, 0.0480F, 0.0480F)};
    neck.displace = [](glm::vec3 p, int ring, float) {
        // In front it ends under the jaw, so that it is not seen in an open mouth.
        if (ring > 2) p.y -= (ring == 3 ? 0.016F : 0.028F) * ramp(0.0F, 0.045F, p.z);
        p.z += 0.0050F * bump(p.x / 0.0120F) * bump((p.y - 1.530F) / 0.012F) * ramp(0.0F, 0.03F, p.z);
        return p;
    };
    list.add("neck", Material::kSkin, loft(neck),
             rig.chainRule({{"UpperChest", 0.0F}, {"Neck", 0.020F}, {"Head", 0.020F}}), 0.8F);
}

}  // namespace

void addHead(PatchList& list, const Rig& rig) {
    list.part = "body";
    list.add(
        "head", Material::kSkin, withExpressions(skull),
        [&](const glm::vec3& p) {
            BoneWeights w = rig.rigid("Head");
            rig.give(w, "Neck", 0.5F * ramp(0.0F, -0.05F, p.z) * ramp(1.60F, 1.56F, p.y));
            return w;
        },
        4.6F);
    addNeck(list, rig);
    addEyes(list, rig);
    addMouth(list, rig);
    addEars(list, rig);
}

}  // namespace phalanx::soldier
