#include "render/lod/component_reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/lod/nearest_point.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostPoints = 16;        // per component
constexpr std::size_t kMostTests = 8'000'000;  // points times triangles, of all components
// A group farther away by this factor is skipped: rounding changes a distance by less.
constexpr float kReachRounding = 1.0001F;

}  // namespace

ComponentReach::ComponentReach(const CollapseMesh& mesh) : points_(mesh.components.size()) {
    const std::size_t most = std::min(
        kMostPoints, kMostTests / std::max<std::size_t>(mesh.triangles.size() * mesh.components.size(), 1));
    if (most == 0 || mesh.components.size() < 2) return;
    for (const CollapseMesh::Triangle& triangle : mesh.triangles) {
        Surface& surface = surfaces_.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) surface.corners[k] = mesh.atRest(triangle.points[k]);
        surface.middle = (surface.corners[0] + surface.corners[1] + surface.corners[2]) / 3.0F;
        surface.radius = 0.0F;
        for (const glm::vec3& corner : surface.corners)
            surface.radius = std::max(surface.radius, glm::distance(corner, surface.middle));
        surface.component = mesh.points[triangle.points[0]].component;
    }
    for (std::size_t first = 0; first < surfaces_.size(); first += kGroup) {
        const std::size_t last = std::min(first + kGroup, surfaces_.size());
        Group& group = groups_.emplace_back(Group{glm::vec3(0.0F), 0.0F});
        for (std::size_t s = first; s < last; ++s)
            group.middle += surfaces_[s].middle / static_cast<float>(last - first);
        for (std::size_t s = first; s < last; ++s)
            group.radius = std::max(group.radius,
                                    glm::distance(surfaces_[s].middle, group.middle) + surfaces_[s].radius);
    }
    for (std::uint32_t p = 0; p < mesh.points.size(); ++p) {
        if (!mesh.points[p].triangles.empty()) points_[mesh.points[p].component].push_back(mesh.atRest(p));
    }
    for (std::vector<glm::vec3>& points : points_) keepFarthest(points, points.front(), most);
}

double ComponentReach::of(std::uint32_t component, const CollapseMesh& mesh) const {
    if (surfaces_.empty()) return mesh.components[component].size_m;
    float farthest = 0.0F;
    for (const glm::vec3& point : points_[component]) {
        float nearest = std::numeric_limits<float>::max();
        for (std::size_t s = 0; s < surfaces_.size(); ++s) {
            if (s % kGroup == 0) {
                const Group& group = groups_[s / kGroup];
                const glm::vec3 to_middle = point - group.middle;
                const float most = kReachRounding * (nearest + group.radius);
                if (glm::dot(to_middle, to_middle) > most * most) {
                    s += kGroup - 1;
                    continue;
                }
            }
            const Surface& surface = surfaces_[s];
            if (surface.component == component || mesh.components[surface.component].triangles == 0) continue;
            const glm::vec3 to_middle = point - surface.middle;
            const float most = nearest + surface.radius;
            if (glm::dot(to_middle, to_middle) >= most * most) continue;
            nearest =
                std::min(nearest, glm::distance(point, nearestOn(point, surface.corners[0],
                                                                 surface.corners[1], surface.corners[2])));
            if (nearest <= farthest) break;
        }
        farthest = std::max(farthest, nearest);
    }
    return static_cast<double>(farthest);
}

}  // namespace phalanx
