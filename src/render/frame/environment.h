// Sun, sky and fog.
#pragma once

#include <glm/glm.hpp>

namespace phalanx {

// Colours are linear. The defaults are a clear late afternoon.
struct Environment {
    double sun_azimuth_deg = -34.0;   // from +Z towards +X
    double sun_elevation_deg = 36.0;  // 3 .. 90; other values are clamped
    glm::vec3 sun_color{3.30F, 2.85F, 2.25F};
    glm::vec3 sky_zenith{0.10F, 0.22F, 0.50F};
    glm::vec3 sky_horizon{0.52F, 0.60F, 0.68F};
    glm::vec3 ground_color{0.15F, 0.125F, 0.085F};
    float fog_density = 0.0005F;  // 1/m
    float exposure = 0.92F;
    bool shadows = true;

    bool operator==(const Environment&) const = default;
};

glm::dvec3 sunDirection(const Environment& environment);  // unit length, towards the sun

}  // namespace phalanx
