#include "app/lesson/lesson_steps.h"

namespace phalanx {

void setLessonStep(const LessonStep& step, bool software, const std::string& pose, Settings& settings) {
    settings.crowd.units = software ? step.units_software : step.units;
    settings.bake.mistakes = {};
    settings.body_mistakes = {};
    settings.event_mistakes = {.once_per_frame = step.events == LessonEvents::kPolled};
    RenderSettings& render = settings.render;
    render.technique = step.technique;
    render.skin = {};
    render.skin.switches.single_clip = step.single_clip;
    render.skin.switches.weights = step.weights;
    render.skin.rigid_parts = step.rigid_parts;
    render.cull = step.detail;
    render.lod_error_px = step.detail ? 1.0 : 0.0;
    render.frame_budget_ms = 0.0;  // the cost of a step is compared with others
    render.pace = Pace::kFree;
    render.select = Select::kAuto;
    render.traces = step.events != LessonEvents::kNone;
    // Each pass over the soldiers is another draw call; without shadows the calls are easier to count.
    render.environment.shadows = false;
    settings.overlay.choice = OverlayChoice::kNone;
    settings.crowd.terrain.ground = step.hills ? kGroundHills : kGroundFlat;
    if (step.events == LessonEvents::kGraph) settings.crowd.formation = Formation::kBattle;
    settings.pose = pose;
}

void copyLessonSettings(const Settings& from, Settings& to) {
    to.crowd.units = from.crowd.units;
    to.bake.mistakes = from.bake.mistakes;
    to.body_mistakes = from.body_mistakes;
    to.event_mistakes = from.event_mistakes;
    to.render.technique = from.render.technique;
    to.render.skin = from.render.skin;
    to.render.cull = from.render.cull;
    to.render.lod_error_px = from.render.lod_error_px;
    to.render.frame_budget_ms = from.render.frame_budget_ms;
    to.render.pace = from.render.pace;
    to.render.select = from.render.select;
    to.render.traces = from.render.traces;
    to.render.environment.shadows = from.render.environment.shadows;
    to.overlay.choice = from.overlay.choice;
    to.crowd.terrain.ground = from.crowd.terrain.ground;
    to.pose = from.pose;
}

}  // namespace phalanx
