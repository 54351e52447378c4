// Builds without Bullet: ragdolls cannot begin.
#include "bodies/ragdoll_sim.h"
#include "core/error.h"

namespace phalanx {

bool bodiesAvailable() {
    return false;
}

std::string whyNoBodies() {
    return "this build has no ragdolls: it was built without Bullet (libbullet-dev, CMake option "
           "PHALANX_BULLET)";
}

std::unique_ptr<RagdollSim> makeRagdollSim(const SimStart& /*start*/) {
    throw environmentError("", whyNoBodies());
}

}  // namespace phalanx
