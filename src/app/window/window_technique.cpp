// By which technique the window draws: the one that is set, where it can be, or what `auto` comes to.
#include <algorithm>
#include <vector>

#include "app/window/window_app.h"
#include "core/log.h"

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

// After the other settings are the stage's. Measures when `auto` is taken, and anew after another bake, way
// of fetching, or way of blending: not while a person only looks on. What left something out is measured
// again when `auto` is chosen again.
void WindowApp::carryOutAuto() {
    facts_.automatic.clear();
    std::optional<AutoTechnique>& automatic = stage_->automatic;
    if (settings_.render.technique != kAutoTechnique) {
        if (automatic && isWanting(*automatic, stage_->gpu_models, window_.capabilities())) automatic.reset();
        return;
    }
    RenderSettings& render = stage_->render;
    MeasuredAs as{render.skin.switches, render.skin.rigid_parts, {}};
    for (const GpuModel& model : stage_->gpu_models) as.animations.push_back(model.animationVersion());
    if (!automatic || measured_as_ != as) {
        measured_as_ = as;
        render.technique = "texture";
        try {
            automatic = measureTechniques(stage_->renderer, stage_->gpu_models, models_, render.skin);
        } catch (const Error& error) {  // a shader that is being edited at this moment, say
            automatic.emplace();
            notify(error.what(), true);
        }
        history_.clear();
        last_frame_ = last_swap_ = Clock::now();  // measuring is no frame
    }
    render.technique = automatic->levels.technique;
    render.levels = automatic->levels;
    facts_.automatic = sentenceOf(*automatic, models_);
}

}  // namespace phalanx
