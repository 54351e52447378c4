// Groups of parts of which each unit shows one choice: a model with four shields on one arm has a group of
// four choices. Groups are found in a model, or read from a file (group_file.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct PartChoice {
    std::string name;
    std::vector<std::size_t> parts;  // into Model::parts; none: the unit shows nothing of the group
    double share = 1.0;              // relative number of units, above 0
};

struct PartGroup {
    std::string name;
    std::vector<PartChoice> choices;  // at least one; no part is in two groups
};

// Finds alternatives: rigid meshes under one node, in the same place, so that a unit cannot carry two of
// them. These are meshes of a skinned model without weights of their own, each at least a tenth of the
// model's height, whose boxes share a quarter of their common volume, or overlap and both contain the origin
// of the node, which is the place where a hand holds them. The primitives of one mesh stay together. A model
// without skinned parts has no groups, because its body consists of such meshes too.
std::vector<PartGroup> findAlternatives(const Model& model);

}  // namespace phalanx
