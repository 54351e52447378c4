#include "render/frame/camera.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace phalanx {
namespace {

// Times (x, y, 1), a point of the image with x and y in -1..1: direction in world space of its ray.
glm::dmat3 rayFromPoint(const Camera& camera, double aspect) {
    const double half = std::tan(glm::radians(camera.fov_y_deg) * 0.5);
    const glm::dmat3 world_from_view = glm::transpose(glm::dmat3(viewFromWorld(camera)));
    return {world_from_view[0] * (half * aspect), world_from_view[1] * half, -world_from_view[2]};
}

}  // namespace

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

glm::dvec4 reachInImage(const glm::dmat4& clip_from_world, const glm::dvec3& low, const glm::dvec3& high,
                        const glm::dvec2& size) {
    constexpr double kClose_m = 1e-3;
    glm::dvec2 least(std::numeric_limits<double>::max());
    glm::dvec2 greatest(std::numeric_limits<double>::lowest());
    for (unsigned corner = 0; corner < 8U; ++corner) {
        const glm::dvec3 at((corner & 1U) != 0 ? high.x : low.x, (corner & 2U) != 0 ? high.y : low.y,
                            (corner & 4U) != 0 ? high.z : low.z);
        const glm::dvec4 clip = clip_from_world * glm::dvec4(at, 1.0);
        if (clip.w < kClose_m) return {0.0, 0.0, size};
        const glm::dvec2 pixel = (0.5 + 0.5 * glm::dvec2(clip) / clip.w) * size;
        least = glm::min(least, pixel);
        greatest = glm::max(greatest, pixel);
    }
    return {least, greatest};
}

std::optional<glm::dvec2> placeInWindow(const glm::dvec4& clip, const glm::dvec2& size) {
    if (!(clip.w > 0.0)) return std::nullopt;
    return (glm::dvec2(0.5) + glm::dvec2(0.5, -0.5) * glm::dvec2(clip) / clip.w) * size;
}

glm::dvec3 rayThrough(const Camera& camera, double aspect, glm::dvec2 point) {
    return glm::normalize(rayFromPoint(camera, aspect) * glm::dvec3(point, 1.0));
}

glm::dmat3 rayFromPixel(const Camera& camera, double aspect, glm::dvec2 size) {
    const glm::dmat3 ray = rayFromPoint(camera, aspect);
    return {ray[0] * (2.0 / size.x), ray[1] * (2.0 / size.y), ray[2] - ray[0] - ray[1]};
}

}  // namespace phalanx
