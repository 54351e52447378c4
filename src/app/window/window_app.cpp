#include "app/window/window_app.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "app/cli/output.h"
#include "app/window/run_report.h"
#include "app/window/session/window_facts.h"
#include "core/log.h"
#include "core/main_loop.h"
#include "gl/objects/debug.h"
#include "gl/objects/readback.h"
#include "ui/main/panels.h"

namespace phalanx {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kShaderCheck = std::chrono::milliseconds(500);
constexpr auto kRefresh = std::chrono::milliseconds(250);
constexpr auto kMinimised = std::chrono::milliseconds(50);
// Limits the clock's step after a longer pause (a debugger, a suspended machine): the animation resumes where
// it stopped.
constexpr auto kLongestStep = std::chrono::nanoseconds(std::chrono::seconds(1));
// With software rendering, shading runs on the same cores as skinning. Fewer samples and shadow texels allow
// more soldiers.
constexpr int kSoftwareSamples = 1;
constexpr int kSoftwareShadowMap = 1024;

// The most triangles of an army that is drawn without LODs.
constexpr std::uint64_t kPlainTriangles = 1'500'000;
constexpr std::uint64_t kPlainTrianglesOfSoftware = 300'000;

}  // namespace

WindowApp::WindowApp(const RunOptions& options) : session_(options) {
    const gl::Capabilities& can = session_.capabilities();
    if (gl::debugOutputWanted()) gl::installDebugOutput(can);
    info("{}", gl::describe(can));
    RenderSettings& render = session_.settings.render;
    if (can.software) {
        render.samples = kSoftwareSamples;
        render.shadow_map = kSoftwareShadowMap;
    }
    scenes_.takeSettings(options);
    session_.panel.show_panel = !session_.settings.view.hide_ui;
    session_.facts = factsOf(can, gl::Window::limits());
    if (can.software)
        showHint(fmt::format("No GPU is used here: the processor draws ({}), so frames take long.",
                             can.software_name));
    if (session_.settings.view.fullscreen) session_.window.setFullscreen(true);
    requireTechnique(render.technique, can);
}

void WindowApp::begin() {
    // Without LODs, a small army is on the screen sooner.
    ArmyOptions army = session_.options.army();
    army.plain_triangles = (session_.capabilities().software ? kPlainTrianglesOfSoftware : kPlainTriangles) /
                           std::max(1U, session_.settings.crowd.units);
    loading_.begin(std::move(army));
}

bool WindowApp::frame() {
    const std::optional<int> frames = session_.options.frames;
    if (session_.window.shouldClose() || (frames && pacing_.countedFrames() >= *frames)) return false;
    step();
    return true;
}

void WindowApp::end() {
    if (!session_.options.frames) keep();
    events_.closeLog();
    reportRun(session_, pacing_);
}

void WindowApp::step() {
    session_.input.add(session_.window.pollEvents());
    if (std::optional<ArmyLoading::Loaded> loaded = loading_.finish()) takeLoaded(std::move(*loaded));
    if (const glm::ivec2 size = session_.framebufferSize(); size.x == 0 || size.y == 0) return skipFrame();
    const std::chrono::nanoseconds passed = pacing_.beginFrame();
    profiler_.profiler().beginFrame();
    if (session_.stage) session_.clock.advance(std::min(passed, kLongestStep));
    session_.now = session_.clock.now();
    if (session_.stage) {
        events_.beginFrame();
        battle_.advance();
        events_.advance(session_.now);
    }
    refreshFacts();
    beginPanels();
    input_.handle(army_events_);
    drawPanels();
    carryOutActions();
    session_.clock.pause(session_.panel.paused || bottleneck_.running() || profiler_.profiler().running());
    if (session_.stage) {
        prepareArmy(std::chrono::duration<double>(passed).count());
        drawBottomPages();
    }
    session_.widgets.endFrame();
    profiler_.profiler().endWindow();
    stepMeasurements();
    drawArmy();
    showFrame();
    finishFrame();
}

// While the window is minimised, nothing is drawn or swapped.
void WindowApp::skipFrame() {
    input_.handle(session_.input.takeAll());
    carryOutActions();
    std::this_thread::sleep_for(kMinimised);
    pacing_.skip();
}

void WindowApp::takeLoaded(ArmyLoading::Loaded loaded) {
    const bool first = !session_.stage;
    const bool placed = first && session_.options.settings.view.camera;
    try {
        if (loaded.scene && !first) {
            session_.options.settings.view.camera = loaded.scene->settings.view.camera;
            session_.clock.restart();
            session_.now = session_.clock.now();
            scenes_.takeSettings(*loaded.scene);
        }
        update_.drop();
        rebaking_.drop();
        bakes_.drop();
        army_.replace(std::move(loaded.models), loaded.army);
    } catch (const Error& error) {
        const auto* const setting = dynamic_cast<const SettingError*>(&error);
        const SettingsPatch& given = (loaded.scene ? *loaded.scene : session_.options).given;
        const Error shown = setting != nullptr ? given.placed(*setting) : error;
        if (first) throw Error(shown);
        session_.notify(shown.what(), true);
        return warn("{}", shown.what());
    }
    rebaking_.armyReplaced(loaded.army.bake);
    modelsReplaced();
    scenes_.armyReplaced();
    undo_.armyReplaced();
    lesson_.armyReplaced(loaded.scene.has_value());
    search_due_ = first && session_.options.settings.auto_units;
    if (!placed) {
        army_.resetCamera();
        session_.camera.jumpTo(session_.camera.goal());
    }
    if (first) tour_.begin();
    if (first || loaded.scene) take_.begin();
    if (loaded.scene) return scenes_.take(*loaded.scene->scene);
    if (!first) session_.notify(fmt::format("Loaded {}", session_.facts.models.front().name));
}

void WindowApp::modelsReplaced() {
    battle_.modelsReplaced();
    events_.modelsReplaced();
    update_.armyReplaced();
    lab_.armyReplaced();
    bottleneck_.forgetVerdict();
    pacing_.armyReplaced();
}

void WindowApp::refreshFacts() {
    Facts& facts = session_.facts;
    session_.expireNotice();
    facts.fullscreen = session_.window.fullscreen();
    facts.busy.clear();
    if (loading_.busy()) {
        loading_.showProgress(facts);
    } else if (bottleneck_.running()) {
        bottleneck_.showProgress(facts);
    } else if (rebaking_.busy()) {
        rebaking_.showProgress(facts);
    } else if (update_.busy()) {
        update_.showProgress(facts);
    } else if (army_.busy()) {
        facts.busy = "Laying out the army ...";
        facts.can_cancel = false;
        facts.busy_share = 0.0F;
    }
    if (!session_.stage) return;
    facts.spacing_m = session_.stage->crowd.spacing_m();
    facts.shader_error = session_.stage->renderer.shaderError();
    if (const Clock::time_point now = Clock::now(); now - facts_refreshed_ > kRefresh) {
        facts_refreshed_ = now;
        ++refreshes_;
        if (pacing_.history().size() > 0) facts.times = pacing_.history().times();
        bottleneck_.estimate(session_.framebufferSize());
    }
    army_.refreshSelected(facts.selected);
}

// Brings army, stage and camera to the state that this frame shows.
void WindowApp::prepareArmy(double passed_s) {
    const bool new_step = !searching() && lesson_.beginStep();
    applySettings();
    if (new_step) lesson_.showStep();
    lesson_.advance();
    undo_.followLesson(session_.panel.learn.page == SidePage::kLesson, new_step);
    undo_.remember(searching());
    const CameraInput camera_input = input_.takeCameraInput();
    if (!searching()) tour_.advance(camera_input);
    session_.camera.update(camera_input, passed_s, session_.size().y);
    army_.follow();
    take_.advance(camera_input);
}

void WindowApp::applySettings() {
    army_.applyCrowd(searching());
    army_.applyTechnique();
    const auto drop = [this] {
        rebaking_.drop();
        bakes_.drop();
    };
    if (update_.apply(!loading_.busy() && !rebaking_.due(), drop)) {
        rebaking_.modelsExchanged();
        modelsReplaced();
    }
    if (rebaking_.apply(!loading_.busy() && !update_.busy())) pacing_.history().clear();
    if (search_due_ && !update_.due()) {
        search_due_ = false;
        search_.begin();
        army_.applyCrowd(true);
    }
    army_.applyLayers();
    FrameRequest render(session_.settings.render);
    rebaking_.adapt(render);
    render.at_once = false;
    render.count_runs = session_.panel.profiler.shown;
    render.outlined = session_.panel.selected;
    // 2 pixels at a content scale of 1.
    render.outline_px = 2.0F * std::max(1.0F, session_.window.contentScale());
    session_.stage->render = render;
    army_.applyAutomatic();
    {
        std::optional<Profiler::WindowPass> pass;
        const bool bodies = battle_.usesBodies();
        if (bodies || army_.falls().used()) pass.emplace(profiler_.profiler(), FramePass::kFalls);
        if (bodies) army_.falls().prepare();
        army_.falls().fall(battle_.takeStruck());
        army_.falls().advance();
    }
    lab_.applyOverlay();
}

void WindowApp::stepMeasurements() {
    if (!session_.stage) return;
    if (bottleneck_.running() && bottleneck_.step(session_.framebufferSize(), loadingOrBaking()))
        forgetTimes();
    if (profiler_.step(loadingOrBaking())) pacing_.skipMeasured();
}

// Discards all frame times until now: they belong to the variants of the frame that were measured.
void WindowApp::forgetTimes() {
    pacing_.skipMeasured();
    pacing_.history().clear();
    profiler_.profiler().clear();
}

void WindowApp::drawArmy() {
    const glm::ivec2 size = session_.framebufferSize();
    if (!session_.stage) return session_.ui.clearWindow(size.x, size.y);
    Stage& stage = *session_.stage;
    if (const auto now = Clock::now(); now - shaders_checked_ > kShaderCheck) {
        shaders_checked_ = now;
        if (const int replaced = stage.renderer.reloadShadersIfChanged(); replaced > 0) {
            session_.notify(fmt::format("{} shader program{} reloaded", replaced, replaced == 1 ? "" : "s"));
        }
    }
    FrameRequest render = pacing_.governed(size, searching());
    search_.simplifyFirst(render);
    try {
        stage.renderer.draw(stage.gpu_models, stage.crowd, session_.camera.camera(), render, session_.now,
                            size.x, size.y);
        if (!search_.hidesFrames()) stage.renderer.present(0);
    } catch (const Error& error) {
        if (drawn_technique_.empty()) throw;
        if (!lesson_.dropShaders(error.what())) {
            session_.notify(error.what(), true);
            returnToDrawable();
        }
        return session_.ui.clearWindow(size.x, size.y);
    }
    drawn_technique_ = session_.settings.render.technique;
    session_.facts.stats = stage.renderer.stats();
    const bool as_set = !rebaking_.due() && !update_.due() && !bottleneck_.running() &&
                        stage.render.technique == session_.settings.render.technique;
    lesson_.measure(as_set);
    if (!layers_.takePick()) army_.takePick();
}

// After a frame that could not be drawn. Either a shader of a technique that was chosen just now does not
// compile: draws with the one before. Or a render target does not fit in memory or exceeds the driver's
// limit: draws without multisampling.
void WindowApp::returnToDrawable() {
    RenderSettings& render = session_.settings.render;
    if (render.technique == drawn_technique_) {
        render.samples = 1;
        render.impostors_by = ImpostorsBy::kDraws;  // needs less memory
    }
    render.technique = drawn_technique_;
}

void WindowApp::showFrame() {
    if (session_.panels_drawn) {
        std::optional<FrameMeter::Pass> pass;
        if (session_.stage) pass.emplace(session_.stage->renderer.meter(), "interface");
        session_.ui.end();
    }
    profiler_.exportIfDue(session_.framebufferSize());
    if (search_.hidesFrames()) return;
    screenshots_.takeIfRequested();
    session_.window.swapBuffers();
    ++session_.frame;
}

// After the swap: records the frame's times, and uses them for the search for a number of units.
void WindowApp::finishFrame() {
    // Not drawn as set: the bake or the parts are outdated.
    const bool due = rebaking_.due() || update_.due();
    const bool measured = session_.stage && search_.running() && !due;
    const bool dumped = !session_.options.dump_state.empty();
    if (measured) {
        search_.wait();
    } else if (dumped) {
        gl::readPixels(0, 1, 1);  // waits for the GPU
    }
    pacing_.endFrame();
    if (session_.stage) session_.stage->renderer.poll();
    if (measured) {
        searchUnits();
    } else if (session_.stage && !bottleneck_.running() && !profiler_.profiler().running()) {
        if (pacing_.add(!due && !searching()))
            profiler_.profiler().add(session_.stage->renderer.stats(), pacing_.sinceLastSwap_ms());
    }
    if (dumped) dumpState();
}

void WindowApp::searchUnits() {
    if (search_.addFrame(pacing_.frameAge_ms())) pacing_.history().clear();
    if (session_.options.settings.view.camera) return;
    applySettings();
    army_.resetCamera();
    session_.camera.jumpTo(session_.camera.goal());
    army_.forgetFollowed();
}

void WindowApp::stopSearch() {
    search_due_ = false;
    search_.stop();
}

}  // namespace phalanx
