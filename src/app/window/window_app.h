// The window and its loop. step() is one frame, from the top: events, panels, actions, settings carried out
// on the army, image, swap. Each part owns its state; they share the Session, and only this class knows them
// all.
#pragma once

#include <chrono>
#include <string>

#include "app/window/army/army_loading.h"
#include "app/window/army/live_army.h"
#include "app/window/army/rebaking.h"
#include "app/window/army/scene_keeping.h"
#include "app/window/army/undo_keeping.h"
#include "app/window/army/unit_search.h"
#include "app/window/frame_pacing.h"
#include "app/window/pages/bake_study_page.h"
#include "app/window/pages/bottleneck_page.h"
#include "app/window/pages/lab_page.h"
#include "app/window/pages/lesson_page.h"
#include "app/window/pages/profiler_page.h"
#include "app/window/session/session.h"
#include "app/window/window_input.h"

namespace phalanx {

class WindowApp {
  public:
    // Opens the window. Throws Error.
    explicit WindowApp(const RunOptions& options);

    // Until the window is closed, or options.frames are drawn. Throws what loading the first army throws.
    void run();
    // One line, and JSON if it was asked for.
    void report() const;

  private:
    void step();
    // A new army was loaded. Throws Error if it is the first and cannot be drawn.
    void takeLoaded(ArmyLoading::Loaded loaded);
    void refreshFacts();
    void beginPanels(std::span<const gl::InputEvent> events);
    void drawPanels();
    // What panels and keys asked for (window_actions.cpp).
    void carryOutActions();
    void carryOut(const Action& action);
    void measure(const Action& action);
    // The settings, on army and stage. Equal settings cost comparisons.
    void applySettings();
    // The bottleneck's or the profiler's measurement goes on.
    void stepMeasurements();
    void forgetTimes();
    void drawArmy();
    void showFrame();
    void searchUnits();
    void takeScreenshot();
    void dumpState();

    bool loadingOrBaking() const { return loading_.busy() || rebaking_.busy(); }

    Session session_;
    LiveArmy army_{session_};
    UndoKeeping undo_{session_, army_};
    ArmyLoading loading_{session_};
    Rebaking rebaking_{session_, army_};
    UnitSearch search_{session_};
    SceneKeeping scenes_{session_, army_};
    LabPage lab_{session_};
    LessonPage lesson_{session_, army_, undo_};
    BottleneckPage bottleneck_{session_};
    ProfilerPage profiler_{session_};
    BakeStudyPage bake_study_{session_};
    WindowInput input_{session_};
    FramePacing pacing_{session_};

    std::chrono::steady_clock::time_point shaders_checked_{};
    std::chrono::steady_clock::time_point facts_refreshed_{};
    std::uint64_t refreshes_ = 0;  // of the facts that are shown a few times per second
    bool screenshot_requested_ = false;
    std::string last_screenshot_;
};

}  // namespace phalanx
