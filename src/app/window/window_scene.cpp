// The window's state as a scene: opened, saved, kept for the next time.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/army/framing.h"
#include "app/cli/output.h"
#include "app/scene/user_settings.h"
#include "app/window/window_app.h"
#include "core/file.h"
#include "core/log.h"
#include "crowd/moment.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

std::string absoluteName(const fs::path& file) {
    std::error_code error;
    return fs::absolute(file, error).lexically_normal().string();
}

bool isShipped(const fs::path& file) {
    std::error_code error;
    return fs::equivalent(file.parent_path(), dataDirectory() / "assets" / "scenes", error);
}

UnitEdit editOf(const SceneSoldier& soldier, const Model& model, const ClipChoice& army) {
    UnitEdit edit;
    if (soldier.clip || soldier.blend_clip) {
        edit.clips = army;
        if (soldier.clip) edit.clips->a = findClip(model, *soldier.clip);
        if (soldier.blend_clip) edit.clips->b = findClip(model, *soldier.blend_clip);
    }
    edit.blend = soldier.blend;
    edit.speed = soldier.speed;
    edit.offset = soldier.offset;
    edit.tint = soldier.tint;
    return edit;
}

SceneSoldier soldierOf(const UnitEdit& edit, const std::vector<BakedClip>& clips) {
    SceneSoldier soldier;
    if (edit.clips) {
        soldier.clip = clips[static_cast<std::size_t>(edit.clips->a)].name;
        soldier.blend_clip = clips[static_cast<std::size_t>(edit.clips->b)].name;
    }
    soldier.blend = edit.blend;
    soldier.speed = edit.speed;
    soldier.offset = edit.offset;
    soldier.tint = edit.tint;
    return soldier;
}

// Beyond, a file would be too large to be read by a person; the army's clock alone is kept.
constexpr std::uint32_t kMostMoments = 2000;

// A text size from the user's settings applies to every window, and is not the scene's.
bool isUsersScale(double scale) {
    try {
        const SettingsPatch users = readUserSettings().settings;
        const SettingValue* const found = users.find("ui-scale");
        return found != nullptr && *found == SettingValue(scale);
    } catch (const Error&) {  // reported when the window opened
        return false;
    }
}

}  // namespace

// All but the army, which is loaded first. What only this machine decides stays, and so do samples and
// shadows where they are not given.
void WindowApp::takeOptions(const RunOptions& options) {
    const Settings before = std::exchange(settings_, options.settings);
    settings_.auto_units = false;
    if (options.settings.auto_units)
        settings_.crowd.units = stage_ ? before.crowd.units : AutoUnitsSettings{}.first;
    settings_.army = before.army;
    settings_.clips = before.clips;
    RenderSettings& render = settings_.render;
    render.impostors_at_once = before.render.impostors_at_once;
    render.shadow_map = before.render.shadow_map;
    if (!options.given.gives("shadows")) render.environment.shadows = before.render.environment.shadows;
    if (!options.given.gives("samples")) render.samples = before.render.samples;
    render.samples = availableSamples(window_.capabilities(), render.samples);
    if (settings_.crowd.crossfade_s > 0.0) panel_.crossfade_kept_s = settings_.crowd.crossfade_s;
    panel_.follow = !settings_.view.camera.has_value();
}

void WindowApp::openScene(const std::string& name) {
    if (loader_) return notify("Still loading; open it again afterwards", true);
    try {
        RunOptions options = optionsOfScene(name);
        options.import = options_.import;
        requireTechnique(options.settings.render.technique, window_.capabilities());
        if (auto_units_) window_.setVsync(options_.settings.view.vsync);
        auto_units_.reset();
        ArmyOptions army = options.army();
        army.detail = true;
        beginLoading(std::move(army));
        opening_ = std::move(options);
    } catch (const Error& error) {
        notify(error.what(), true);
        warn("{}", error.what());
    }
}

// After its army was taken.
void WindowApp::takeScene(const Scene& scene) {
    Crowd& crowd = stage_->crowd;
    std::string trouble;
    scene_left_.clear();
    for (const auto& [unit, soldier] : scene.soldiers) {
        try {
            if (unit >= crowd.size())
                throw inputError("", fmt::format("the army has {} soldiers", crowd.size()));
            const int model = crowd.modelOf(unit);
            const auto index = static_cast<std::size_t>(model);
            crowd.edit(unit, editOf(soldier, models_[index].model, crowd.choices()[index]), now_);
        } catch (const Error& error) {
            scene_left_[unit] = soldier;
            trouble = fmt::format("{}: soldier {}: {}", scene.file.string(), unit, error.what());
            warn("{}", trouble);
        }
    }
    const SceneWindow& window = scene.window;
    panel_.paused = window.paused.value_or(false);
    clock_.pause(panel_.paused);  // the step that goes on here counts already
    if (scene.moment) {
        clock_.set(scene.moment->ticks);
        now_ = clock_.now();
        // The clock carries a crowd over six days at most.
        const Ticks day = ticksFromSeconds(24.0 * 3600.0);
        for (Ticks at = 0; now_ - at > day;) crowd.advance(at += day);
        crowd.advance(now_);
        if (scene.moment->soldiers.empty()) {
            camera_.carry(marchOffset(crowd, now_));
        } else if (!takeMoment(scene.moment->soldiers, crowd, now_)) {
            trouble = fmt::format("{}: where each soldier was is left out: the army has {} now",
                                  scene.file.string(), grouped(crowd.size()));
            warn("{}", trouble);
        }
    }
    panel_.follow = window.follow.value_or(panel_.follow);
    select(window.selected && *window.selected < crowd.size() ? window.selected : std::nullopt);
    panel_.anatomy.shown = panel_.selected && window.anatomy.value_or(false);
    facts_.scene = scene.file.stem().string();
    scene_about_ = scene.about;
    scene_file_ = isShipped(scene.file) || scene.file == lastSessionFile() ? fs::path() : scene.file;
    if (!trouble.empty()) return notify(trouble, true);
    notify(scene.about.empty() ? "Scene " + facts_.scene : scene.about);
}

// A scene names one clip A and one B for all models: those of the first, which may have none.
ArmySettings WindowApp::presentArmy() const {
    ArmySettings army = settings_.army;
    army.clip_a.reset();
    army.clip_b.reset();
    for (std::string& file : army.clip_files) file = absoluteName(file);
    if (models_.front().model.clips.empty()) return army;
    const std::vector<BakedClip>& names = models_.front().baked.clips;
    const ClipChoice& clips = settings_.clips.front();
    army.clip_a = names[static_cast<std::size_t>(clips.a)].name;
    army.clip_b = names[static_cast<std::size_t>(clips.b)].name;
    return army;
}

// The camera stands relative to where each soldier is, where that is saved; otherwise to the army as it is
// laid out.
ViewSettings WindowApp::presentView(bool keeps_soldiers) const {
    ViewSettings view;
    window_.askedSize(view.size.x, view.size.y);
    view.size = glm::max(view.size, glm::ivec2(kLeastSide));  // a window may be smaller than the setting
    const glm::dvec3 gone = keeps_soldiers ? glm::dvec3(0.0) : marchOffset(stage_->crowd, now_);
    view.camera = camera_.goal();
    view.camera->eye -= gone;
    view.camera->target -= gone;
    view.fullscreen = window_.fullscreen();
    view.vsync = options_.settings.view.vsync;
    const auto scale = std::round(static_cast<double>(ui_.askedScale()) * 1e4) / 1e4;
    if (scale > 0.0 && !isUsersScale(scale)) view.ui_scale = scale;
    return view;
}

Scene WindowApp::presentScene() const {
    const bool keeps_soldiers = stage_->crowd.size() <= kMostMoments;
    Settings settings = settings_;
    settings.army = presentArmy();
    settings.view = presentView(keeps_soldiers);
    Scene scene;
    for (const Setting<Settings>& row : settingsTable()) scene.settings.give(row, row.get(settings));
    for (const std::string& file : settings.army.files) scene.models.push_back(absoluteName(file));
    scene.window.paused = panel_.paused;
    scene.window.follow = panel_.follow;
    scene.window.selected = panel_.selected;
    scene.window.anatomy = panel_.anatomy.shown;
    scene.moment = SceneMoment{now_, {}};
    if (keeps_soldiers) scene.moment->soldiers = momentOf(stage_->crowd, now_);
    for (const auto& [unit, edit] : stage_->crowd.edits()) {
        const auto model = static_cast<std::size_t>(stage_->crowd.modelOf(unit));
        scene.soldiers[unit] = soldierOf(edit, models_[model].baked.clips);
    }
    scene.soldiers.insert(scene_left_.begin(), scene_left_.end());
    return scene;
}

// What is set and no scene can say; "" where it says all.
std::string WindowApp::leftOutOfScene() const {
    std::vector<std::string> left;
    if (stage_->crowd.size() > kMostMoments)
        left.push_back(fmt::format("where each of more than {} soldiers is", grouped(kMostMoments)));
    const std::vector<ClipChoice> opened = chooseClips(models_, presentArmy());
    for (std::size_t i = 1; i < models_.size(); ++i) {
        if (opened[i] != settings_.clips[i]) left.push_back("the clips of " + models_[i].model.name);
    }
    if (settings_.overlay.choice == OverlayChoice::kWeights)
        left.emplace_back("which joint's weights are shown");
    if (!lesson_.overrides().empty()) left.emplace_back("the edited shader");
    return fmt::format("{}", fmt::join(left, ", "));
}

void WindowApp::saveScene() {
    if (!stage_) return;
    Scene scene = presentScene();
    scene.file = scene_file_.empty() ? newFile(".json") : scene_file_;
    if (!scene_file_.empty()) scene.about = scene_about_;  // what a person wrote there stays
    try {
        writeFile(scene.file, sceneText(scene));
        scene_file_ = scene.file;
        facts_.scene = scene.file.stem().string();
        const std::string left = leftOutOfScene();
        notify("Scene: " + scene.file.string() + (left.empty() ? "" : "\nNot in it: " + left));
        info("scene: {}", scene.file.string());
    } catch (const Error& error) {
        notify(error.what(), true);
        warn("{}", error.what());
    }
}

void WindowApp::keepSession() const {
    const fs::path file = lastSessionFile();
    if (!stage_ || file.empty()) return;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    try {
        writeFile(file, sceneText(presentScene()));
    } catch (const Error& problem) {
        warn("this session is not kept for --last: {}", problem.what());
    }
}

}  // namespace phalanx
