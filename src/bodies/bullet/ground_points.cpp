#include "bodies/bullet/ground_points.h"

#include <algorithm>
#include <limits>

namespace phalanx {

std::size_t chooseContacts(std::span<GroundPoint> near, std::span<const GroundPoint> before,
                           std::array<GroundPoint, kBodyContacts>& chosen) {
    std::size_t count = near.size();
    std::size_t chosen_count = 0;
    const auto choose = [&](const auto& worth) {
        std::size_t best = 0;
        btScalar most = -std::numeric_limits<btScalar>::infinity();
        for (std::size_t i = 0; i < count; ++i) {
            const btScalar value = worth(near[i]);
            if (value > most) {
                most = value;
                best = i;
            }
        }
        chosen[chosen_count++] = near[best];
        near[best] = near[--count];
    };
    // Deep points count more than far ones.
    const auto deep = [&](const GroundPoint& p) {
        constexpr btScalar kStays_m = 0.01F;  // points that touched already are preferred
        const bool touched = std::ranges::find(before, p.point, &GroundPoint::point) != before.end();
        return 4.0F * p.depth_m + (touched ? kStays_m : 0.0F);
    };
    const auto at = [&](std::size_t i) -> const btVector3& { return chosen[i].position; };
    choose([&](const GroundPoint& p) { return p.depth_m; });
    if (count > 0) choose([&](const GroundPoint& p) { return deep(p) + (p.position - at(0)).length(); });
    if (count > 0) {
        const btVector3 edge =
            (at(1) - at(0)).length2() > 1e-8F ? (at(1) - at(0)).normalized() : btVector3(1.0F, 0.0F, 0.0F);
        choose([&](const GroundPoint& p) { return deep(p) + edge.cross(p.position - at(0)).length(); });
        const btVector3 side = chosen_count > 2 ? edge.cross(at(2) - at(0)) : btVector3(0.0F, 0.0F, 0.0F);
        if (count > 0)
            choose([&](const GroundPoint& p) {
                const btVector3 other = edge.cross(p.position - at(0));
                return deep(p) + (other.dot(side) < 0.0F ? other.length() : 0.0F);
            });
    }
    return chosen_count;
}

}  // namespace phalanx
