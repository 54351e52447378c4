// The lesson and the common mistakes in the window: applies the steps of the lesson, and builds shaders from
// the user's text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/lesson/lesson.h"
#include "app/window/army/live_army.h"
#include "app/window/army/live_battle.h"
#include "app/window/army/live_events.h"
#include "app/window/army/undo_keeping.h"
#include "app/window/session/session.h"
#include "ui/main/panels.h"

namespace phalanx {

class LessonPage {
  public:
    LessonPage(Session& session, LiveArmy& army, LiveEvents& events, LiveBattle& battle,
               const UndoKeeping& undo);

    void draw(const PanelContext& context);
    void turn(bool forward);
    // If another step was opened, sets its settings and returns true: apply the settings, then call
    // showStep(). When the lesson was closed, restores the settings from before it, and returns true, too.
    bool beginStep();
    // Moves the camera to what the step shows, or to where it was before the lesson.
    void showStep();
    // Call each frame after that: lets hits of the step happen.
    void advance();
    // by_scene: the scene has also replaced the settings.
    void armyReplaced(bool by_scene);
    void resetStep() { reset_ = true; }

    void applyShader();
    void revertShader();
    void saveShader();
    bool shaderEdited() const { return !lesson_.overrides().empty(); }
    // Call when drawing failed with `error`: drops edited shaders, which can be invalid in the programs of
    // another technique. Returns false if there are none.
    bool dropShaders(const std::string& error);

    // Adds the last frame to the costs of the step. `valid`: it was drawn with the current settings.
    void measure(bool valid);
    void addState(class StateText& state) const;

  private:
    // What closing the lesson restores.
    struct Before {
        Settings settings;
        std::optional<Camera> camera;  // relative to the army before its march; nullopt: of another army
        std::optional<std::uint32_t> selected;
    };

    void remember();
    void lookAtFirst();
    void showStorage();
    void showMotion();
    void showLayers();
    void showOwnFrames();
    void showEvents();
    void letFall();
    void endBattle();
    void buildShaders(gl::ShaderOverrides overrides);
    void report(const std::exception& error) { session_.notify(error.what(), true); }

    Session& session_;
    LiveArmy& army_;
    LiveEvents& events_;
    LiveBattle& battle_;
    const UndoKeeping& undo_;
    Lesson lesson_;
    std::optional<Before> before_;        // while the lesson is open
    std::optional<Formation> formation_;  // before a step has begun a battle
    UndoState set_;                       // the state that the step has set
    bool reset_ = false;                  // the next beginStep() sets the step again
    std::optional<Ticks> fell_at_;        // when soldiers of the step fell last, or it was shown
    std::optional<Ticks> hit_at_;  // when soldiers of the step were hit last; nullopt: its pose has no hits
};

}  // namespace phalanx
