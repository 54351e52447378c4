// Rows of the main panel for what the soldiers carry: one list per group of parts.
#pragma once

#include "settings/settings.h"
#include "ui/data/facts.h"
#include "ui/toolkit/form.h"

namespace phalanx {

// A folded section with the groups of all models; nothing if there are none.
void drawEquipment(Form& form, const Facts& facts, Settings& settings);

}  // namespace phalanx
