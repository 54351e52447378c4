// The window and its loop: events -> settings -> army -> frame -> panels. One frame of it, from the top:
// poll, feed the panels, let them edit the settings, carry the settings out, draw, show.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/army/army_clock.h"
#include "app/army/army_layer.h"
#include "app/army/auto_units.h"
#include "app/army/rebake.h"
#include "app/army/rebake_bench.h"
#include "app/army/stage.h"
#include "app/lab/anatomy.h"
#include "app/lab/lesson.h"
#include "app/lab/overlay_painter.h"
#include "app/lab/profiler.h"
#include "app/lab/vertex_lens.h"
#include "app/measure/diagnosis.h"
#include "app/measure/error_in_force.h"
#include "app/measure/govern.h"
#include "app/scene/undo.h"
#include "app/window/camera_control.h"
#include "app/window/run_options.h"
#include "core/background_job.h"
#include "gl/context/window.h"
#include "gl/objects/frame_queue.h"
#include "settings/settings.h"
#include "ui/main/facts.h"
#include "ui/main/panel_state.h"
#include "ui/main/panels.h"
#include "ui/profiler/frame_history.h"
#include "ui/toolkit/file_browser.h"
#include "ui/toolkit/layer.h"
#include "ui/toolkit/widget_log.h"

namespace phalanx {

class WindowApp {
  public:
    explicit WindowApp(const RunOptions& options);

    // Until the window is closed, or options.frames are drawn. Throws what loading the first army throws.
    void run();
    // One line, and JSON where it was asked for.
    void report() const;

  private:
    using Clock = std::chrono::steady_clock;
    struct JudgedFrame;

    // window_app.cpp
    void step();
    void beginPanels(std::span<const gl::InputEvent> events);
    void drawPanels();
    void drawArmy(int width, int height);
    RenderSettings governed(int width, int height);  // of the next frame
    void showFrame(Clock::time_point began, int width, int height);
    void refreshFacts();

    // window_army.cpp
    void beginLoading(ArmyOptions army);
    void finishLoading();
    void takeArmy(std::vector<LoadedModel> models, const ArmyOptions& army);
    void carryOut();
    void carryOutUnits();
    void measureUnits(double frame_ms);
    void sayUnits();
    void followArmy();
    void takePick();
    void select(std::optional<std::uint32_t> unit);
    double aspect() const;

    // window_lab.cpp
    AnatomyView anatomyView() const;
    void drawLab();
    void drawNormals();
    void carryOutOverlay();
    void drawAnatomy();
    bool pickVertex(double x, double y);

    // window_rebake.cpp
    void drawRebakeBench();

    // window_learn.cpp
    void drawLearn(const PanelContext& context);
    void carryOutLearn();
    void showLessonStep();
    void turnPage(LearnPage page);
    void turnStep(bool forward);
    void measureLesson();
    void buildShaders(gl::ShaderOverrides overrides);
    bool dropEditedShaders(const std::string& error);

    // window_scene.cpp
    void takeOptions(const RunOptions& options);
    void openScene(const std::string& name);
    void takeScene(const Scene& scene);
    ArmySettings presentArmy() const;
    ViewSettings presentView(bool keeps_soldiers) const;
    Scene presentScene() const;
    std::string leftOutOfScene() const;
    void saveScene();
    void keepSession() const;

    // window_technique.cpp
    void carryOutTechnique();
    void carryOutAuto();

    // window_bake.cpp
    void carryOutBake();
    void carryOutFetch();
    void beginRebake(const BakeWish& wish);
    void finishRebake();
    void takeRebaked(std::vector<RebakedModel> rebaked);
    void dropVertices();
    void measureFetch();
    void settleForBake();
    void refreshBakeFacts();
    BakeWish wishedBake() const;
    bool bakeIsDue() const { return stage_ && !baked_as_.holds(wishedBake()); }

    // window_undo.cpp
    UndoState undoState() const;
    void rememberEdits();
    void undo(bool forward);
    void takeEdits(const std::map<std::uint32_t, UnitEdit>& edits);

    // window_limit.cpp
    void beginDiagnosis(int width, int height);
    void goOnWithDiagnosis(int width, int height);
    void endDiagnosis();
    void forgetVerdict();
    JudgedFrame judgedFrame(int width, int height) const;
    void judge();

    // window_profiler.cpp
    void drawProfiler();
    void toggleProfiler();
    void carryOutProfiler(int width, int height);
    void endProfilerRun();
    void exportProfiler(int width, int height);

    // window_input.cpp
    void handle(const gl::InputEvent& event);
    void handleKey(const gl::InputEvent& event);
    void handleText(const gl::InputEvent& event);
    void handleButton(const gl::InputEvent& event);
    void handleMove(const gl::InputEvent& event);
    void escape();
    void scaleUnits(bool up);
    void scaleText(int step);
    void chooseTechnique(std::size_t number);
    void frameSelection();
    void focusOn(std::uint32_t unit);
    void resetCamera();
    void reloadShaders();
    void readFlyKeys();
    void pick(double x, double y);
    void openBrowser();
    void openFiles(const std::vector<std::filesystem::path>& files);

    // window_state.cpp
    void takeScreenshot(int width, int height);
    void dumpState();
    void notify(const std::string& text, bool error = false);

    RunOptions options_;
    gl::Window window_;  // first of all that holds GL objects: its context dies last
    UiLayer ui_;
    WidgetLog widgets_;
    ArmyOptions loading_;  // what the loader loads
    std::unique_ptr<BackgroundJob<std::vector<LoadedModel>>> loader_;
    std::optional<RunOptions> opening_;  // the scene that the loader loads the army of
    std::filesystem::path scene_file_;   // where Ctrl + S writes; empty: a new file
    std::string scene_about_;            // what it says of itself
    // Its soldiers who did not fit the army: saved as they were.
    std::map<std::uint32_t, SceneSoldier> scene_left_;
    std::optional<Stage> stage_;
    std::vector<LoadedModel> models_;      // of the stage
    BakeWish baked_as_;                    // they are
    std::optional<FetchPath> fetched_by_;  // as it was asked for: nullopt was measured
    BakeWish rebaking_as_;                 // what the rebaker makes of them
    std::unique_ptr<BackgroundJob<std::vector<RebakedModel>>> rebaker_;  // dies before what it reads
    RebakeBench rebake_bench_;                                           // likewise
    Anatomy anatomy_;
    VertexLens lens_;
    OverlayPainter overlay_;
    Lesson lesson_;
    UndoState lesson_set_;                       // what its step set
    std::vector<AnatomyJoint> anatomy_joints_;   // as they were drawn last
    std::optional<VertexFacts> anatomy_vertex_;  // likewise
    std::size_t normal_lines_ = 0;               // that were drawn over the selected soldier
    double covered_ = 0.0;                     // share of the window's height, from its foot, by the anatomy
    std::optional<FrameDiagnosis> diagnosis_;  // under way; dies before the stage
    // What a verdict is about, apart from the clock.
    struct JudgedFrame {
        RenderSettings render;
        CrowdSettings crowd;
        std::vector<ClipChoice> clips;
        BakeChoice bake;
        glm::ivec2 size{0};
        glm::dvec3 target{0.0};  // of the camera, from where the army is
        glm::dvec3 back{0.0};    // from there to the eye

        bool like(const JudgedFrame& other) const;
    };
    std::optional<JudgedFrame> judged_;  // what the measured verdict is about
    Profiler profiler_;                  // what it runs dies before the stage
    ProfilerPlace profiler_place_;
    bool profiler_was_shown_ = false;
    std::string last_export_;  // its files, less their endings
    bool export_begun_ = false;
    int stale_times_ = 0;  // frames whose GPU times are still those of a diagnosis
    Settings settings_;
    PanelState panel_;
    UndoHistory undo_;
    bool undo_settles_ = false;  // what is carried out now comes from it
    FileBrowser browser_;
    Facts facts_;
    std::vector<std::vector<std::string>> variants_;  // a model
    FrameHistory history_{240};
    FrameHistory measured_;  // what the report is about
    gl::FrameQueue queue_{1};
    DetailGovernor governor_;
    struct PacedScene {
        RenderSettings render;
        std::uint64_t layout = 0;  // Crowd::layoutVersion()
        glm::ivec2 size{0};

        bool operator==(const PacedScene&) const = default;
    };
    PacedScene paced_;  // that the pace is of
    // Of a new army: its first frames build programs and say nothing about those that follow.
    static constexpr int kFramesToSettle = 2;
    int frames_to_settle_ = 0;
    ErrorInForce error_in_force_;  // of the measured frames
    CameraControl camera_;
    CameraInput camera_input_;
    ArmyClock clock_;
    Ticks now_ = 0;

    std::optional<AutoUnits> auto_units_;
    ArmyLayer layer_;
    struct Reference {
        std::uint32_t unit = 0;
        glm::dvec3 gone{0.0};
    };
    std::optional<Reference> followed_;

    enum class Drag : std::uint8_t { kNone, kOrbit, kPan, kLook };
    struct {
        Drag kind = Drag::kNone;
        int button = 0;
        bool moved = false;  // far enough to be no click
        glm::dvec2 start{0.0};
        glm::dvec2 last{0.0};
    } drag_;
    gl::InputEvent last_key_;

    Clock::time_point last_frame_ = Clock::now();
    Clock::time_point last_swap_ = last_frame_;
    Clock::time_point last_shader_check_ = last_frame_;
    Clock::time_point last_refresh_ = last_frame_;
    // A notice goes when both are past.
    Clock::time_point notice_until_ = last_frame_;
    std::uint64_t notice_until_frame_ = 0;
    std::uint64_t frame_ = 0;  // swaps since the start
    int counted_frames_ = 0;   // with an army whose number is settled
    bool screenshot_wanted_ = false;
    std::string last_screenshot_;
    bool panels_drawn_ = false;
};

}  // namespace phalanx
