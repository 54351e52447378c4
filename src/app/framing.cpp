#include <algorithm>
#include <cmath>

#include "app/commands.h"

namespace phalanx {

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
    // One unit is looked at as a portrait; from some hundred on, the view stays near the front and lets the rest recede.
    const double half_tan = std::tan(glm::radians(camera.fov_y_deg) * 0.5);
    const double portrait = 0.75 * height / half_tan;
    const double all = (radius + 0.6 * height) / (half_tan * std::max(aspect, 1.0));
    const double distance = std::clamp(std::max(portrait, all), portrait, 9.5 * height);
    const double facing = glm::radians(crowd.settings().facing_deg);
    const double azimuth = facing + glm::radians(27.0);
    const double elevation = glm::radians(radius < height ? 6.0 : 8.5);
    const glm::dvec3 forward(std::sin(facing), 0.0, std::cos(facing));
    const double front = std::max(0.0, radius * 0.62 - distance * 0.18);
    camera.target = center + forward * (radius > 2.0 * height ? front : 0.0);
    camera.target.y = height * 0.55;
    camera.eye = camera.target + distance * glm::dvec3(std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                                                       std::cos(azimuth) * std::cos(elevation));
    return camera;
}

}  // namespace phalanx
