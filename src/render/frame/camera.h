// Where one looks from. World space: metres, Y up.
#pragma once

#include <glm/glm.hpp>

namespace phalanx {

struct Camera {
    glm::dvec3 eye{0.0, 6.0, 18.0};
    glm::dvec3 target{0.0, 1.0, 0.0};  // must differ from eye
    double fov_y_deg = 40.0;
    double near_m = 0.1;
    double far_m = 4000.0;
};

// Right-handed view; clip depth -1..1. Straight up or down, north (-Z) is up in the picture.
glm::dmat4 viewFromWorld(const Camera& camera);
glm::dmat4 clipFromWorld(const Camera& camera, double aspect);

// The ray through a point of the picture, x and y in -1..1 with y up: unit direction from the eye.
glm::dvec3 rayThrough(const Camera& camera, double aspect, glm::dvec2 point);

}  // namespace phalanx
