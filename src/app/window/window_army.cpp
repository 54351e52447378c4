// The window's army: loading it, carrying the settings out on it, finding how many units it may have.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/cli/output.h"
#include "app/scene/recent_files.h"
#include "app/window/window_app.h"
#include "app/window/window_facts.h"
#include "core/log.h"
#include "ui/toolkit/format.h"

namespace phalanx {

void WindowApp::beginLoading(ArmyOptions army) {
    loading_ = std::move(army);
    loader_ = std::make_unique<BackgroundJob<std::vector<LoadedModel>>>(
        [options = loading_](const JobReports& reports) mutable {
            options.progress = reports.progress;
            options.stage = reports.stage;
            options.cancelled = reports.cancelled;
            return loadModels(options);
        });
}

void WindowApp::finishLoading() {
    if (!loader_ || !loader_->ready()) return;
    const auto loader = std::move(loader_);
    if (!stage_) {  // nothing to fall back on: an error ends the program
        takeArmy(loader->take(), loading_);
        if (options_.scene) takeScene(*options_.scene);
        return;
    }
    const std::optional<RunOptions> opening = std::exchange(opening_, std::nullopt);
    try {
        std::vector<LoadedModel> models = loader->take();
        if (opening) {
            options_.settings.view.camera = opening->settings.view.camera;
            clock_.restart();
            now_ = clock_.now();
            takeOptions(*opening);
        }
        takeArmy(std::move(models), loading_);
        if (opening) return takeScene(*opening->scene);
        notify(fmt::format("Loaded {}", facts_.models.front().name));
    } catch (const Error& error) {
        if (loader->cancelled()) return notify("Cancelled; the army stays as it was");
        notify(error.what(), true);
        warn("{}", error.what());
    }
}

void WindowApp::takeArmy(std::vector<LoadedModel> models, const ArmyOptions& army) {
    const gl::Capabilities& can = window_.capabilities();
    const bool first = !stage_;
    for (const LoadedModel& loaded : models) checkSideFiles(loaded.model, {options_.json});
    for (const std::string& file : army.army.files) rememberFile(file);
    Crowd crowd = makeCrowd(models, army.army, settings_.crowd, now_);
    if (first) {
        stage_.emplace(can, models, std::move(crowd), options_.skin());
    } else {
        // All that can fail comes before the old army goes.
        std::vector<GpuModel> gpu_models;
        for (std::size_t i = 0; i < models.size(); ++i) {
            gpu_models.push_back(
                makeGpuModel(can, models[i], crowd.clipTable(static_cast<int>(i)), settings_.bake.fetch));
        }
        rebaker_.reset();  // it reads the old models
        rebake_bench_.drop();
        stage_->crowd = std::move(crowd);
        stage_->gpu_models = std::move(gpu_models);
        stage_->renderer.forgetUnits();
    }
    governor_.forgetPace();
    lens_.forgetArmy();
    overlay_.forgetArmy();
    models_ = std::move(models);
    settings_.army = army.army;
    baked_as_ = {army.bake.rate_hz, army.bake.encoding, std::nullopt, {}};
    fetched_by_ = settings_.bake.fetch;
    forgetVerdict();
    layer_.forgetModels();
    undo_.forget();
    scene_left_.clear();
    stage_->render.technique = "texture";  // until the one that is wished for is ready
    select(std::nullopt);
    setModelFacts(models_, facts_);
    variants_.clear();
    for (const LoadedModel& loaded : models_) {
        auto& variants = variants_.emplace_back();
        for (const Variant& variant : loaded.model.variants) variants.push_back(variant.name);
    }
    refreshBakeFacts();
    const auto choices = stage_->crowd.choices();
    settings_.clips.assign(choices.begin(), choices.end());
    followed_.reset();
    last_frame_ = last_swap_ = Clock::now();  // loading is no frame
    frames_to_settle_ = kFramesToSettle;
    if (first && options_.settings.auto_units) {
        auto_units_.emplace();
        settings_.crowd.units = auto_units_->units();
        window_.setVsync(false);
    }
    if (first && options_.settings.view.camera) return;
    resetCamera();
    camera_.jumpTo(camera_.goal());
}

double WindowApp::aspect() const {
    int width = 0;
    int height = 0;
    window_.framebufferSize(width, height);
    return height > 0 ? static_cast<double>(width) / height : 1.0;
}

// Settings that are the same cost a comparison, and nothing else.
void WindowApp::carryOut() {
    Crowd& crowd = stage_->crowd;
    crowd.advance(now_);
    try {
        carryOutUnits();
    } catch (const Error& error) {
        settings_.crowd = crowd.settings();
        notify(error.what(), true);
    }
    const std::optional<std::uint32_t> selected = panel_.selected;
    if (selected && *selected >= crowd.size()) select(std::nullopt);
    carryOutTechnique();
    carryOutBake();
    RenderSettings render = settings_.render;
    if (bakeIsDue() && wishedBake().vertices) {
        // Drawn as before until its vertices are there.
        render.technique = stage_->render.technique;
        render.skin.switches.weights = stage_->render.skin.switches.weights;
        render.skin.switches.bind_normals = stage_->render.skin.switches.bind_normals;
    }
    stage_->render = render;
    carryOutAuto();
    stage_->render.count_runs = panel_.profiler.shown;
    stage_->render.outlined = panel_.selected;
    // About 2 pixels on an ordinary display.
    stage_->render.outline_px = 2.0F * std::max(1.0F, window_.contentScale());
    carryOutOverlay();
}

void WindowApp::carryOutUnits() {
    Crowd& crowd = stage_->crowd;
    const auto layout = crowd.layoutVersion();
    const bool replaced = layer_.carryOut(crowd, settings_.crowd, now_, auto_units_.has_value());
    if (replaced) stage_->renderer.forgetUnits();
    // Laid anew, a number may be another model's soldier, and the crowd drops edits that do not fit him.
    if ((replaced || crowd.layoutVersion() != layout) && panel_.selected && *panel_.selected < crowd.size())
        panel_.edit = crowd.editOf(*panel_.selected);
    for (std::size_t i = 0; i < settings_.clips.size(); ++i) {
        if (settings_.clips[i] != crowd.choices()[i])
            crowd.chooseClips(static_cast<int>(i), settings_.clips[i], now_);
    }
    if (!panel_.selected || *panel_.selected >= crowd.size()) return;
    if (panel_.edit != crowd.editOf(*panel_.selected)) crowd.edit(*panel_.selected, panel_.edit, now_);
}

void WindowApp::select(std::optional<std::uint32_t> unit) {
    panel_.selected = unit;
    panel_.edit = unit ? stage_->crowd.editOf(*unit) : UnitEdit{};
    panel_.anatomy.vertex.reset();
    panel_.anatomy.kept.reset();
}

void WindowApp::takePick() {
    const std::optional<Renderer::Pick> pick = stage_->renderer.takePick();
    if (!pick) return;
    const bool there = pick->unit && *pick->unit < stage_->crowd.size();
    select(there ? pick->unit : std::nullopt);
}

void WindowApp::sayUnits() {
    const std::string units = grouped(auto_units_->units());
    const std::string found = auto_units_->holds()
                                  ? fmt::format("{} units hold 30 frames a second here", units)
                                  : fmt::format("not even {} units hold 30 frames a second here", units);
    const std::string software = fmt::format("software rendering ({}): expect hundreds of units at best",
                                             facts_.gpu.substr(0, facts_.gpu.find(" (")));
    facts_.units_note = facts_.software ? found + "; " + software : found;
    info("{}", facts_.units_note);
}

void WindowApp::measureUnits(double frame_ms) {
    auto_units_->addFrame(frame_ms);
    const bool asked_otherwise = settings_.crowd.units != stage_->crowd.size();  // a key was quicker
    settings_.crowd.units = asked_otherwise ? settings_.crowd.units : auto_units_->units();
    if (auto_units_->done() || asked_otherwise) {
        if (auto_units_->done()) sayUnits();
        auto_units_.reset();
        window_.setVsync(options_.settings.view.vsync);
        history_.clear();
    }
    if (options_.settings.view.camera) return;
    carryOut();
    resetCamera();
    camera_.jumpTo(camera_.goal());
    followed_.reset();
}

// The camera goes along by what a soldier has gone since the last frame: by steps, so that neither another
// reference nor switching it on and off makes the view jump.
void WindowApp::followArmy() {
    const Crowd& crowd = stage_->crowd;
    std::uint32_t unit = 0;
    while (crowd.edits().contains(unit) && unit + 1 < crowd.size())
        ++unit;  // who goes his own way leads nobody
    const glm::dvec3 gone = glm::dvec3(glm::vec3(crowd.stateOf(unit, now_).placement)) -
                            glm::dvec3(glm::vec3(crowd.unit(unit).placement));
    if (followed_ && followed_->unit == unit && panel_.follow) camera_.carry(gone - followed_->gone);
    followed_ = Reference{unit, gone};
}

}  // namespace phalanx
