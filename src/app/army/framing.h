// Camera positions relative to an army.
#pragma once

#include <glm/glm.hpp>

#include "crowd/crowd.h"
#include "render/frame/camera.h"

namespace phalanx {

// The camera at the start: in front of the front rank and slightly above it, with the army receding into the
// distance. aspect: width / height, above 0.
Camera defaultCamera(const Crowd& crowd, Ticks now, double aspect);

// Displacement of a marching formation since its layout, metres. A camera that follows moves by this.
glm::dvec3 marchOffset(const Crowd& crowd, Ticks now);

}  // namespace phalanx
