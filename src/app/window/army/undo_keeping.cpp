#include "app/window/army/undo_keeping.h"

#include <fmt/format.h>

#include <utility>

#include "app/window/session/state_text.h"

namespace phalanx {

void UndoKeeping::remember(bool by_program) {
    if (by_program) return history_.settle(present());
    if (army_.busy()) return;  // a new layout can remove edits, which belongs to the same step
    if (std::exchange(settles_, false)) return history_.settle(present());
    if (!session_.ui.itemHeld()) history_.take(present());
}

void UndoKeeping::followLesson(bool open, bool new_step) {
    if (open && !before_lesson_) before_lesson_ = std::exchange(history_, {});
    if (open && new_step) history_.forget();
    if (open || !before_lesson_) return;
    // What the lesson does not bring back is one step.
    history_ = *std::exchange(before_lesson_, std::nullopt);
    settles_ = false;
}

void UndoKeeping::armyReplaced() {
    history_.forget();
    if (before_lesson_) before_lesson_->forget();
}

UndoState UndoKeeping::present() const {
    UndoState state{session_.settings, session_.stage->crowd.edits()};
    state.settings.overlay.joint = 0;
    return state;
}

void UndoKeeping::undo(bool forward) {
    history_.take(present());
    const UndoState before = present();
    const std::optional<UndoState> state = forward ? history_.redo() : history_.undo();
    if (!state) return session_.notify(forward ? "Nothing to redo" : "Nothing to undo", true);
    const std::uint32_t joint = session_.settings.overlay.joint;
    session_.settings = state->settings;
    session_.settings.overlay.joint = joint;
    if (session_.settings.crowd.crossfade_s > 0.0)
        session_.panel.crossfade_kept_s = session_.settings.crowd.crossfade_s;
    try {
        army_.applyEdits(state->edits);
    } catch (const Error& error) {
        session_.notify(error.what(), true);
    }
    settles_ = true;
    session_.notify(fmt::format("{}: {}   ({} more)", forward ? "Redone" : "Undone",
                                differenceText(before, *state),
                                forward ? history_.redos() : history_.undos()));
}

void UndoKeeping::addState(StateText& state) const {
    state.add("undos", history_.undos());
    state.add("redos", history_.redos());
}

}  // namespace phalanx
