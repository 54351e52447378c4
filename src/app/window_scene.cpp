// The window's state as a scene: opened, saved, kept for the next time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "app/cli.h"
#include "app/framing.h"
#include "app/output.h"
#include "app/window_app.h"
#include "core/file.h"
#include "core/log.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

std::string number(double value) {
    const double rounded = std::round(value * 10000.0) / 10000.0;
    return fmt::format("{:g}", rounded == 0.0 ? 0.0 : rounded);
}

std::string pointText(const glm::dvec3& p) {
    return fmt::format("{},{},{}", number(p.x), number(p.y), number(p.z));
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

// Collects the options in which the window differs from nothing at all, as a command line would give them.
class OptionList {
  public:
    void add(const char* name, std::string value) { options_.push_back({name, {std::move(value)}, 0}); }
    void add(const char* name, double value) { add(name, number(value)); }
    void addSwitch(const char* name, bool on) {
        if (on) add(name, "true");
    }
    void addList(const char* name, const std::vector<std::string>& values) {
        if (!values.empty()) options_.push_back({name, values, 0});
    }
    std::vector<SceneOption> take() { return std::move(options_); }

  private:
    std::vector<SceneOption> options_;
};

}  // namespace

// What the command line or a scene says of everything but the army itself.
void WindowApp::takeOptions(const RunOptions& options) {
    const std::uint32_t units = settings_.crowd.units;
    settings_.crowd = options.crowd.settings;
    settings_.crowd.units = options.crowd.units.value_or(stage_ ? units : AutoUnitsSettings{}.first);
    settings_.render.technique = options.crowd.technique;
    settings_.render.cull = options.crowd.cull;
    settings_.render.lod_error_px = options.crowd.lod_error_px;
    settings_.render.chooser = options.crowd.chooser;
    settings_.render.skin = options.crowd.skin.settings;
    settings_.bake = {options.army.rate_hz, options.army.encoding, options.crowd.skin.fetch,
                      options.crowd.skin.vertex_format};
    if (settings_.crowd.crossfade_s > 0.0) settings_.crossfade_kept_s = settings_.crowd.crossfade_s;
    settings_.follow = !options.camera.has_value();
}

void WindowApp::openScene(const std::string& name) {
    if (loader_) return notify("Still loading; open it again afterwards", true);
    try {
        // As if the window were opened with it.
        Invocation invocation = parseCommandLine({"run", "--scene", name});
        auto& options = std::get<RunOptions>(invocation.command);
        const std::string why =
            whyUnavailable(findTechnique(options.crowd.technique), window_.capabilities());
        if (!why.empty()) throw environmentError("technique " + options.crowd.technique, why);
        if (options_.army.importer.empty()) options.army.importer.clear();
        if (auto_units_) window_.setVsync(options_.vsync);
        auto_units_.reset();
        beginLoading(options.army);
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
    for (const auto& [unit, soldier] : scene.soldiers) {
        try {
            if (unit >= crowd.size())
                throw inputError("", fmt::format("the army has {} soldiers", crowd.size()));
            const int model = crowd.modelOf(unit);
            const auto index = static_cast<std::size_t>(model);
            crowd.edit(unit, editOf(soldier, models_[index].model, crowd.choices()[index]), now_);
        } catch (const Error& error) {
            trouble = fmt::format("{}: soldier {}: {}", scene.file.string(), unit, error.what());
            warn("{}", trouble);
        }
    }
    const SceneWindow& window = scene.window;
    settings_.paused = window.paused.value_or(false);
    settings_.follow = window.follow.value_or(settings_.follow);
    settings_.render.environment.shadows = window.shadows.value_or(settings_.render.environment.shadows);
    if (window.samples) settings_.render.samples = std::min(*window.samples, std::max(1, facts_.max_samples));
    settings_.overlay = {};
    if (window.overlay) {
        const auto* const found =
            std::ranges::find_if(kOverlayNames, [&](const char* known) { return *window.overlay == known; });
        if (found == kOverlayNames.end()) {
            trouble = fmt::format("{}: there is no overlay '{}'", scene.file.string(), *window.overlay);
        } else {
            settings_.overlay.choice = static_cast<OverlayChoice>(found - kOverlayNames.begin());
        }
    }
    settings_.overlay.everyone = window.overlay_everyone.value_or(true);
    select(window.selected && *window.selected < crowd.size() ? window.selected : std::nullopt);
    settings_.anatomy.shown = settings_.selected && window.anatomy.value_or(false);
    facts_.scene = scene.file.stem().string();
    scene_file_ = isShipped(scene.file) || scene.file == lastSessionFile() ? fs::path() : scene.file;
    if (!trouble.empty()) return notify(trouble, true);
    notify(scene.about.empty() ? "Scene " + facts_.scene : scene.about);
}

Scene WindowApp::presentScene() const {
    const CrowdSettings& crowd = settings_.crowd;
    const SkinSettings& skin = settings_.render.skin;
    const ClipChoice& clips = settings_.clips.front();
    const std::vector<BakedClip>& names = models_.front().baked.clips;
    OptionList options;
    options.add("units", std::to_string(crowd.units));
    options.add("formation", kFormationNames[static_cast<std::size_t>(crowd.formation)]);
    options.add("seed", std::to_string(crowd.seed));
    options.addSwitch("stand", !crowd.march);
    options.add("clip", names[static_cast<std::size_t>(clips.a)].name);
    options.add("blend-clip", names[static_cast<std::size_t>(clips.b)].name);
    options.add("crossfade", crowd.crossfade_s);
    options.add("blend", crowd.blend);
    options.add("speed", crowd.speed);
    options.add("speed-spread", crowd.speed_spread);
    options.add("offset", crowd.offset);
    options.add("offset-spread", crowd.offset_spread);
    options.add("technique", settings_.render.technique);
    options.add("encoding", std::string(nameOf(settings_.bake.encoding)));
    if (settings_.bake.rate_hz) options.add("rate", *settings_.bake.rate_hz);
    if (settings_.bake.fetch) options.add("fetch", std::string(nameOf(*settings_.bake.fetch)));
    options.add("vertex-format", std::string(nameOf(settings_.bake.vertex_format)));
    options.add("lookup", std::string(nameOf(skin.switches.lookup)));
    options.add("weights", std::to_string(skin.switches.weights));
    options.addSwitch("single-clip", !skin.switches.crossfade);
    options.add("batch", std::to_string(skin.batch));
    options.addSwitch("multi-draw", skin.multi_draw);
    options.addSwitch("no-cull", !settings_.render.cull);
    options.add("lod-error", settings_.render.lod_error_px);
    options.add("select", std::string(nameOf(settings_.render.chooser)));
    options.addList("clips", army_.clip_files);
    options.addList("hide", army_.hidden_parts);
    if (army_.height_m) options.add("height", *army_.height_m);
    // Where the army set out: that is where it stands when the scene is opened.
    const glm::dvec3 gone = settings_.follow ? marchOffset(stage_->crowd, now_) : glm::dvec3(0.0);
    const Camera& camera = camera_.goal();
    options.add("camera", pointText(camera.eye - gone) + ":" + pointText(camera.target - gone));

    Scene scene;
    for (const std::string& file : army_.files) {
        std::error_code error;
        scene.models.push_back(fs::absolute(file, error).lexically_normal().string());
    }
    scene.options = options.take();
    scene.window.paused = settings_.paused;
    scene.window.follow = settings_.follow;
    scene.window.shadows = settings_.render.environment.shadows;
    scene.window.samples = settings_.render.samples;
    scene.window.selected = settings_.selected;
    scene.window.anatomy = settings_.anatomy.shown;
    scene.window.overlay = kOverlayNames[static_cast<std::size_t>(settings_.overlay.choice)];
    scene.window.overlay_everyone = settings_.overlay.everyone;
    for (const auto& [unit, edit] : stage_->crowd.edits()) {
        const auto model = static_cast<std::size_t>(stage_->crowd.modelOf(unit));
        scene.soldiers[unit] = soldierOf(edit, models_[model].baked.clips);
    }
    return scene;
}

void WindowApp::saveScene() {
    if (!stage_) return;
    Scene scene = presentScene();
    scene.file = scene_file_.empty() ? newFile(".json") : scene_file_;
    try {
        writeFile(scene.file, sceneText(scene));
        scene_file_ = scene.file;
        facts_.scene = scene.file.stem().string();
        notify("Scene: " + scene.file.string());
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
        debug("{}", problem.what());
    }
}

}  // namespace phalanx
