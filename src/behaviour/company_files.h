// The files of companies: who stands where in them. Soldiers whose place moves notice it (ItemKind::kPlace).
#pragma once

#include "behaviour/battle_field.h"

namespace phalanx {

// Those behind the unit move up. falls: it is out.
void leaveFile(BattleField& field, std::uint32_t unit, bool falls);
void goToRear(BattleField& field, std::uint32_t unit);
// Other files of the same soldiers; at least one.
void fileUp(BattleField& field, std::uint32_t company, std::uint32_t files);

}  // namespace phalanx
