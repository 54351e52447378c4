// The legs of a model: ankles with a knee and a hip above them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

inline constexpr std::size_t kMostLegs = 4;

// The ankles of a model, nodes: those of Model::ankles if it has any, else found by the names of joints:
// feet, ankles, paws and hoofs, and hands that stand on the ground, each with two ancestors, that are low at
// rest. Left ones first. At most kMostLegs; empty if there are fewer than two.
std::vector<int> anklesOf(const Model& model);

// By name or #K, for Model::ankles. `where` begins the errors, Error (kUsage): an unknown joint, one of
// several nodes, one without two ancestors, more than kMostLegs, fewer than two, or one twice.
std::vector<int> namedAnkles(const Model& model, std::span<const std::string> names,
                             const std::string& where);

}  // namespace phalanx
