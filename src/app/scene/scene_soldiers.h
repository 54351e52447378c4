// The soldiers of a scene that differ from the others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/falls/falls.h"
#include "app/scene/scene.h"
#include "crowd/crowd.h"

namespace phalanx {

struct SoldiersLeft {
    std::map<std::uint32_t, SceneSoldier> soldiers;  // that do not fit this army
    std::string trouble;                             // of the last of them, a sentence; "": none
};

// Edits them from `now` on. What does not fit is left out, with a warning.
SoldiersLeft editSoldiers(const Scene& scene, const std::vector<LoadedModel>& models, Crowd& crowd,
                          Ticks now);

// Lets those lie who lie in the scene. What does not fit is left out, with a warning.
void layFallen(const Scene& scene, Falls& falls, Stage& stage, const std::vector<LoadedModel>& models,
               Ticks now);

}  // namespace phalanx
