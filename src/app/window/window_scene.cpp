// The window's state as a scene: opened, saved, kept for the next time.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "app/army/framing.h"
#include "app/cli/cli.h"
#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/scene/user_settings.h"
#include "app/window/window_app.h"
#include "core/file.h"
#include "core/log.h"
#include "crowd/moment.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

std::string number(double value) {
    const double rounded = std::round(value * 10000.0) / 10000.0;
    return fmt::format("{:g}", rounded == 0.0 ? 0.0 : rounded);
}

std::string pointText(const glm::dvec3& p) {
    // Micrometres: what is saved is drawn again pixel by pixel.
    const auto text = [](double value) { return fmt::format("{:.10g}", std::round(value * 1e6) / 1e6); };
    return fmt::format("{},{},{}", text(p.x), text(p.y), text(p.z));
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

// What kSceneMistakes name, in their order.
std::array<bool*, kSceneMistakes.size()> mistakesOf(Settings& settings) {
    BakeMistakes& baked = settings.bake.mistakes;
    SkinSettings& skin = settings.render.skin;
    return {&baked.skip_joint_0, &baked.no_offset, &baked.no_closing_frame, &skin.switches.bind_normals,
            &skin.rigid_parts};
}

// Beyond, a file would be too large to be read by a person; the army's clock alone is kept.
constexpr std::uint32_t kMostMoments = 2000;

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
    void append(const std::vector<SceneOption>& more) {
        options_.insert(options_.end(), more.begin(), more.end());
    }
    std::vector<SceneOption> take() { return std::move(options_); }

  private:
    std::vector<SceneOption> options_;
};

// Of this window alone: what the user's settings say goes for all.
bool isUsersScale(const std::string& scale) {
    try {
        return userOption("ui-scale") == scale;
    } catch (const Error&) {  // told when the window opened
        return false;
    }
}

}  // namespace

// What the command line or a scene says of everything but the army itself.
void WindowApp::takeOptions(const RunOptions& options) {
    const std::uint32_t units = settings_.crowd.units;
    settings_.crowd = options.crowd.settings;
    settings_.crowd.units = options.crowd.units.value_or(stage_ ? units : AutoUnitsSettings{}.first);
    settings_.auto_units = false;
    settings_.render.technique = options.crowd.technique;
    takeDetail(options.crowd, settings_.render);
    settings_.render.skin = options.crowd.skin.settings;
    settings_.bake = {options.army.rate_hz, options.army.encoding, options.crowd.skin.fetch,
                      options.crowd.skin.vertex_format};
    if (settings_.crowd.crossfade_s > 0.0) panel_.crossfade_kept_s = settings_.crowd.crossfade_s;
    panel_.follow = !options.camera.has_value();
}

void WindowApp::openScene(const std::string& name) {
    if (loader_) return notify("Still loading; open it again afterwards", true);
    try {
        // As if the window were opened with it.
        Invocation invocation = parseCommandLine({"run", "--scene", name});
        auto& options = std::get<RunOptions>(invocation.command);
        requireTechnique(options.crowd.technique, window_.capabilities());
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
    const std::array<bool*, kSceneMistakes.size()> mistakes = mistakesOf(settings_);
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        *mistakes.at(i) = std::ranges::find(window.mistakes, kSceneMistakes.at(i)) != window.mistakes.end();
    }
    panel_.follow = window.follow.value_or(panel_.follow);
    settings_.render.environment.shadows = window.shadows.value_or(settings_.render.environment.shadows);
    if (window.samples) settings_.render.samples = std::min(*window.samples, std::max(1, facts_.max_samples));
    settings_.overlay = {};
    if (window.overlay) {
        const auto* const found = std::ranges::find(
            kOverlayChoices, *window.overlay, [](OverlayChoice each) { return std::string(nameOf(each)); });
        if (found == kOverlayChoices.end()) {
            trouble = fmt::format("{}: there is no overlay '{}'", scene.file.string(), *window.overlay);
            warn("{}", trouble);
        } else {
            settings_.overlay.choice = *found;
        }
    }
    settings_.overlay.everyone = window.overlay_everyone.value_or(true);
    select(window.selected && *window.selected < crowd.size() ? window.selected : std::nullopt);
    panel_.anatomy.shown = panel_.selected && window.anatomy.value_or(false);
    facts_.scene = scene.file.stem().string();
    scene_about_ = scene.about;
    scene_file_ = isShipped(scene.file) || scene.file == lastSessionFile() ? fs::path() : scene.file;
    if (!trouble.empty()) return notify(trouble, true);
    notify(scene.about.empty() ? "Scene " + facts_.scene : scene.about);
}

// A scene names one clip A and one B for all models: those of the first, which may have none.
ArmyOptions WindowApp::namedClips() const {
    ArmyOptions named;
    if (models_.front().model.clips.empty()) return named;
    const std::vector<BakedClip>& names = models_.front().baked.clips;
    const ClipChoice& clips = settings_.clips.front();
    named.clip_a = names[static_cast<std::size_t>(clips.a)].name;
    named.clip_b = names[static_cast<std::size_t>(clips.b)].name;
    return named;
}

// What `phalanx run` begins a window with. One that is open keeps its own when a scene is opened in it.
std::vector<SceneOption> WindowApp::windowOptions() const {
    OptionList options;
    int width = 0;
    int height = 0;
    window_.askedSize(width, height);
    // A window may be smaller than what --size takes.
    width = std::max(width, kLeastSide);
    height = std::max(height, kLeastSide);
    options.add("size", fmt::format("{}x{}", width, height));
    options.addSwitch("fullscreen", window_.fullscreen());
    options.addSwitch("no-vsync", !options_.vsync);
    const auto scale = static_cast<double>(ui_.askedScale());
    if (scale > 0.0 && !isUsersScale(number(scale))) options.add("ui-scale", scale);
    return options.take();
}

Scene WindowApp::presentScene() const {
    const CrowdSettings& crowd = settings_.crowd;
    const SkinSettings& skin = settings_.render.skin;
    const ArmyOptions clips = namedClips();
    OptionList options;
    options.add("units", std::to_string(crowd.units));
    options.add("formation", std::string(nameOf(crowd.formation)));
    options.add("seed", std::to_string(crowd.seed));
    options.addSwitch("stand", !crowd.march);
    if (clips.clip_a) options.add("clip", *clips.clip_a);
    if (clips.clip_b) options.add("blend-clip", *clips.clip_b);
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
    options.addSwitch("single-clip", skin.switches.single_clip);
    options.add("batch", std::to_string(skin.batch));
    options.addSwitch("multi-draw", skin.multi_draw);
    options.addSwitch("no-cull", !settings_.render.cull);
    options.add("lod-error", settings_.render.lod_error_px);
    options.add("frame-budget", settings_.render.frame_budget_ms);
    options.add("pace", std::string(nameOf(settings_.render.pace)));
    options.add("select", std::string(nameOf(settings_.render.select)));
    options.add("occlusion", std::string(nameOf(settings_.render.occlusion)));
    options.add("impostors", std::string(nameOf(settings_.render.impostors)));
    options.add("render-scale", settings_.render.render_scale);
    options.add("shadow-cascades", std::to_string(settings_.render.shadow_cascades));
    std::vector<std::string> clip_files;
    for (const std::string& file : army_.clip_files) {
        std::error_code error;
        clip_files.push_back(fs::absolute(file, error).lexically_normal().string());
    }
    options.addList("clips", clip_files);
    options.addList("hide", army_.hidden_parts);
    if (army_.height_m) options.add("height", *army_.height_m);
    options.append(windowOptions());
    // To where each is, where that is kept; else to the army as it is laid.
    const bool keeps_soldiers = stage_->crowd.size() <= kMostMoments;
    const glm::dvec3 gone = keeps_soldiers ? glm::dvec3(0.0) : marchOffset(stage_->crowd, now_);
    const Camera& camera = camera_.goal();
    options.add("camera", pointText(camera.eye - gone) + ":" + pointText(camera.target - gone));

    Scene scene;
    for (const std::string& file : army_.files) {
        std::error_code error;
        scene.models.push_back(fs::absolute(file, error).lexically_normal().string());
    }
    scene.options = options.take();
    scene.window.paused = panel_.paused;
    scene.window.follow = panel_.follow;
    scene.window.shadows = settings_.render.environment.shadows;
    scene.window.samples = settings_.render.samples;
    scene.window.selected = panel_.selected;
    scene.window.anatomy = panel_.anatomy.shown;
    scene.window.overlay = std::string(nameOf(settings_.overlay.choice));
    scene.window.overlay_everyone = settings_.overlay.everyone;
    Settings settings = settings_;
    const std::array<bool*, kSceneMistakes.size()> mistakes = mistakesOf(settings);
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        if (*mistakes.at(i)) scene.window.mistakes.emplace_back(kSceneMistakes.at(i));
    }
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
    const std::vector<ClipChoice> opened = chooseClips(models_, namedClips());
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
