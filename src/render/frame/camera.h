// A perspective camera. World space: metres, Y up.
#pragma once

#include <glm/glm.hpp>
#include <optional>

namespace phalanx {

struct Camera {
    glm::dvec3 eye{0.0, 6.0, 18.0};
    glm::dvec3 target{0.0, 1.0, 0.0};  // must differ from eye
    double fov_y_deg = 40.0;
    double near_m = 0.1;
    double far_m = 4000.0;

    bool operator==(const Camera&) const = default;
};

// Right-handed view space; clip depth -w..w. A camera that looks straight up or down has north (-Z) at the
// top of the image. aspect: width / height.
glm::dmat4 viewFromWorld(const Camera& camera);
glm::dmat4 clipFromWorld(const Camera& camera, double aspect);

// Bounds in an image of this size of the box between two corners: min x, min y, max x, max y, pixels from the
// lower left corner. They reach beyond the image if the box does, and are all of it if the box comes close to
// the eye's plane.
glm::dvec4 reachInImage(const glm::dmat4& clip_from_world, const glm::dvec3& low, const glm::dvec3& high,
                        const glm::dvec2& size);

// Where a point of clip space lies in a window of this size, y down; nullopt behind the camera.
std::optional<glm::dvec2> placeInWindow(const glm::dvec4& clip, const glm::dvec2& size);

// Ray through a point of the image, x and y in -1..1 with y up: unit direction in world space, from the eye.
glm::dvec3 rayThrough(const Camera& camera, double aspect, glm::dvec2 point);
// Times (gl_FragCoord.xy, 1), in a viewport of `size` pixels: direction in world space of the ray through the
// fragment, from the eye; not a unit vector.
glm::dmat3 rayFromPixel(const Camera& camera, double aspect, glm::dvec2 size);

}  // namespace phalanx
