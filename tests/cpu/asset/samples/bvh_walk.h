// A BVH file of a figure that walks, made by formula: https://research.cs.wisc.edu/graphics/Courses/
// cs-838-1999/Jeff/BVH.html
#pragma once

#include <string>

namespace phalanx::test {

struct BvhWalk {
    double speed = 120.0;      // centimetres per second
    double heading_deg = 0.0;  // 0: along +Z
    double seconds = 4.0;
    double fps = 60.0;
    double raised_deg = 0.0;  // of the left arm, which the T pose stretches out, at the end
};

inline constexpr double kBvhLeg = 80.0;     // both bones, centimetres
inline constexpr double kBvhCycle_s = 1.0;  // a step of each foot

// Joints have the names of the motion capture of Carnegie Mellon. Feet that are on the ground do not move.
std::string bvhWalk(const BvhWalk& walk = {});

}  // namespace phalanx::test
