// Camera positions relative to an army.
#pragma once

#include <glm/glm.hpp>

#include "crowd/crowd.h"
#include "render/frame/camera.h"
#include "settings/camera_take.h"

namespace phalanx {

// The part of the view that no panel covers.
struct FreeView {
    double aspect = 1.0;        // width / height of the whole view, above 0
    double covered_left = 0.0;  // part of the width, 0..1; with covered_right less than 1
    double covered_right = 0.0;
};

// The camera at the start: in front of the army and slightly above it. All units of a crowd of up to 60 are
// in the free part of the view, with a margin; of a larger one the front rank is in view, with the others
// receding into the distance. Of a battle: from behind a flank of the first host, along its front and over to
// the other.
Camera defaultCamera(const Crowd& crowd, Ticks now, const FreeView& view);

// All units as they stand at `now`, in the free part of the view, with a margin, from the direction `back`: a
// unit vector from the army to the eye, not vertical.
Camera cameraOfAll(const Crowd& crowd, Ticks now, const FreeView& view, const glm::dvec3& back,
                   double fov_y_deg);

// A camera's eye stays this high above the ground.
inline constexpr double kLeastEyeHeight_m = 0.2;

// Raises the eye above hills that it would be under. Flat ground has no effect.
void raiseAboveHills(Camera& camera, const Crowd& crowd);

// The camera of a take, which is not empty, above the crowd's ground.
Camera cameraOf(const CameraTake& take, const Crowd& crowd, Ticks now);

// Displacement of a marching formation since its layout, metres. A camera that follows moves by this.
glm::dvec3 marchOffset(const Crowd& crowd, Ticks now);

}  // namespace phalanx
