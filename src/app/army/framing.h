// Where cameras stand before an army.
#pragma once

#include <glm/glm.hpp>

#include "crowd/crowd.h"
#include "render/frame/camera.h"

namespace phalanx {

// Where a newcomer should stand: before the front rank, a little above it, the army reaching into the
// distance. aspect: width by height, above 0.
Camera defaultCamera(const Crowd& crowd, Ticks now, double aspect);

// How far a marching formation has gone from where it was laid out, metres: what a camera follows.
glm::dvec3 marchOffset(const Crowd& crowd, Ticks now);

}  // namespace phalanx
