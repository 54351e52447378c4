// What happened in a battle as lines of text: "12.5000,3041,aim", "12.8125,3041,shoots,907,hit",
// "1.0000,company 4,order advance".
#pragma once

#include <string>

#include "behaviour/battle.h"

namespace phalanx {

std::string newsLine(const BattleNews& news, const BehaviourGraph& graph);

}  // namespace phalanx
