// A battle of an army that was loaded: its graph fits all models, and its crowd is in formation battle.
#pragma once

#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/events/army_markers.h"
#include "behaviour/battle.h"

namespace phalanx {

// The graph of a file, "": the one that comes with Phalanx. Throws Error (kUsage, kInput) for one with a
// mistake, with its line, and for one whose clips a model does not have.
BehaviourGraph graphFor(const std::string& file, const std::vector<LoadedModel>& models);

// As a battle needs it.
CrowdSettings battleCrowd(CrowdSettings settings);

}  // namespace phalanx
