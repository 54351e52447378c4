// `phalanx bench --ui`: what the window's panels cost the CPU a frame, drawn over an army without a window.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/army/framing.h"
#include "app/army/stage.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/lab/anatomy.h"
#include "app/lab/lesson.h"
#include "app/lab/profiler.h"
#include "app/measure/comparison.h"
#include "app/measure/frame_timer.h"
#include "app/window/window_facts.h"
#include "asset/image.h"
#include "core/file.h"
#include "core/version.h"
#include "gl/context/debug.h"
#include "gl/context/headless.h"
#include "gl/objects/readback.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/main/panels.h"
#include "ui/toolkit/layer.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr int kMostWarmUp = 30;         // frames: fonts, buffers and windows find their sizes
constexpr std::size_t kLessonStep = 4;  // one instanced draw
constexpr Ticks kTicksPerFrame = static_cast<Ticks>(PH_TICKS_PER_SECOND / 60.0);

enum class Shown { kNothing, kMainPanel, kLesson, kMistakes, kAnatomy, kProfiler };
struct UiState {
    Shown shown;
    const char* name;
    const char* what;
    double target_ms;
};
constexpr std::array kStates{
    UiState{Shown::kNothing, "closed", "all panels hidden, as by Tab", 0.05},
    UiState{Shown::kMainPanel, "panel", "the panel that a window begins with", 1.0},
    UiState{Shown::kLesson, "lesson", "that, and the lesson with a shader's text", 1.0},
    UiState{Shown::kMistakes, "mistakes", "that, and the famous mistakes", 1.0},
    UiState{Shown::kAnatomy, "anatomy", "that, a soldier's panel and his anatomy", 1.0},
    UiState{Shown::kProfiler, "profiler", "that, a soldier's panel and the profiler", 1.0}};

struct UiTimes {
    std::vector<double> build_ms;  // panels put together
    std::vector<double> draw_ms;   // handed to GL
    std::vector<double> all_ms;
};

// The window's loop, less the window.
class Lab {
  public:
    Lab(Stage& stage, const std::vector<LoadedModel>& models, const gl::Capabilities& capabilities,
        glm::ivec2 size)
        : stage_(stage),
          models_(models),
          size_(size),
          ui_(size, 1.0F),
          picture_(capabilities, GL_RGBA8, size.x, size.y, false, "picture with panels"),
          camera_(defaultCamera(stage.crowd, 0, static_cast<double>(size.x) / size.y)),
          facts_(factsOf(capabilities)),
          lesson_(dataDirectory() / "shaders") {
        lesson_.show(kLessonStep);
        lesson_.facts().software = facts_.software;
        setModelFacts(models, facts_);
        settings_.crowd = stage.crowd.settings();
        settings_.clips.assign(stage.crowd.choices().begin(), stage.crowd.choices().end());
        settings_.render = stage.render;
    }

    void show(Shown shown) {
        shown_ = shown;
        settings_.selected.reset();
        if (shown == Shown::kAnatomy || shown == Shown::kProfiler) settings_.selected = 0;
        settings_.anatomy.shown = shown == Shown::kAnatomy;
        settings_.profiler.shown = shown == Shown::kProfiler;
        settings_.learn.page = shown == Shown::kLesson     ? LearnPage::kLesson
                               : shown == Shown::kMistakes ? LearnPage::kMistakes
                                                           : LearnPage::kNone;
        stage_.render.outlined = settings_.selected;
        stage_.render.count_runs = settings_.profiler.shown;
    }

    void frame(UiTimes* times) {
        const Stopwatch whole;
        now_ += kTicksPerFrame;
        profiler_.beginFrame();
        Camera camera = camera_;  // goes along with the army
        camera.eye += marchOffset(stage_.crowd, now_);
        camera.target += marchOffset(stage_.crowd, now_);
        camera_now_ = camera;
        stage_.renderer.draw(stage_.gpu_models, stage_.crowd, camera, stage_.render, now_, size_.x, size_.y);
        stage_.renderer.present(picture_.framebuffer());
        facts_.stats = stage_.renderer.stats();
        glFinish();  // so that no call of the panels' waits for the army
        profiler_.enter(Lane::kPanels);
        const Stopwatch watch;
        build();
        const double build_ms = watch.elapsed_ms();
        if (shown_ != Shown::kNothing) {
            const Renderer::Pass pass(stage_.renderer, "interface");
            ui_.end();
        }
        const double all_ms = watch.elapsed_ms();
        profiler_.enter(Lane::kRest);
        glFinish();
        const auto frame_ms = static_cast<float>(whole.elapsed_ms());
        FrameTime time{frame_ms, static_cast<float>(facts_.stats.submit_ms), std::nullopt};
        if (facts_.stats.gpu_ms) time.gpu_ms = static_cast<float>(*facts_.stats.gpu_ms);
        history_.add(time);
        profiler_.enter(Lane::kRest);
        profiler_.add(stage_.renderer.stats(), whole.elapsed_ms());
        if (times == nullptr) return;
        times->build_ms.push_back(build_ms);
        times->draw_ms.push_back(all_ms - build_ms);
        times->all_ms.push_back(all_ms);
    }

    void writePicture(const std::string& file) const {
        const gl::Pixels pixels = gl::readPixels(picture_.framebuffer(), size_.x, size_.y);
        writePng(file, pixels.width, pixels.height, 4, pixels.rgba8);
    }

  private:
    void build() {
        if (shown_ == Shown::kNothing) return ui_.rest();
        if (frames_++ % kRefresh == 0) facts_.times = history_.times();
        ui_.begin();
        const PanelContext context{ui_.theme(), log_, facts_, history_};
        drawMainPanel(context, settings_);
        lesson_.addFrame(facts_.stats, true);
        if (shown_ == Shown::kLesson) drawLessonPanel(context, lesson_.facts(), settings_);
        if (shown_ == Shown::kMistakes) drawMistakesPanel(context, settings_);
        drawUnitPanel(context, settings_);
        const Theme& theme = ui_.theme();
        const float left = theme.points(kMainPanelPoints + 20.0F);
        const float right = static_cast<float>(size_.x) - theme.points(10.0F);
        float top = static_cast<float>(size_.y);
        if (shown_ == Shown::kAnatomy) {
            const AnatomyView view{clipFromWorld(camera_now_, static_cast<double>(size_.x) / size_.y), size_};
            AnatomyFacts facts = anatomy_.look(stage_, models_, 0, now_, view, settings_.anatomy.joint);
            drawSkeleton(theme, facts, settings_.anatomy);
            top = drawAnatomyPanel(theme, log_, facts, settings_.anatomy, left, right);
        }
        if (shown_ == Shown::kProfiler) {
            profiler_.carryOut(settings_.profiler);
            top = drawProfilerPanel(
                      theme, log_,
                      profiler_.facts(facts_, presentSide(stage_.render, models_.front().baked.encoding)),
                      settings_.profiler, left, right)
                      .top;
        }
        facts_.foot = static_cast<float>(size_.y) - top;
        facts_.selected.state = stage_.crowd.stateOf(0, now_);
        facts_.selected.clips = stage_.crowd.choices().front();
    }

    static constexpr int kRefresh = 15;  // frames between new numbers in the panel, as in the window

    Stage& stage_;
    const std::vector<LoadedModel>& models_;
    glm::ivec2 size_;
    UiLayer ui_;
    WidgetLog log_{false};
    PlainTarget picture_;
    Camera camera_;
    Camera camera_now_;
    Facts facts_;
    Settings settings_;
    FrameHistory history_{240};
    Anatomy anatomy_;
    Profiler profiler_;
    Lesson lesson_;
    Shown shown_ = Shown::kNothing;
    Ticks now_ = 0;
    int frames_ = 0;
};

nlohmann::json twoJson(const std::vector<double>& values) {
    const Percentiles p = percentilesOf(values);
    return {{"p50", p.p50}, {"p95", p.p95}};
}

}  // namespace

ExitCode benchUiCommand(const BenchOptions& options) {
    requireWritable(options.json);
    requireWritable(options.picture);
    const gl::HeadlessContext context({options.crowd.gl_version, gl::debugOutputWanted()});
    const gl::Capabilities& capabilities = context.capabilities();
    if (gl::debugOutputWanted()) gl::installDebugOutput(capabilities);
    requireSamples(capabilities, options.samples);
    const std::vector<LoadedModel> models = loadModels(options.army);
    for (const LoadedModel& loaded : models) checkSideFiles(loaded.model, {options.json, options.picture});
    CrowdSettings settings = options.crowd.settings;
    settings.units = options.units.front();
    Stage stage(capabilities, models, makeCrowd(models, options.army, settings, 0), options.crowd.skin);
    stage.render.environment.shadows = options.shadows;
    stage.render.samples = options.samples;

    Lab lab(stage, models, capabilities, options.size);
    std::string table =
        fmt::format("{:<10} {:>24} {:>24} {:>24}   {}\n", "panels", "put together, ms p50/p95",
                    "drawn, ms p50/p95", "both, ms p50/p95", "what is shown");
    nlohmann::json rows = nlohmann::json::array();
    for (const UiState& state : kStates) {
        lab.show(state.shown);
        for (int i = 0; i < std::min(kMostWarmUp, options.frames); ++i) lab.frame(nullptr);
        UiTimes times;
        for (int i = 0; i < options.frames; ++i) lab.frame(&times);
        const auto two = [](const std::vector<double>& values) {
            const Percentiles p = percentilesOf(values);
            return fmt::format("{:.4f} {:8.4f}", p.p50, p.p95);
        };
        table += fmt::format("{:<10} {:>24} {:>24} {:>24}   {}\n", state.name, two(times.build_ms),
                             two(times.draw_ms), two(times.all_ms), state.what);
        rows.push_back({{"name", state.name},
                        {"what", state.what},
                        {"build_ms", twoJson(times.build_ms)},
                        {"draw_ms", twoJson(times.draw_ms)},
                        {"ui_ms", twoJson(times.all_ms)},
                        {"target_ms", state.target_ms},
                        {"within_target", percentilesOf(times.all_ms).p50 < state.target_ms}});
    }
    if (!options.picture.empty()) lab.writePicture(options.picture);
    const std::string machine =
        fmt::format("{}, {}x{}, {} frames, {} units, phalanx {} ({})", gl::describe(capabilities),
                    options.size.x, options.size.y, options.frames, settings.units, kVersion, kCommit);
    if (options.json != "-") printResult(fmt::format("{}\n{}", machine, table));
    writeJson(options.json, {{"machine", machine},
                             {"gl", gl::describe(capabilities)},
                             {"size", {options.size.x, options.size.y}},
                             {"frames", options.frames},
                             {"units", settings.units},
                             {"gl_problems", driverProblems()},
                             {"rows", rows}});
    return ExitCode::kOk;
}

}  // namespace phalanx
