#include "mesh/ao.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace phalanx::soldier {

Occluder::Occluder(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) {
    if (!triangles_.empty()) build(0, static_cast<int>(triangles_.size()));
}

int Occluder::build(int first, int count) {
    const int index = static_cast<int>(nodes_.size());
    Node node{glm::vec3(1e9F), glm::vec3(-1e9F), first, count, -1};
    const auto begin = triangles_.begin() + first;
    for (auto t = begin; t != begin + count; ++t) {
        node.low = glm::min(node.low, glm::min(t->a, glm::min(t->b, t->c)));
        node.high = glm::max(node.high, glm::max(t->a, glm::max(t->b, t->c)));
    }
    nodes_.push_back(node);
    if (count <= 4) return index;
    const glm::vec3 size = node.high - node.low;
    int axis = 0;
    if (size.y > size[axis]) axis = 1;
    if (size.z > size[axis]) axis = 2;
    const auto key = [axis](const Triangle& t) { return t.a[axis] + t.b[axis] + t.c[axis]; };
    std::stable_sort(begin, begin + count,
                     [&](const Triangle& a, const Triangle& b) { return key(a) < key(b); });
    const int half = count / 2;
    build(first, half);
    const int right = build(first + half, count - half);
    nodes_[static_cast<std::size_t>(index)].right = right;
    return index;
}

// Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
float Occluder::nearest(const glm::vec3& origin, const glm::vec3& way, float reach) const {
    if (nodes_.empty()) return reach;
    const glm::vec3 inverse{1.0F / way.x, 1.0F / way.y, 1.0F / way.z};
    std::array<int, 64> stack{};
    int depth = 1;
    float best = reach;
    while (depth > 0) {
        const int index = stack[static_cast<std::size_t>(--depth)];
        const Node& node = nodes_[static_cast<std::size_t>(index)];
        const glm::vec3 t0 = (node.low - origin) * inverse;
        const glm::vec3 t1 = (node.high - origin) * inverse;
        const glm::vec3 near = glm::min(t0, t1);
        const glm::vec3 far = glm::max(t0, t1);
        const float enter = std::max({near.x, near.y, near.z, 0.0F});
        if (enter > std::min({far.x, far.y, far.z, best})) continue;
        if (node.right >= 0) {
            stack[static_cast<std::size_t>(depth++)] = node.right;
            stack[static_cast<std::size_t>(depth++)] = index + 1;
            continue;
        }
        for (int i = node.first; i < node.first + node.count; ++i) {
            const Triangle& t = triangles_[static_cast<std::size_t>(i)];
            const glm::vec3 e1 = t.b - t.a;
            const glm::vec3 e2 = t.c - t.a;
            const glm::vec3 h = glm::cross(way, e2);
            const float det = glm::dot(h, e1);
            if (std::abs(det) < 1e-12F) continue;
            const glm::vec3 s = origin - t.a;
            const float u = glm::dot(s, h) / det;
            if (u < 0.0F || u > 1.0F) continue;
            const glm::vec3 q = glm::cross(s, e1);
            const float v = glm::dot(way, q) / det;
            if (v < 0.0F || u + v > 1.0F) continue;
            const float distance = glm::dot(e2, q) / det;
            if (distance > 1e-4F) best = std::min(best, distance);
        }
    }
    return best;
}

float Occluder::openness(const glm::vec3& point, const glm::vec3& normal, float reach_m, int rays,
                         float turn_rad) const {
    const glm::vec3 help =
        std::abs(normal.x) > 0.9F ? glm::vec3(0.0F, 1.0F, 0.0F) : glm::vec3(1.0F, 0.0F, 0.0F);
    const glm::vec3 tangent = glm::normalize(glm::cross(normal, help));
    const glm::vec3 bitangent = glm::cross(normal, tangent);
    constexpr float kGoldenAngle = 2.399963F;
    float sum = 0.0F;
    for (int k = 0; k < rays; ++k) {
        const float share = (static_cast<float>(k) + 0.5F) / static_cast<float>(rays);
        const float r = std::sqrt(share);
        const float turn = static_cast<float>(k) * kGoldenAngle + turn_rad;
        const glm::vec3 way = tangent * (r * std::cos(turn)) + bitangent * (r * std::sin(turn)) +
                              normal * std::sqrt(1.0F - share);
        sum += nearest(point + normal * 0.003F, way, reach_m) / reach_m;
    }
    return sum / static_cast<float>(rays);
}

}  // namespace phalanx::soldier
