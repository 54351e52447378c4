// Fits shapes, masses and hulls of bodies to the skin.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bodies/body_plan.h"

namespace phalanx {

// Sets shape, hull and mass of all bodies. `bodies`: with their joints, `body_of_node` as in BodyPlan.
// `vertices`: into Model::vertices, ascending.
void fitShapes(const Model& model, std::span<const int> body_of_node, std::span<const std::uint32_t> vertices,
               std::vector<PlanBody>& bodies);

}  // namespace phalanx
