// Undo in the window: what counts as a step, and how an earlier state is carried out.
#pragma once

#include "app/scene/undo.h"
#include "app/window/army/live_army.h"
#include "app/window/session/session.h"

namespace phalanx {

class UndoKeeping {
  public:
    UndoKeeping(Session& session, LiveArmy& army) : session_(session), army_(army) {}

    // After the settings of a frame were carried out. `by_program`: changes since the last call are no steps.
    void remember(bool by_program);
    // Back by a step, or forward again.
    void undo(bool forward);
    void armyReplaced() { history_.forget(); }

    UndoState present() const;
    void addState(class StateText& state) const;

  private:
    Session& session_;
    LiveArmy& army_;
    UndoHistory history_;
    bool settles_ = false;  // what is carried out now comes from undo()
};

}  // namespace phalanx
