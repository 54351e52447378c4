#include "app/window/army/scene_keeping.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/army/framing.h"
#include "app/cli/output.h"
#include "app/scene/scene_soldiers.h"
#include "app/scene/user_settings.h"
#include "app/window/session/state_text.h"
#include "core/file.h"
#include "core/log.h"
#include "core/main_loop.h"
#include "core/printable.h"
#include "crowd/moment.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

std::string absoluteName(const fs::path& file) {
    std::error_code error;
    return fs::absolute(file, error).lexically_normal().string();
}

// Values of settings that are words, whatever files there are.
constexpr std::array kWords{kGroundFlat, kGroundHills, kVariantsAuto, kVariantsNone};

std::string absoluteFile(const std::string& name) {
    const fs::path path(name);
    std::error_code error;
    if (name.empty() || std::ranges::find(kWords, name) != kWords.end()) return name;
    // A graph that comes with Phalanx.
    const bool is_name = !path.has_parent_path() && !path.has_extension();
    return is_name && !fs::is_regular_file(path, error) ? name : absoluteName(path);
}

SettingValue withAbsoluteNames(SettingValue value) {
    if (auto* const name = std::get_if<std::string>(&value)) *name = absoluteFile(*name);
    if (auto* const names = std::get_if<std::vector<std::string>>(&value))
        std::ranges::transform(*names, names->begin(), absoluteFile);
    return value;
}

bool isShipped(const fs::path& file) {
    std::error_code error;
    return fs::equivalent(file.parent_path(), dataDirectory() / "assets" / "scenes", error);
}

SceneSoldier soldierOf(const UnitEdit& edit, const std::vector<BakedClip>& clips,
                       std::span<const MorphTarget> targets) {
    SceneSoldier soldier;
    if (edit.clips) {
        soldier.clip = clips[static_cast<std::size_t>(edit.clips->a)].name;
        soldier.blend_clip = clips[static_cast<std::size_t>(edit.clips->b)].name;
    }
    soldier.blend = edit.blend;
    soldier.speed = edit.speed;
    soldier.offset = edit.offset;
    soldier.tint = edit.tint;
    soldier.pose = edit.pose;
    for (const auto& [target, weight] : edit.morph_weights)
        soldier.morphs[uniqueName(targets, target)] = weight;
    return soldier;
}

// Scenes store the positions of at most this many soldiers, so that the file remains readable. For larger
// armies only the clock is stored.
constexpr std::uint32_t kMostMoments = 2000;

// Whether the text scale is that of the user's settings. It applies to all windows, so scenes do not store
// it.
bool isUsersScale(double scale) {
    try {
        const SettingsPatch users = readUserSettings().settings;
        const SettingValue* const found = users.find("ui-scale");
        return found != nullptr && *found == SettingValue(scale);
    } catch (const Error&) {  // reported when the window opened
        return false;
    }
}

// With more, software rendering takes longer than a user expects of a click.
constexpr std::uint32_t kQuickOfSoftware = 10'000;

// A window without a given number of units begins with these, until there are LODs and the search begins.
constexpr std::uint32_t kFirstUnits = 16;

}  // namespace

std::string_view firstGround(const gl::Capabilities& can) {
    return can.software || can.es ? kGroundFlat : kGroundHills;
}

bool firstScenery(const gl::Capabilities& can) {
    return !can.software && !can.es;
}

void SceneKeeping::takeSettings(const RunOptions& options) {
    const Settings before = std::exchange(session_.settings, options.settings);
    session_.settings.auto_units = false;
    if (!session_.stage && !options.scene && !options.given.gives("ground"))
        session_.settings.crowd.terrain.ground = firstGround(session_.capabilities());
    if (!session_.stage && !options.scene) {
        const bool first = firstScenery(session_.capabilities());
        RenderSettings& render = session_.settings.render;
        if (!options.given.gives("traces")) render.traces = first;
        if (!options.given.gives("clouds")) render.clouds = first;
        if (!options.given.gives("grass")) render.grass = first;
    }
    if (options.settings.auto_units)
        session_.settings.crowd.units = session_.stage ? before.crowd.units : kFirstUnits;
    session_.settings.army = before.army;
    session_.settings.clips = before.clips;
    RenderSettings& render = session_.settings.render;
    render.shadow_map = before.render.shadow_map;
    if (!options.given.gives("shadows")) render.environment.shadows = before.render.environment.shadows;
    if (!options.given.gives("samples")) render.samples = before.render.samples;
    render.samples = availableSamples(session_.window.capabilities(), render.samples);
    if (session_.settings.crowd.crossfade_s > 0.0)
        session_.panel.crossfade_kept_s = session_.settings.crowd.crossfade_s;
    const ViewSettings& view = session_.settings.view;
    session_.panel.follow = !view.camera && view.take.empty();
}

std::string SceneKeeping::takeSoldiers(const Scene& scene) {
    SoldiersLeft left = editSoldiers(scene, session_.models, session_.stage->crowd, session_.now);
    left_ = std::move(left.soldiers);
    return left.trouble;
}

std::string SceneKeeping::takeMoment(const Scene& scene) {
    if (!scene.moment) return "";
    Crowd& crowd = session_.stage->crowd;
    Ticks& now = session_.now;
    session_.clock.set(scene.moment->ticks);
    now = session_.clock.now();
    // advance() can skip at most six days, half the range of the clock.
    const Ticks day = ticksFromSeconds(24.0 * 3600.0);
    for (Ticks at = 0; now - at > day;) crowd.advance(at += day);
    crowd.advance(now);
    if (scene.moment->soldiers.empty()) {
        session_.camera.carry(marchOffset(crowd, now));
        return "";
    }
    if (phalanx::takeMoment(scene.moment->soldiers, crowd, now)) return "";
    std::string trouble =
        fmt::format("{}: the saved positions of soldiers are ignored: the army now has {} soldiers",
                    scene.file.string(), grouped(crowd.size()));
    warn("{}", trouble);
    return trouble;
}

void SceneKeeping::take(const Scene& scene) {
    PanelState& panel = session_.panel;
    std::string trouble = takeSoldiers(scene);
    const SceneWindow& window = scene.window;
    panel.paused = window.paused.value_or(false);
    session_.clock.pause(panel.paused);  // takes effect in this frame
    if (const std::string moment = takeMoment(scene); !moment.empty()) trouble = moment;
    army_.falls().restore(scene.fallen);
    panel.follow = window.follow.value_or(panel.follow);
    const bool exists = window.selected && *window.selected < session_.stage->crowd.size();
    army_.select(exists ? window.selected : std::nullopt);
    panel.anatomy.shown = panel.selected && window.anatomy.value_or(false);
    Facts& facts = session_.facts;
    facts.scene = scene.file.stem().string();
    about_ = scene.about;
    file_ = isShipped(scene.file) || scene.file == lastSessionFile() ? fs::path() : scene.file;
    if (!trouble.empty()) return session_.notify(trouble, true);
    std::string text = scene.about.empty() ? "Scene " + facts.scene : scene.about;
    const std::uint32_t units = session_.stage->crowd.size();
    if (session_.capabilities().software && units > kQuickOfSoftware)
        text += fmt::format(
            "\nThe processor draws here: {} soldiers can take seconds per frame. Fewer \"Units\" are faster.",
            grouped(units));
    session_.notify(text);
}

// A scene has one clip A and one clip B for all models. Those of the first model are saved, if it has clips.
ArmySettings SceneKeeping::presentArmy() const {
    ArmySettings army = session_.settings.army;
    army.clip_a.reset();
    army.clip_b.reset();
    if (session_.models.front().model.clips.empty()) return army;
    const std::vector<BakedClip>& names = session_.models.front().baked.clips;
    const ClipChoice& clips = session_.settings.clips.front();
    army.clip_a = names[static_cast<std::size_t>(clips.a)].name;
    army.clip_b = names[static_cast<std::size_t>(clips.b)].name;
    return army;
}

// If the soldiers' positions are saved, the camera is saved as it is. Otherwise it is saved relative to the
// army before the march.
ViewSettings SceneKeeping::presentView(bool keeps_soldiers) const {
    ViewSettings view;
    session_.window.askedSize(view.size.x, view.size.y);
    view.size = glm::max(view.size, glm::ivec2(kLeastSide));  // a window can be smaller
    const glm::dvec3 gone =
        keeps_soldiers ? glm::dvec3(0.0) : marchOffset(session_.stage->crowd, session_.now);
    if (session_.take_plays) view.take = session_.settings.view.take;
    view.camera = session_.camera.goal();
    view.camera->eye -= gone;
    view.camera->target -= gone;
    view.fullscreen = session_.window.fullscreen();
    view.vsync = session_.options.settings.view.vsync;
    const auto scale = std::round(static_cast<double>(session_.ui.askedScale()) * 1e4) / 1e4;
    if (scale > 0.0 && !isUsersScale(scale)) view.ui_scale = scale;
    return view;
}

Scene SceneKeeping::present() const {
    const bool keeps_soldiers = session_.stage->crowd.size() <= kMostMoments;
    Settings settings = session_.settings;
    settings.army = presentArmy();
    settings.view = presentView(keeps_soldiers);
    Scene scene;
    for (const Setting<Settings>& row : settingsTable()) {
        const SettingValue value = row.get(settings);
        scene.settings.give(row, row.files ? withAbsoluteNames(value) : value);
    }
    for (const std::string& file : settings.army.files) scene.models.push_back(absoluteName(file));
    scene.window.paused = session_.panel.paused;
    scene.window.follow = session_.panel.follow;
    scene.window.selected = session_.panel.selected;
    scene.window.anatomy = session_.panel.anatomy.shown;
    scene.moment = SceneMoment{session_.now, {}};
    if (keeps_soldiers) scene.moment->soldiers = momentOf(session_.stage->crowd, session_.now);
    for (const auto& [unit, edit] : session_.stage->crowd.edits()) {
        const auto model = static_cast<std::size_t>(session_.stage->crowd.modelOf(unit));
        scene.soldiers[unit] =
            soldierOf(edit, session_.models[model].baked.clips, session_.models[model].model.morph_targets);
    }
    scene.soldiers.insert(left_.begin(), left_.end());
    scene.fallen = army_.falls().fallen();
    return scene;
}

// Lists the state of the window that a scene cannot store; "" if there is none.
std::string SceneKeeping::leftOut(bool edited_shader) const {
    std::vector<std::string> left;
    if (session_.stage->crowd.size() > kMostMoments)
        left.push_back(fmt::format("the positions of more than {} soldiers", grouped(kMostMoments)));
    const std::vector<ClipChoice> opened = chooseClips(session_.models, presentArmy());
    for (std::size_t i = 1; i < session_.models.size(); ++i) {
        if (opened[i] != session_.settings.clips[i])
            left.push_back("the clips of " + session_.models[i].model.name);
    }
    if (session_.settings.overlay.choice == OverlayChoice::kWeights)
        left.emplace_back("the joint whose weights are shown");
    if (edited_shader) left.emplace_back("the edited shader");
    return fmt::format("{}", fmt::join(left, ", "));
}

void SceneKeeping::save(bool edited_shader) {
    if (!session_.stage) return;
    Scene scene = present();
    scene.file = file_.empty() ? newFile(".json") : file_;
    if (!file_.empty()) scene.about = about_;  // keep the user's description
    try {
        writeFile(scene.file, sceneText(scene));
        const bool linked = linkScene(scene.file);
        file_ = scene.file;
        session_.facts.scene = scene.file.stem().string();
        const std::string left = leftOut(edited_shader);
        session_.notify((linked ? "The page's address is a link to this scene now: copy it"
                                : "Scene saved: " + scene.file.string()) +
                        (left.empty() ? "" : "\nNot saved: " + left));
        info("scene: {}", scene.file.string());
    } catch (const Error& error) {
        session_.notify(error.what(), true);
        warn("{}", error.what());
    }
}

void SceneKeeping::keepSession() const {
    const fs::path file = lastSessionFile();
    if (!session_.stage || file.empty()) return;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    try {
        writeFile(file, sceneText(present()));
    } catch (const Error& problem) {
        warn("cannot save this session for --last: {}", problem.what());
    }
}

void SceneKeeping::addState(StateText& state) const {
    state.addLine("scene", session_.facts.scene);
    state.addLine("scene_file", file_.string());
}

}  // namespace phalanx
