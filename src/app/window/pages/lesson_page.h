// The lesson and the common mistakes in the window: applies the steps of the lesson, and builds shaders from
// the user's text.
#pragma once

#include <string>

#include "app/lab/lesson.h"
#include "app/window/army/live_army.h"
#include "app/window/army/undo_keeping.h"
#include "app/window/session/session.h"
#include "ui/main/panels.h"

namespace phalanx {

class LessonPage {
  public:
    LessonPage(Session& session, LiveArmy& army, const UndoKeeping& undo);

    void draw(const PanelContext& context);
    void turn(bool forward);
    // If another step was opened, sets its settings and returns true: apply the settings, then call
    // showStep().
    bool beginStep();
    // Moves the camera to what the step shows.
    void showStep();
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
    void showStorage();
    void buildShaders(gl::ShaderOverrides overrides);
    void report(const std::exception& error) { session_.notify(error.what(), true); }

    Session& session_;
    LiveArmy& army_;
    const UndoKeeping& undo_;
    Lesson lesson_;
    UndoState set_;       // the state that the step has set
    bool reset_ = false;  // the next beginStep() sets the step again
};

}  // namespace phalanx
