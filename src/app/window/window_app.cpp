#include "app/window/window_app.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "app/cli/output.h"
#include "app/window/window_facts.h"
#include "asset/model_file.h"
#include "core/file.h"
#include "core/log.h"
#include "gl/context/debug.h"
#include "gl/objects/readback.h"
#include "gl/objects/timer.h"
#include "ui/main/panels.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::size_t kMostMeasured = 1'000'000;
constexpr auto kShaderCheck = std::chrono::milliseconds(500);
constexpr auto kRefresh = std::chrono::milliseconds(250);  // numbers in the panel: slow enough to be read
constexpr auto kMinimised = std::chrono::milliseconds(30);
// A pause of the whole machine is no march: the army goes on where it was.
constexpr auto kLongestStep = std::chrono::nanoseconds(std::chrono::seconds(1));
// Software rendering pays for every pixel and sample on the same cores that skin: the leaner picture leaves
// more soldiers.
constexpr int kSoftwareSamples = 1;
constexpr int kSoftwareShadowMap = 1024;

gl::WindowSettings windowSettings(const RunOptions& options) {
    gl::WindowSettings settings;
    const ViewSettings& view = options.settings.view;
    settings.width = view.size.x;
    settings.height = view.size.y;
    settings.vsync = view.vsync;
    settings.context.version = options.glVersion();
    settings.context.debug = gl::debugOutputWanted();
    return settings;
}

std::vector<std::string> browsedExtensions() {
    std::vector<std::string> extensions = readableExtensions();
    extensions.emplace_back("json");  // scenes
    return extensions;
}

double milliseconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

}  // namespace

WindowApp::WindowApp(const RunOptions& options)
    : options_(options),
      window_(windowSettings(options)),
      ui_(window_, static_cast<float>(options.settings.view.ui_scale.value_or(0.0))),
      widgets_(!options.dump_state.empty()),
      lesson_(dataDirectory() / "shaders"),
      browser_(browsedExtensions()),
      measured_(options.frames ? std::min(static_cast<std::size_t>(*options.frames), kMostMeasured) : 1000),
      camera_(options.settings.view.camera.value_or(Camera{})) {
    const gl::Capabilities& can = window_.capabilities();
    if (gl::debugOutputWanted()) gl::installDebugOutput(can);
    info("{}", gl::describe(can));
    settings_.render.impostors_at_once = false;
    if (can.software) {
        settings_.render.samples = kSoftwareSamples;
        settings_.render.shadow_map = kSoftwareShadowMap;
    }
    takeOptions(options);
    panel_.show_panel = !settings_.view.hide_ui;
    facts_ = factsOf(can);
    if (settings_.view.fullscreen) window_.setFullscreen(true);
    requireTechnique(settings_.render.technique, can);
}

void WindowApp::run() {
    ArmyOptions army = options_.army();
    army.detail = true;
    beginLoading(std::move(army));
    while (!window_.shouldClose() && (!options_.frames || counted_frames_ < *options_.frames)) step();
    if (!options_.frames) keepSession();
}

void WindowApp::step() {
    const std::span<const gl::InputEvent> events = window_.pollEvents();
    finishLoading();
    int width = 0;
    int height = 0;
    window_.framebufferSize(width, height);
    if (width == 0 || height == 0) {  // minimised: nothing to draw, and no swap to wait for
        for (const gl::InputEvent& event : events) handle(event);
        std::this_thread::sleep_for(kMinimised);
        last_frame_ = Clock::now();
        return;
    }
    const Clock::time_point began = Clock::now();
    const auto passed = began - last_frame_;
    last_frame_ = began;
    if (stage_) clock_.advance(std::min<std::chrono::nanoseconds>(passed, kLongestStep));
    now_ = clock_.now();
    profiler_.beginFrame();
    profiler_.enter(Lane::kWindow);
    refreshFacts();
    profiler_.enter(Lane::kPanels);
    beginPanels(events);
    profiler_.enter(Lane::kWindow);
    for (const gl::InputEvent& event : events) handle(event);
    profiler_.enter(Lane::kPanels);
    if (panels_drawn_) drawPanels();
    profiler_.enter(Lane::kWindow);
    clock_.pause(panel_.paused || diagnosis_ || profiler_.running());
    if (stage_) {
        carryOutLearn();
        carryOut();
        rememberEdits();
        readFlyKeys();
        int unit_width = 0;
        int unit_height = 0;
        window_.size(unit_width, unit_height);
        camera_.update(camera_input_, std::chrono::duration<double>(passed).count(), unit_height);
        followArmy();
        profiler_.enter(Lane::kPanels);
        drawLab();
        if (panels_drawn_ && panel_.show_panel) drawRebakeBench();
    }
    profiler_.enter(Lane::kRest);
    camera_input_ = CameraInput{};
    if (std::exchange(panel_.measure_wanted, false) && stage_ && !diagnosis_) beginDiagnosis(width, height);
    if (diagnosis_) goOnWithDiagnosis(width, height);
    if (stage_) carryOutProfiler(width, height);
    drawArmy(width, height);
    showFrame(began, width, height);
}

// The panels hear of events first, and say then whether the mouse is theirs: also for a press in the very
// frame in which the cursor arrived.
void WindowApp::beginPanels(std::span<const gl::InputEvent> events) {
    const bool panels = panel_.show_panel && stage_ && !auto_units_;
    panels_drawn_ = panels || panel_.show_help || browser_.shown() || hasOverlays(facts_);
    widgets_.beginFrame();
    if (!panels_drawn_) {
        ui_.rest();
        return;
    }
    for (const gl::InputEvent& event : events) ui_.feed(event);
    ui_.begin();
}

void WindowApp::drawPanels() {
    const PanelContext context{ui_.theme(), widgets_, facts_, history_};
    if (panel_.show_panel && stage_) {
        drawMainPanel(context, settings_, panel_);
        drawLearn(context);
        drawUnitPanel(context, settings_, panel_);
    }
    drawOverlays(context, panel_);
    if (const std::filesystem::path file = browser_.draw(ui_.theme(), widgets_); !file.empty())
        openFiles({file});
    drawHelp(context, panel_);
    if (std::exchange(panel_.open_wanted, false)) openBrowser();
    if (const std::string scene = std::exchange(panel_.scene_wanted, ""); !scene.empty()) openScene(scene);
    if (std::exchange(panel_.cancel_wanted, false)) {
        if (loader_) {
            loader_->cancel();
        } else if (diagnosis_) {
            endDiagnosis();
        } else if (rebaker_) {
            settleForBake();
            notify("Cancelled; the poses stay as they were");
        }
    }
}

// The stage keeps what is set, so diagnoses and comparisons time that; the search for a number of units asks
// what it draws at best. No times come meanwhile, so nothing changes.
RenderSettings WindowApp::governed(int width, int height) {
    RenderSettings render = stage_->render;
    PacedScene scene{render, stage_->crowd.layoutVersion(), {width, height}};
    // What is pointed at or counted costs next to nothing.
    scene.render.outlined.reset();
    scene.render.overlay = UnitOverlay::kNone;
    scene.render.count_runs = false;
    if (scene != paced_) governor_.forgetPace();
    paced_ = scene;
    govern(governor_, auto_units_ ? DetailGovernor::Wish{render.lod_error_px} : wishOf(render), render);
    return render;
}

void WindowApp::drawArmy(int width, int height) {
    if (!stage_) {
        ui_.clearWindow(width, height);
        return;
    }
    if (const auto clock = Clock::now(); clock - last_shader_check_ > kShaderCheck) {
        last_shader_check_ = clock;
        if (const int replaced = stage_->renderer.reloadShadersIfChanged(); replaced > 0) {
            notify(fmt::format("{} shader program{} loaded anew", replaced, replaced == 1 ? "" : "s"));
        }
    }
    const RenderSettings render = governed(width, height);
    try {
        stage_->renderer.draw(stage_->gpu_models, stage_->crowd, camera_.camera(), render, now_, width,
                              height);
        stage_->renderer.present(0);
    } catch (const Error& error) {
        if (dropEditedShaders(error.what())) return ui_.clearWindow(width, height);
        // No memory for a target of this size, or one beyond the driver's limit: smaller ones may do.
        notify(error.what(), true);
        settings_.render.samples = 1;
        ui_.clearWindow(width, height);
        return;
    }
    facts_.stats = stage_->renderer.stats();
    measureLesson();
    takePick();
}

void WindowApp::showFrame(Clock::time_point began, int width, int height) {
    if (panels_drawn_) {
        std::optional<Renderer::Pass> pass;
        if (stage_) pass.emplace(stage_->renderer, "interface");
        ui_.end();
    }
    exportProfiler(width, height);
    if (screenshot_wanted_) takeScreenshot(width, height);
    window_.swapBuffers();
    queue_.pass();
    ++frame_;
    const bool due = bakeIsDue();  // drawn by another technique than asked for: not what is measured
    const bool measuring = stage_ && auto_units_ && !due;
    // Only a pixel that was read tells that the GPU is done.
    if (measuring || !options_.dump_state.empty()) gl::readPixels(0, 1, 1);
    const Clock::time_point ended = Clock::now();
    if (stage_) stage_->renderer.poll();
    if (measuring) {
        measureUnits(milliseconds(ended - began));
    } else if (stage_ && stale_times_ > 0) {
        --stale_times_;
    } else if (stage_ && !diagnosis_ && !profiler_.running()) {
        FrameTime time;
        time.frame_ms = static_cast<float>(milliseconds(ended - last_swap_));
        time.submit_ms = static_cast<float>(facts_.stats.submit_ms);
        if (facts_.stats.gpu_ms) time.gpu_ms = static_cast<float>(*facts_.stats.gpu_ms);
        history_.add(time);
        profiler_.add(stage_->renderer.stats(), milliseconds(ended - last_swap_));
        if (frames_to_settle_ > 0) {
            --frames_to_settle_;
        } else {
            governor_.add(stage_->renderer.stats(), window_.capabilities().timer_queries_reliable,
                          milliseconds(ended - last_swap_));
        }
        if (!due && !auto_units_) {
            measured_.add(time);
            error_in_force_.add(stage_->renderer.stats().lod_error_px);
            ++counted_frames_;
        }
    }
    last_swap_ = ended;
    if (!options_.dump_state.empty()) dumpState();
}

void WindowApp::refreshFacts() {
    const Clock::time_point clock = Clock::now();
    if (clock > notice_until_ && frame_ > notice_until_frame_) facts_.notice.clear();
    facts_.busy.clear();
    if (loader_) {
        facts_.busy = stage_ ? loader_->stage() + " ..." : "Loading the army ...";
        facts_.can_cancel = stage_.has_value();
        facts_.busy_share = loader_->progress();
    } else if (diagnosis_) {
        facts_.busy = "Measuring what limits the frame ...";
        facts_.can_cancel = true;
        facts_.busy_share =
            static_cast<float>(diagnosis_->turnsDone()) / static_cast<float>(diagnosis_->turns());
    } else if (rebaker_) {
        facts_.busy = rebaker_->stage() + " ...";
        facts_.can_cancel = true;
        facts_.busy_share = rebaker_->progress();
    }
    if (layer_.busy() && facts_.busy.empty()) {
        facts_.busy = "Laying the army ...";
        facts_.can_cancel = false;
        facts_.busy_share = 0.0F;
    }
    if (!stage_) return;
    facts_.shader_error = stage_->renderer.shaderError();
    if (clock - last_refresh_ > kRefresh) {
        last_refresh_ = clock;
        if (history_.size() > 0) facts_.times = history_.times();
        judge();
    }
    if (!panel_.selected) return;
    const std::uint32_t unit = *panel_.selected;
    SelectedFacts& selected = facts_.selected;
    selected.model = stage_->crowd.modelOf(unit);
    const auto model = static_cast<std::size_t>(selected.model);
    const auto& variants = variants_[model];
    selected.variant =
        variants.size() > 1 ? variants[static_cast<std::size_t>(stage_->crowd.variantOf(unit))] : "";
    selected.state = stage_->crowd.stateOf(unit, now_);
    selected.clips = stage_->crowd.choices()[model];
}

void WindowApp::report() const {
    if (!options_.frames && options_.json.empty()) return;
    const FrameTimes times = measured_.times();
    std::string gpu;
    if (times.gpu_p50) gpu = fmt::format(", GPU {}", millisecondsText(*times.gpu_p50));
    std::string budget;
    if (settings_.render.frame_budget_ms > 0.0 || error_in_force_.most_px() > settings_.render.lod_error_px) {
        budget = fmt::format(", for {} an error of {:.2f} px on average, {:.2f} at most",
                             settings_.render.frame_budget_ms > 0.0
                                 ? fmt::format("a budget of {:g} ms", settings_.render.frame_budget_ms)
                                 : "a steady pace",
                             error_in_force_.mean_px(), error_in_force_.most_px());
    }
    const std::string line = fmt::format(
        "{} frames: median {}, 95 % under {}{}{}; {} units, {} triangles, {} draw calls, technique {}; {}, "
        "{}\n",
        counted_frames_, millisecondsText(times.frame_p50), millisecondsText(times.frame_p95), gpu, budget,
        grouped(facts_.stats.units), shortened(static_cast<double>(facts_.stats.triangles)),
        facts_.stats.draws, settings_.render.technique, facts_.gpu, facts_.gl);
    if (options_.json != "-") printResult(line);
    if (options_.json.empty()) return;
    nlohmann::json json{
        {"frames", counted_frames_},
        {"frame_ms", {{"p50", times.frame_p50}, {"p95", times.frame_p95}}},
        {"submit_ms", {{"p50", times.submit_p50}, {"p95", times.submit_p95}}},
        {"gpu_ms", nullptr},
        {"lod_error_px", settings_.render.lod_error_px},
        {"frame_budget_ms", settings_.render.frame_budget_ms},
        {"pace", nameOf(settings_.render.pace)},
        {"lod_error_in_force_px", {{"mean", error_in_force_.mean_px()}, {"most", error_in_force_.most_px()}}},
        {"units", facts_.stats.units},
        {"triangles", facts_.stats.triangles},
        {"draws", facts_.stats.draws},
        {"unit_draws", facts_.stats.unit_draws},
        {"animation_bytes", facts_.stats.animation_bytes},
        {"technique", settings_.render.technique},
        {"drawn_by", facts_.stats.technique},
        {"gpu", facts_.gpu},
        {"gl", facts_.gl},
        {"software", facts_.software},
        {"gl_problems", driverProblems()}};
    if (times.gpu_p50) json["gpu_ms"] = {{"p50", *times.gpu_p50}, {"p95", times.gpu_p95.value_or(0.0)}};
    writeJson(options_.json, json);
}

}  // namespace phalanx
