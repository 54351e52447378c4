#include <algorithm>
#include <cmath>
#include <utility>

#include "app/falls/falls.h"

namespace phalanx {

std::vector<std::uint32_t> nearestStanding(const Crowd& crowd, const FallView& view, std::size_t most,
                                           Ticks now) {
    const glm::dmat4 clip_from_world = clipFromWorld(view.camera, view.aspect);
    std::vector<std::pair<double, std::uint32_t>> seen;  // by distance
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        const glm::dvec3 foot(crowd.stateOf(unit, now).placement);
        const double away = glm::distance(foot, view.camera.eye);
        if (away > kFarthestRagdoll_m || crowd.hasFallen(unit)) continue;
        const glm::dvec4 clip = clip_from_world * glm::dvec4(foot, 1.0);
        if (clip.w > 0.0 && std::abs(clip.x) < clip.w && std::abs(clip.y) < clip.w)
            seen.emplace_back(away, unit);
    }
    const std::size_t count = std::min(most, seen.size());
    std::partial_sort(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count), seen.end());
    seen.resize(count);
    std::vector<std::uint32_t> units;
    for (const auto& [away, unit] : seen) units.push_back(unit);
    return units;
}

}  // namespace phalanx
