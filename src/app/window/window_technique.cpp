// By which technique the window draws: the one that is set, where this context can, or what `auto` stands
// for.
#include <fmt/format.h>

#include "app/window/window_app.h"

namespace phalanx {

void WindowApp::carryOutTechnique() {
    std::string& technique = settings_.render.technique;
    if (technique == stage_->render.technique || technique == kAutoTechnique) return;
    try {
        stage_->checkTechnique(technique, models_);
    } catch (const Error& error) {
        technique = stage_->render.technique;
        notify(error.what(), true);
    }
}

// After the other settings are the stage's.
void WindowApp::carryOutAuto() {
    facts_.automatic.clear();
    if (settings_.render.technique != kAutoTechnique) return;
    stage_->render.technique = stage_->automatic(models_).name;
    facts_.automatic = fmt::format("{}: {}", kAutoTechnique, stage_->render.technique);
}

}  // namespace phalanx
