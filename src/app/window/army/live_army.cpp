#include "app/window/army/live_army.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/army/framing.h"
#include "app/cli/output.h"
#include "app/lab/anatomy_view.h"
#include "app/lab/shown_morphs.h"
#include "app/scene/recent_files.h"
#include "app/window/session/window_facts.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

// The clips of another version of the model that have the names of these; nullopt: it lacks one.
std::optional<ClipChoice> sameClips(const ClipChoice& clips, const LoadedModel& before,
                                    const LoadedModel& after) {
    const auto same = [&](int clip) -> std::optional<int> {
        const std::string& name = before.baked.clips[static_cast<std::size_t>(clip)].name;
        const auto found = std::ranges::find(after.baked.clips, name, &BakedClip::name);
        if (found == after.baked.clips.end()) return std::nullopt;
        return static_cast<int>(found - after.baked.clips.begin());
    };
    if (before.baked.clips.empty()) return std::nullopt;
    const std::optional<int> a = same(clips.a);
    const std::optional<int> b = same(clips.b);
    if (!a || !b) return std::nullopt;
    return ClipChoice{*a, *b};
}

}  // namespace

void LiveArmy::replace(std::vector<LoadedModel> models, const ArmyOptions& army) {
    replace(std::move(models), army, [this](std::size_t /*model*/) { return session_.settings.bake.fetch; });
}

void LiveArmy::forgetModels() {
    layout_.forgetModels();
    layers_.drop();
    falls_.drop();
}

void LiveArmy::replace(std::vector<LoadedModel> models, const ArmyOptions& army, const FetchOf& fetch) {
    const gl::Capabilities& can = session_.capabilities();
    Settings& settings = session_.settings;
    std::optional<Stage>& stage = session_.stage;
    for (const LoadedModel& loaded : models) checkSideFiles(loaded.model, {session_.options.json});
    Crowd crowd = makeCrowd(models, army.army, settings.crowd, session_.now);
    if (!stage) {
        stage.emplace(can, models, std::move(crowd), session_.options.skin());
    } else {
        // Everything that can throw is done before the old army is replaced.
        std::vector<GpuModel> gpu_models;
        for (std::size_t i = 0; i < models.size(); ++i) {
            gpu_models.push_back(
                makeGpuModel(can, models[i], crowd.clipTable(static_cast<int>(i)), fetch(i)));
        }
        layers_.drop();
        falls_.drop();
        stage->crowd = std::move(crowd);
        stage->gpu_models = std::move(gpu_models);
        stage->renderer.forgetUnits();
    }
    for (const std::string& file : army.army.files) rememberFile(file);
    session_.models = std::move(models);
    settings.army = army.army;
    layout_.forgetModels();
    stage->render.technique = "texture";  // until the selected technique is ready
    select(std::nullopt);
    setModelFacts(session_.models, session_.facts);
    variants_.clear();
    for (const LoadedModel& loaded : session_.models) {
        auto& variants = variants_.emplace_back();
        for (const Variant& variant : loaded.model.variants) variants.push_back(variant.name);
    }
    const auto choices = stage->crowd.choices();
    settings.clips.assign(choices.begin(), choices.end());
    followed_.reset();
}

void LiveArmy::exchange(std::vector<LoadedModel> models) {
    std::vector<std::optional<ClipChoice>> clips;
    for (std::size_t i = 0; i < models.size(); ++i)
        clips.push_back(sameClips(session_.settings.clips[i], session_.models[i], models[i]));
    std::map<std::uint32_t, UnitEdit> edits = session_.stage->crowd.edits();
    for (auto& [unit, edit] : edits) {
        if (!edit.clips || unit >= session_.stage->crowd.size()) continue;
        const auto model = static_cast<std::size_t>(session_.stage->crowd.modelOf(unit));
        edit.clips = sameClips(*edit.clips, session_.models[model], models[model]);
    }
    const std::optional<std::uint32_t> selected = session_.panel.selected;
    std::map<std::uint32_t, FallenUnit> fallen = falls_.fallen();
    ArmyOptions present;
    present.army = session_.settings.army;
    // Which path is faster is known already.
    replace(std::move(models), present, [this](std::size_t model) -> std::optional<FetchPath> {
        return session_.stage->gpu_models[model].animation().path();
    });
    for (std::size_t i = 0; i < clips.size(); ++i) {
        if (!clips[i]) continue;
        session_.settings.clips[i] = *clips[i];
        session_.stage->crowd.chooseClips(static_cast<int>(i), *clips[i], session_.now);
    }
    applyEdits(edits);
    falls_.restore(std::move(fallen));
    select(selected);
}

void LiveArmy::applyCrowd(bool at_once) {
    Crowd& crowd = session_.stage->crowd;
    layers_.advance();
    crowd.advance(session_.now);
    try {
        applyUnits(at_once);
    } catch (const Error& error) {
        session_.settings.crowd = crowd.settings();
        if (session_.panel.selected && *session_.panel.selected < crowd.size())
            session_.panel.edit = crowd.editOf(*session_.panel.selected);
        session_.notify(error.what(), true);
    }
    const std::optional<std::uint32_t> selected = session_.panel.selected;
    if (selected && *selected >= crowd.size()) select(std::nullopt);
}

void LiveArmy::applyUnits(bool at_once) {
    Crowd& crowd = session_.stage->crowd;
    const auto layout = crowd.layoutVersion();
    const bool fought = crowd.settings().formation == Formation::kBattle;
    const bool replaced = layout_.carryOut(crowd, session_.settings.crowd, session_.now, at_once);
    // Hosts stand elsewhere than an army.
    if (!fought && crowd.settings().formation == Formation::kBattle) resetCamera();
    if (replaced) session_.stage->renderer.forgetUnits();
    // Where a unit was in the old layout says nothing of the new one.
    if (replaced || crowd.layoutVersion() != layout) followed_.reset();
    followGround();
    // In a new layout a unit can have another model, and the crowd removes edits that do not fit that model.
    if ((replaced || crowd.layoutVersion() != layout) && session_.panel.selected &&
        *session_.panel.selected < crowd.size())
        session_.panel.edit = crowd.editOf(*session_.panel.selected);
    for (std::size_t i = 0; i < session_.settings.clips.size(); ++i) {
        if (session_.settings.clips[i] != crowd.choices()[i])
            crowd.chooseClips(static_cast<int>(i), session_.settings.clips[i], session_.now);
    }
    if (!session_.panel.selected || *session_.panel.selected >= crowd.size()) return;
    if (session_.panel.edit != crowd.editOf(*session_.panel.selected))
        crowd.edit(*session_.panel.selected, session_.panel.edit, session_.now);
}

void LiveArmy::applyLayers() {
    layers_.apply();
    if (std::exchange(session_.panel.layers.restart, false))
        layers_.startAdditive(session_.stage->crowd.size(), session_.now);
}

void LiveArmy::followGround() {
    const std::shared_ptr<const Terrain>& terrain = session_.stage->crowd.terrain();
    if (terrain == ground_) return;
    ground_ = terrain;
    session_.camera.standOn(terrain);
    followed_.reset();
}

void LiveArmy::applyTechnique() {
    std::string& technique = session_.settings.render.technique;
    if (technique == session_.stage->render.technique || technique == kAutoTechnique) return;
    try {
        session_.stage->checkTechnique(technique, session_.models);
    } catch (const Error& error) {
        technique = session_.stage->render.technique;
        session_.notify(error.what(), true);
    }
}

void LiveArmy::applyAutomatic() {
    session_.facts.automatic.clear();
    if (session_.settings.render.technique != kAutoTechnique) return;
    session_.stage->render.technique = session_.stage->automatic(session_.models).name;
    session_.facts.automatic = fmt::format("{}: {}", kAutoTechnique, session_.stage->render.technique);
}

// The edits are for units of the layout by the current settings, which is therefore applied first.
void LiveArmy::applyEdits(const std::map<std::uint32_t, UnitEdit>& edits) {
    Crowd& crowd = session_.stage->crowd;
    if (layout_.carryOut(crowd, session_.settings.crowd, session_.now, true))
        session_.stage->renderer.forgetUnits();
    const std::map<std::uint32_t, UnitEdit> present = crowd.edits();
    for (const auto& [unit, edit] : present) {
        if (!edits.contains(unit) && unit < crowd.size()) crowd.edit(unit, UnitEdit{}, session_.now);
    }
    for (const auto& [unit, edit] : edits) {
        if (unit < crowd.size() && edit != crowd.editOf(unit)) crowd.edit(unit, edit, session_.now);
    }
    if (session_.panel.selected && *session_.panel.selected < crowd.size())
        session_.panel.edit = crowd.editOf(*session_.panel.selected);
}

void LiveArmy::select(std::optional<std::uint32_t> unit) {
    session_.panel.selected = unit;
    session_.panel.edit = unit ? session_.stage->crowd.editOf(*unit) : UnitEdit{};
    session_.panel.anatomy.vertex.reset();
    session_.panel.anatomy.kept.reset();
}

void LiveArmy::selectNext(const glm::dvec2& middle, bool back) {
    const Crowd& crowd = session_.stage->crowd;
    if (visited_.empty() || session_.selected() != visited_.back()) visited_.clear();
    std::erase_if(visited_, [&](std::uint32_t unit) { return unit >= crowd.size(); });
    if (back) {
        if (!session_.selected())
            return session_.notify("N selects a soldier, Shift + N the one before", true);
        if (!visited_.empty()) visited_.pop_back();
        return select(visited_.empty() ? std::nullopt : std::optional(visited_.back()));
    }
    std::vector<bool> had(crowd.size(), false);
    for (const std::uint32_t unit : visited_) had[unit] = true;
    const glm::dmat4 clip_from_world = clipFromWorld(session_.camera.camera(), session_.aspect());
    const glm::dvec2 size(session_.size());
    const auto nearest = [&] {
        std::optional<std::uint32_t> best;
        double least = 0.0;
        for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
            if (had[unit]) continue;
            const double height = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m;
            const glm::dvec3 belly = crowd.feetOf(unit, session_.now) + glm::dvec3(0.0, 0.5 * height, 0.0);
            const auto at = placeInWindow(clip_from_world * glm::dvec4(belly, 1.0), size);
            if (!at || at->x < 0.0 || at->y < 0.0 || at->x >= size.x || at->y >= size.y) continue;
            const double away = glm::distance(*at, middle);
            if (best && away >= least) continue;
            best = unit;
            least = away;
        }
        return best;
    };
    std::optional<std::uint32_t> unit = nearest();
    if (!unit && !visited_.empty()) {
        visited_.clear();
        had.assign(crowd.size(), false);
        unit = nearest();
    }
    if (!unit) return session_.notify("No soldier is in view", true);
    visited_.push_back(*unit);
    select(unit);
}

void LiveArmy::takePick() {
    if (falls_.takePick()) return;
    const std::optional<Pick> pick = session_.stage->renderer.takePick();
    if (!pick) return;
    const bool exists = pick->unit && *pick->unit < session_.stage->crowd.size();
    select(exists ? pick->unit : std::nullopt);
}

void LiveArmy::refreshSelected(SelectedFacts& facts) const {
    if (!session_.panel.selected) return;
    const Crowd& crowd = session_.stage->crowd;
    const std::uint32_t unit = *session_.panel.selected;
    facts.model = crowd.modelOf(unit);
    const auto model = static_cast<std::size_t>(facts.model);
    const auto& variants = variants_[model];
    facts.variant = variants.size() > 1 ? variants[static_cast<std::size_t>(crowd.variantOf(unit))] : "";
    facts.state = crowd.stateOf(unit, session_.now);
    facts.body = falls_.bodyText(unit);
    facts.clips = crowd.choices()[model];
    facts.morph_weights = shownMorphs(*session_.stage, unit, poseOf(crowd, unit, facts.state));
    facts.layer_steps = layers_.stepsOfSelected();
    const Technique& technique = findTechnique(session_.stage->render.technique);
    const bool fixed = technique.pose == PoseKind::kRest || technique.pose == PoseKind::kVertexTexture;
    facts.morphs_why_not =
        fixed ? fmt::format("Weights set here have no effect with technique {}.", technique.name) : "";
}

// Moves the camera by the distance that a reference unit has moved since the last frame. Because each frame
// is a relative step, the view does not jump when the reference changes or following is switched on.
void LiveArmy::follow() {
    const Crowd& crowd = session_.stage->crowd;
    std::uint32_t unit = 0;
    while (crowd.edits().contains(unit) && unit + 1 < crowd.size())
        ++unit;  // an edited unit can move differently from the army
    const glm::dvec3 gone = glm::dvec3(glm::vec3(crowd.stateOf(unit, session_.now).placement)) -
                            glm::dvec3(glm::vec3(crowd.unit(unit).placement));
    if (followed_ && followed_->unit == unit && session_.panel.follow)
        session_.camera.carry(gone - followed_->gone);
    followed_ = Followed{unit, gone};
}

void LiveArmy::resetCamera() {
    followGround();
    if (const std::optional<Camera>& asked = session_.options.settings.view.camera) {
        session_.camera.glideTo(*asked);
    } else {
        session_.camera.glideTo(defaultCamera(session_.stage->crowd, session_.now, freeView()));
    }
}

// The panels at the sides, up to most of the window's width: in a small window they cover units.
FreeView LiveArmy::freeView() const {
    constexpr double kMostCovered = 0.6;
    FreeView view{session_.aspect()};
    if (!session_.panel.show_panel) return view;
    const double width = session_.size().x;
    view.covered_left =
        static_cast<double>(session_.ui.theme().points(kMainPanelPoints + kPanelMarginPoints)) / width;
    view.covered_right =
        static_cast<double>(session_.facts.taken_right + session_.facts.taken_by_unit) / width;
    const double covered = view.covered_left + view.covered_right;
    if (covered > kMostCovered) {
        view.covered_left *= kMostCovered / covered;
        view.covered_right *= kMostCovered / covered;
    }
    return view;
}

void LiveArmy::frameSelection() {
    if (!session_.stage) return;
    const Crowd& crowd = session_.stage->crowd;
    if (session_.panel.selected && *session_.panel.selected < crowd.size())
        return focusOn(*session_.panel.selected);
    const Camera goal = session_.camera.goal();
    glm::dvec3 back = goal.eye - goal.target;
    back.y = std::max(back.y, 0.05 * glm::length(back));  // from above the ground
    session_.camera.glideTo(
        cameraOfAll(crowd, session_.now, freeView(), glm::normalize(back), goal.fov_y_deg));
}

glm::dvec3 LiveArmy::besidePanels(double distance) const {
    const Camera goal = session_.camera.goal();
    const FreeView view = freeView();
    const double half_width = std::tan(glm::radians(goal.fov_y_deg) * 0.5) * view.aspect * distance;
    const glm::dvec3 right = glm::normalize(glm::cross(goal.target - goal.eye, glm::dvec3(0.0, 1.0, 0.0)));
    return right * ((view.covered_right - view.covered_left) * half_width);
}

void LiveArmy::focusOn(std::uint32_t unit) {
    const Crowd& crowd = session_.stage->crowd;
    const double half_tan = std::tan(glm::radians(session_.camera.goal().fov_y_deg) * 0.5);
    const double height = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].height_m;
    const glm::dvec3 stands = crowd.feetOf(unit, session_.now);
    // Centers the soldier in the part of the window that no panel covers.
    const double distance = 0.8 * height / half_tan / (1.0 - session_.covered);
    const double middle = 0.52 * height - session_.covered * distance * half_tan;
    session_.camera.focus(stands + glm::dvec3(0.0, middle, 0.0) + besidePanels(distance), distance);
}

}  // namespace phalanx
