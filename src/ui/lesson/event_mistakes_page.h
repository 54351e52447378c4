// The page of common mistakes with events and behaviour.
#pragma once

#include "settings/settings.h"
#include "ui/main/panels.h"
#include "ui/toolkit/form.h"

namespace phalanx {

void drawEventMistakes(const PanelContext& context, Form& form, Settings& settings);

}  // namespace phalanx
