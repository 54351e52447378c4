// The lesson and the common mistakes in the window: steps carried out, shaders built from the user's text.
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
    // Sets what the step shows, if another one is open than before. True: carry the settings out, then call
    // showStep().
    bool beginStep();
    void showStep();
    void resetStep() { reset_ = true; }

    void applyShader();
    void revertShader();
    void saveShader();
    bool shaderEdited() const { return !lesson_.overrides().empty(); }
    // Drawing failed with `error`: drops edited shaders, which may not fit another technique's programs.
    // False: there are none.
    bool dropShaders(const std::string& error);

    // Costs of the step, by the frame that was drawn. `valid`: it was drawn as the settings say.
    void measure(bool valid);
    void addState(class StateText& state) const;

  private:
    void buildShaders(gl::ShaderOverrides overrides);
    void report(const std::exception& error) { session_.notify(error.what(), true); }

    Session& session_;
    LiveArmy& army_;
    const UndoKeeping& undo_;
    Lesson lesson_;
    UndoState set_;       // by the step
    bool reset_ = false;  // the step is to be set again
};

}  // namespace phalanx
