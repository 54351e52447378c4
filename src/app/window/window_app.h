// The window and its main loop. step() processes one frame: events, panels, actions (window_actions.cpp),
// settings, drawing, swap.
// Each part owns its state and has access to the shared Session; only this class knows all parts.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/window/army/army_loading.h"
#include "app/window/army/live_army.h"
#include "app/window/army/live_battle.h"
#include "app/window/army/live_events.h"
#include "app/window/army/model_update.h"
#include "app/window/army/rebaking.h"
#include "app/window/army/scene_keeping.h"
#include "app/window/army/undo_keeping.h"
#include "app/window/army/unit_search.h"
#include "app/window/frame_pacing.h"
#include "app/window/pages/bake_comparison_page.h"
#include "app/window/pages/battle_page.h"
#include "app/window/pages/bottleneck_page.h"
#include "app/window/pages/lab_page.h"
#include "app/window/pages/layers_page.h"
#include "app/window/pages/lesson_page.h"
#include "app/window/pages/profiler_page.h"
#include "app/window/pages/tour_page.h"
#include "app/window/screenshots.h"
#include "app/window/session/session.h"
#include "app/window/session/take_player.h"
#include "app/window/window_input.h"
#include "ui/imgui/text_contrast.h"

namespace phalanx {

class WindowApp {
  public:
    // Opens the window. Throws Error.
    explicit WindowApp(const RunOptions& options);

    // Starts to load the army. Then call frame() until it returns false, when the window is closed or
    // options.frames are drawn, and end().
    void begin();
    // Throws Error if the first army cannot be loaded or drawn.
    bool frame();
    // Keeps the session, and writes the report; see run_report.h.
    void end();
    // Saves the session for --last.
    void keep() const { scenes_.keepSession(); }

  private:
    void step();
    void skipFrame();
    // Puts a loaded army on the screen. Throws Error if it is the first one and cannot be drawn.
    void takeLoaded(ArmyLoading::Loaded loaded);
    void refreshFacts();
    void beginPanels();
    void feedPanels(std::span<const gl::InputEvent> events);
    void drawPanels();
    void prepareArmy(double passed_s);
    void drawBottomPages();
    // Carries out the actions that panels and keys have queued (window_actions.cpp).
    void carryOutActions();
    void carryOut(const Action& action);
    void carryOut(Request request);
    void cancel();  // what is waited for
    void takeLayerStack();
    // Measurements draw the army, so it must not change while they run.
    bool mayMeasure();
    // Forgets what belongs to models that were replaced, but not the history of undo.
    void modelsReplaced();
    // Applies the settings to army and stage. Unchanged settings cost only comparisons.
    void applySettings();
    // Runs the next step of the bottleneck's or the profiler's measurement.
    void stepMeasurements();
    void forgetTimes();
    // Throws Error if the first frame cannot be drawn.
    void drawArmy();
    void returnToDrawable();
    void showFrame();
    void finishFrame();
    void searchUnits();
    void stopSearch();
    void dumpState();

    // The number of units is not final yet.
    bool searching() const { return search_due_ || search_.running(); }
    bool loadingOrBaking() const { return loading_.busy() || rebaking_.busy() || update_.busy(); }

    Session session_;
    LiveArmy army_{session_};
    LiveEvents events_{session_};
    LiveBattle battle_{session_, events_};
    UndoKeeping undo_{session_, army_};
    ArmyLoading loading_{session_};
    Rebaking rebaking_{session_, army_};
    ModelUpdate update_{session_, army_};
    UnitSearch search_{session_};
    SceneKeeping scenes_{session_, army_};
    LabPage lab_{session_, army_, events_};
    LessonPage lesson_{session_, army_, events_, battle_, undo_};
    LayersPage layers_{session_, lab_};
    BattlePage battle_page_{session_, battle_};
    BottleneckPage bottleneck_{session_};
    Screenshots screenshots_{session_};
    ProfilerPage profiler_{session_};
    BakeComparisonPage bakes_{session_};
    TourPage tour_{session_};
    WindowInput input_{session_};
    TakePlayer take_{session_};
    FramePacing pacing_{session_};

    std::vector<gl::InputEvent> army_events_;   // of this frame, that the panels' keys did not use
    std::vector<gl::InputEvent> later_events_;  // typed before the text field was there
    bool enter_held_ = false;                   // Enter that ImGui got for Tab

    std::chrono::steady_clock::time_point shaders_checked_{};
    std::chrono::steady_clock::time_point facts_refreshed_{};
    std::uint64_t refreshes_ = 0;  // number of updates of the times shown, which are updated every 250 ms
    bool search_due_ = false;      // search_ begins when the army has LODs
    std::optional<TextContrast> least_contrast_;  // of all frames, for tests; see dumpState()
    std::string drawn_technique_;                 // of the last frame that was drawn; "": none yet
};

}  // namespace phalanx
