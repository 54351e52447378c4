// The section of the main panel about culling, LODs, impostors, shadow maps and the frame budget.
#pragma once

#include "settings/settings.h"
#include "ui/data/facts.h"
#include "ui/toolkit/form.h"

namespace phalanx {

// Folded until its title is clicked.
void drawDetailGroup(Form& form, const Facts& facts, Settings& settings);

}  // namespace phalanx
