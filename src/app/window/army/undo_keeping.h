// Undo in the window: detects steps, and restores earlier states.
#pragma once

#include <optional>

#include "app/scene/undo.h"
#include "app/window/army/live_army.h"
#include "app/window/session/session.h"

namespace phalanx {

class UndoKeeping {
  public:
    UndoKeeping(Session& session, LiveArmy& army) : session_(session), army_(army) {}

    // Call after the settings of a frame are applied. `by_program`: changes since the last call were made by
    // the program and are not undo steps.
    void remember(bool by_program);
    // Call before remember(). What is changed in a step of the lesson can be undone until the next one; after
    // the lesson, what was changed before it. new_step: the lesson has just set one of its steps.
    void followLesson(bool open, bool new_step);
    // Undoes a step, or redoes it if `forward`.
    void undo(bool forward);
    void armyReplaced();

    UndoState present() const;
    void addState(class StateText& state) const;

  private:
    Session& session_;
    LiveArmy& army_;
    UndoHistory history_;
    std::optional<UndoHistory> before_lesson_;
    bool settles_ = false;  // the state set by undo() is being applied; it is not a new step
};

}  // namespace phalanx
