#include "render/frame/environment.h"

#include <algorithm>
#include <cmath>

namespace phalanx {

glm::dvec3 sunDirection(const Environment& environment) {
    const double elevation = glm::radians(std::clamp(environment.sun_elevation_deg, 3.0, 90.0));
    const double azimuth = glm::radians(environment.sun_azimuth_deg);
    return {std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
            std::cos(azimuth) * std::cos(elevation)};
}

}  // namespace phalanx
