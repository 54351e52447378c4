#include "render/lod/component_reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/lod/nearest_point.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostPoints = 16;        // per component
constexpr std::size_t kMostTests = 8'000'000;  // points times triangles, of all components

}  // namespace

ComponentReach::ComponentReach(const CollapseMesh& mesh) : points_(mesh.components.size()) {
    const std::size_t most = std::min(
        kMostPoints, kMostTests / std::max<std::size_t>(mesh.triangles.size() * mesh.components.size(), 1));
    if (most == 0 || mesh.components.size() < 2) return;
    for (const CollapseMesh::Triangle& triangle : mesh.triangles) {
        Surface& surface = surfaces_.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) surface.corners[k] = glm::vec3(mesh.posed(triangle.points[k], 0));
        surface.middle = (surface.corners[0] + surface.corners[1] + surface.corners[2]) / 3.0F;
        surface.radius = 0.0F;
        for (const glm::vec3& corner : surface.corners)
            surface.radius = std::max(surface.radius, glm::distance(corner, surface.middle));
        surface.component = mesh.points[triangle.points[0]].component;
    }
    for (std::uint32_t p = 0; p < mesh.points.size(); ++p) {
        if (!mesh.points[p].triangles.empty())
            points_[mesh.points[p].component].emplace_back(mesh.posed(p, 0));
    }
    for (std::vector<glm::vec3>& points : points_) keepFarthest(points, points.front(), most);
}

double ComponentReach::of(std::uint32_t component, const CollapseMesh& mesh) const {
    if (surfaces_.empty()) return mesh.components[component].size_m;
    float farthest = 0.0F;
    for (const glm::vec3& point : points_[component]) {
        float nearest = std::numeric_limits<float>::max();
        for (const Surface& surface : surfaces_) {
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
