#include "app/army/framing.h"

#include <algorithm>
#include <cmath>

namespace phalanx {

namespace {

// Distance from the middle of the formation to its foremost unit, along `forward`, metres.
double frontRank(const Crowd& crowd, const glm::dvec3& forward) {
    double front = 0.0;
    for (const UnitGroup& group : crowd.groups()) {
        for (const UnitInstance& unit : group.units) {
            front = std::max(front, glm::dot(glm::dvec3(glm::vec3(unit.placement)), forward));
        }
    }
    return front;
}

}  // namespace

glm::dvec3 marchOffset(const Crowd& crowd, Ticks now) {
    const glm::vec4 now_at = crowd.stateOf(0, now).placement;
    const glm::vec4 laid_at = crowd.unit(0).placement;
    return glm::dvec3(glm::vec3(now_at) - glm::vec3(laid_at));
}

Camera defaultCamera(const Crowd& crowd, Ticks now, double aspect) {
    Camera camera;
    const glm::dvec3 center = marchOffset(crowd, now);  // formations are laid out around the origin
    const double height = crowd.models().front().height_m;
    const double radius = crowd.formationRadius_m();
    const double size = std::max(height, crowd.models().front().radius_m);
    // A few units are all in view. With more units, the camera stays near the front rank and the others
    // recede to the horizon.
    const double half_tan = std::tan(glm::radians(camera.fov_y_deg) * 0.5);
    const double portrait = 0.75 * size / half_tan;
    const double all = (radius + 0.6 * height) / (half_tan * std::max(aspect, 1.0));
    const double distance = std::clamp(all, portrait, 5.6 * size);
    const double facing = glm::radians(crowd.settings().facing_deg);
    const double azimuth = facing + glm::radians(27.0);
    const double elevation = glm::radians(radius < height ? 6.0 : 9.0);
    const glm::dvec3 forward(std::sin(facing), 0.0, std::cos(facing));
    camera.target = center + forward * std::max(0.0, frontRank(crowd, forward) - 0.25 * distance);
    camera.target.y = height * (radius < height ? 0.55 : 0.75) + std::max(0.0, crowd.feet_m(0));
    camera.eye =
        camera.target + distance * glm::dvec3(std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                                              std::cos(azimuth) * std::cos(elevation));
    return camera;
}

}  // namespace phalanx
