// Rows for clips of further files, and for what is made of clips at the import.
#pragma once

#include "settings/settings.h"
#include "ui/main/panels.h"
#include "ui/toolkit/form.h"

namespace phalanx {

void drawClipFiles(Form& form, const PanelContext& context, Settings& settings, PanelState& panel);

}  // namespace phalanx
