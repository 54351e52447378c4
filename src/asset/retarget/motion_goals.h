// What hands and feet have to keep while a motion is carried over to another body.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "asset/retarget/body_motion.h"

namespace phalanx {

struct PlantedAnkle {
    glm::dvec3 place{0.0};     // of the source, body axes
    double heading_rad = 0.0;  // which way the body faces for this foot; as BodyFrame::heading_rad
};

// Where the ankles of the source go, frame by frame: along their paths, and while a foot is on the ground
// where it was put down. The heading is the mean one while a foot is on the ground, and changes in between.
std::array<std::vector<PlantedAnkle>, 2> plantedAnkles(const BodyMotion& motion);

// 0..1 per frame: how far both hands hold one thing. They are near each other, measured in `arm_length`, and
// their distance hardly changes over the clip.
std::vector<double> gripWeights(const BodyMotion& motion, double arm_length);

}  // namespace phalanx
