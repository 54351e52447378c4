#include "render/frame/camera.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace phalanx {

glm::dmat4 viewFromWorld(const Camera& camera) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    constexpr double kNearlyVertical = 0.9999;
    const bool vertical = std::abs(forward.y) > kNearlyVertical;
    return glm::lookAt(camera.eye, camera.target,
                       vertical ? glm::dvec3(0.0, 0.0, -1.0) : glm::dvec3(0.0, 1.0, 0.0));
}

glm::dmat4 clipFromWorld(const Camera& camera, double aspect) {
    return glm::perspective(glm::radians(camera.fov_y_deg), aspect, camera.near_m, camera.far_m) *
           viewFromWorld(camera);
}

glm::dvec3 rayThrough(const Camera& camera, double aspect, glm::dvec2 point) {
    const double half = std::tan(glm::radians(camera.fov_y_deg) * 0.5);
    const glm::dvec3 in_view(point.x * half * aspect, point.y * half, -1.0);
    const glm::dmat3 world_from_view = glm::transpose(glm::dmat3(viewFromWorld(camera)));
    return glm::normalize(world_from_view * in_view);
}

}  // namespace phalanx
