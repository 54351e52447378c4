// A unit that lies where it fell, as scenes store it.
#pragma once

#include <glm/glm.hpp>
#include <string>

namespace phalanx {

struct FallenUnit {
    glm::dvec3 place{0.0};  // x and z in the world, metres; y above the ground
    double facing_rad = 0.0;
    std::string pose;  // OwnPose, four digits per number; "": that of the stand-in

    bool operator==(const FallenUnit&) const = default;
};

}  // namespace phalanx
