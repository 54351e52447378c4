#include "render/lod/posed_surface.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "render/lod/nearest_point.h"

namespace phalanx {
namespace {

constexpr float kFar = std::numeric_limits<float>::max();
// Boxes are searched if they are nearer than this factor on the square of the best distance: rounding may
// make a box look farther than a point in it.
constexpr float kRounding = 1.0001F;

// Spreads the lowest 10 bits, so that two zeros follow each.
std::uint32_t spread(std::uint32_t bits) {
    bits = (bits | bits << 16U) & 0x030000FFU;
    bits = (bits | bits << 8U) & 0x0300F00FU;
    bits = (bits | bits << 4U) & 0x030C30C3U;
    return (bits | bits << 2U) & 0x09249249U;
}

}  // namespace

// Sorted along a Z-order curve through the centres.
Triangles groupTriangles(const Triangles& triangles, const Points& points) {
    std::vector<glm::vec3> centres(triangles.size() / 3);
    glm::vec3 low(kFar);
    glm::vec3 high(-kFar);
    for (std::size_t t = 0; t < centres.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) centres[t] += points[triangles[t * 3 + k]] / 3.0F;
        low = glm::min(low, centres[t]);
        high = glm::max(high, centres[t]);
    }
    constexpr float kCells = 1023.0F;
    const glm::vec3 scale = kCells / glm::max(high - low, glm::vec3(1e-20F));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(
        centres.size());  // place on the curve, triangle
    for (std::size_t t = 0; t < centres.size(); ++t) {
        const glm::uvec3 cell((centres[t] - low) * scale);
        order[t] = {spread(cell.x) | spread(cell.y) << 1U | spread(cell.z) << 2U,
                    static_cast<std::uint32_t>(t)};
    }
    std::ranges::sort(order);
    Triangles grouped;
    grouped.reserve(triangles.size());
    for (const auto& [place, t] : order) {
        const auto first = triangles.begin() + static_cast<std::ptrdiff_t>(t) * 3;
        grouped.insert(grouped.end(), first, first + 3);
    }
    return grouped;
}

PosedSurface::PosedSurface(const Triangles& triangles, const Triangles& grouped, const Points& points)
    : triangles_(triangles), grouped_(grouped), points_(points) {
    struct Box {
        glm::vec3 low{kFar};
        glm::vec3 high{-kFar};
    };
    std::vector<Box> boxes(grouped.size() / 3);
    for (std::size_t t = 0; t < boxes.size(); ++t) {
        const glm::vec3& a = points[grouped[t * 3]];
        const glm::vec3& b = points[grouped[t * 3 + 1]];
        const glm::vec3& c = points[grouped[t * 3 + 2]];
        boxes[t] = {glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c))};
    }
    while (levels_.empty() || levels_.back().size() > 1) {
        std::vector<Node>& nodes = levels_.emplace_back((boxes.size() + kWidth - 1) / kWidth);
        std::vector<Box> parents(nodes.size());
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            for (std::size_t k = 0; k < kWidth; ++k) {
                const std::size_t child = n * kWidth + k;
                const Box box = child < boxes.size() ? boxes[child] : Box{glm::vec3(kFar), glm::vec3(kFar)};
                for (int c = 0; c < 3; ++c) {
                    nodes[n].low[static_cast<std::size_t>(c)][k] = box.low[c];
                    nodes[n].high[static_cast<std::size_t>(c)][k] = box.high[c];
                }
                if (child >= boxes.size()) continue;
                parents[n].low = glm::min(parents[n].low, box.low);
                parents[n].high = glm::max(parents[n].high, box.high);
            }
        }
        boxes = std::move(parents);
    }
}

void PosedSurface::test(std::size_t triangle, Search& state) const {
    const std::uint32_t* const v = &grouped_[triangle * 3];
    const glm::vec3 away = state.p - nearestOn(state.p, points_[v[0]], points_[v[1]], points_[v[2]]);
    const float square = glm::dot(away, away);
    if (!(square < state.best_square)) return;
    state.best_square = square;
    state.best = static_cast<std::uint32_t>(triangle);
}

void PosedSurface::search(std::size_t level, std::size_t index, Search& state) const {
    const Node& node = levels_[level][index];
    Four square{};
    for (int c = 0; c < 3; ++c) {
        const Four below = node.low[static_cast<std::size_t>(c)] - state.p[c];
        const Four above = state.p[c] - node.high[static_cast<std::size_t>(c)];
        Four away = below > above ? below : above;
        away = away > 0.0F ? away : Four{};
        square += away * away;
    }
    // Bits of floats that are not negative are in the order of their values. The lowest two become the child.
    std::array<std::uint32_t, kWidth> nearest{};
    for (std::uint32_t k = 0; k < kWidth; ++k)
        nearest[k] = (std::bit_cast<std::uint32_t>(square[k]) & ~3U) | k;
    const auto sort = [&](std::size_t i, std::size_t j) {
        const std::uint32_t smaller = std::min(nearest[i], nearest[j]);
        nearest[j] = std::max(nearest[i], nearest[j]);
        nearest[i] = smaller;
    };
    sort(0, 1);
    sort(2, 3);
    sort(0, 2);
    sort(1, 3);
    sort(1, 2);
    // The nearest child first: what it holds lets most of the others be skipped.
    for (const std::uint32_t key : nearest) {
        if (state.best_square <= state.enough_square ||
            key >= std::bit_cast<std::uint32_t>(state.best_square * kRounding))
            return;
        const std::size_t child = index * kWidth + (key & 3U);
        if (level > 0) {
            search(level - 1, child, state);
        } else {
            test(child, state);
        }
    }
}

PosedSurface::Nearest PosedSurface::nearestTo(const glm::vec3& p, std::uint32_t first, float enough) const {
    Search state{p, enough * enough, kFar, first};
    if (triangles_.empty()) return {kFar, first};
    test(first, state);
    if (state.best_square > state.enough_square) search(levels_.size() - 1, 0, state);
    return {std::sqrt(state.best_square), state.best};
}

float PosedSurface::distanceTo(const glm::vec3& p) const {
    return nearestTo(p, 0, 0.0F).distance;
}

glm::vec3 PosedSurface::sample(std::size_t number, std::size_t samples) const {
    const std::size_t i = number * triangles() / samples * 3;
    const std::uint32_t* const v = &triangles_[i];
    if (number % 2 == 0) return points_[v[0]];
    return points_[v[0]] / 3.0F + points_[v[1]] / 3.0F + points_[v[2]] / 3.0F;
}

}  // namespace phalanx
