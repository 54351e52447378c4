#include "render/impostor/tight_triangle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace phalanx {
namespace {

constexpr std::size_t kDirections = 24;
constexpr std::size_t kHalf = kDirections / 2;

const std::array<glm::vec2, kDirections>& directions() {
    static const std::array<glm::vec2, kDirections> all = [] {
        std::array<glm::vec2, kDirections> made{};
        for (std::size_t i = 0; i < kDirections; ++i) {
            const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / kDirections;
            made[i] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        }
        return made;
    }();
    return all;
}

// Three side directions, and the area of the triangle as a function of the sides' distances from the origin:
// scale * dot(share, distances)^2.
struct Three {
    std::array<std::size_t, 3> sides;
    glm::vec3 share;
    float scale;
};

float cross(glm::vec2 a, glm::vec2 b) {
    return a.x * b.y - a.y * b.x;
}

// All triples that enclose an area: from each direction to the next less than half a turn.
const std::vector<Three>& threes() {
    static const std::vector<Three> all = [] {
        std::vector<Three> made;
        const std::array<glm::vec2, kDirections>& n = directions();
        for (std::size_t a = 0; a < kDirections; ++a) {
            for (std::size_t b = a + 1; b < kDirections && b < a + kHalf; ++b) {
                for (std::size_t c = std::max(b + 1, a + kHalf + 1); c < kDirections && c < b + kHalf; ++c) {
                    const glm::vec3 share(cross(n[b], n[c]), cross(n[c], n[a]), cross(n[a], n[b]));
                    made.push_back({{a, b, c}, share, 0.5F / (share.x * share.y * share.z)});
                }
            }
        }
        return made;
    }();
    return all;
}

// Intersection of two lines, given by unit normals n, m and distances from the origin.
glm::vec2 meet(glm::vec2 n, float at_n, glm::vec2 m, float at_m) {
    return glm::vec2(at_n * m.y - at_m * n.y, at_m * n.x - at_n * m.x) / cross(n, m);
}

}  // namespace

std::array<glm::vec2, 3> tightTriangle(std::span<const glm::vec2> points, float spare) {
    const std::array<glm::vec2, kDirections>& n = directions();
    std::array<float, kDirections> reach{};
    for (std::size_t i = 0; i < kHalf; ++i) {
        float low = std::numeric_limits<float>::max();
        float high = std::numeric_limits<float>::lowest();
        for (const glm::vec2& point : points) {
            const float along = n[i].x * point.x + n[i].y * point.y;
            low = std::min(low, along);
            high = std::max(high, along);
        }
        const float square = spare * (std::abs(n[i].x) + std::abs(n[i].y));
        reach[i] = high + square;
        reach[i + kHalf] = square - low;
    }
    float least = std::numeric_limits<float>::max();
    std::array<glm::vec2, 3> best{glm::vec2(-1.0F, -1.0F), glm::vec2(3.0F, -1.0F), glm::vec2(-1.0F, 3.0F)};
    for (const Three& three : threes()) {
        const auto [a, b, c] = three.sides;
        const float sum = three.share.x * reach[a] + three.share.y * reach[b] + three.share.z * reach[c];
        const float area = three.scale * sum * sum;
        if (area >= least) continue;
        const std::array<glm::vec2, 3> corners{meet(n[a], reach[a], n[b], reach[b]),
                                               meet(n[b], reach[b], n[c], reach[c]),
                                               meet(n[c], reach[c], n[a], reach[a])};
        const bool held = std::ranges::all_of(corners, [](glm::vec2 corner) {
            return std::max(std::abs(corner.x), std::abs(corner.y)) < kTightTriangleReach;
        });
        if (!held) continue;
        least = area;
        best = corners;
    }
    return best;
}

}  // namespace phalanx
