// Undo in the window: what counts as a step, and how an earlier state is carried out.
#include <fmt/format.h>

#include <utility>

#include "app/window/window_app.h"

namespace phalanx {

UndoState WindowApp::undoState() const {
    UndoState state{settings_, stage_->crowd.edits()};
    state.settings.overlay.joint = 0;
    return state;
}

// After the settings of a frame were carried out.
void WindowApp::rememberEdits() {
    if (auto_units_) return undo_.settle(undoState());  // the search changes the units, not a person
    if (layer_.busy()) return;  // a part of the step: edits that do not fit the new army go with it
    if (std::exchange(undo_settles_, false)) return undo_.settle(undoState());
    if (!ui_.itemHeld()) undo_.take(undoState());
}

void WindowApp::undo(bool forward) {
    if (!stage_ || loader_ || auto_units_ || ui_.itemHeld()) return;
    undo_.take(undoState());
    const UndoState before = undoState();
    const std::optional<UndoState> state = forward ? undo_.redo() : undo_.undo();
    if (!state) return notify(forward ? "Nothing to redo" : "Nothing to undo", true);
    const std::uint32_t joint = settings_.overlay.joint;
    settings_ = state->settings;
    settings_.overlay.joint = joint;
    if (settings_.crowd.crossfade_s > 0.0) panel_.crossfade_kept_s = settings_.crowd.crossfade_s;
    try {
        takeEdits(state->edits);
    } catch (const Error& error) {
        notify(error.what(), true);
    }
    undo_settles_ = true;
    notify(fmt::format("{}: {}   ({} more)", forward ? "Redone" : "Undone", differenceText(before, *state),
                       forward ? undo_.redos() : undo_.undos()));
}

// The soldiers that these edits are about stand in the army of the present settings.
void WindowApp::takeEdits(const std::map<std::uint32_t, UnitEdit>& edits) {
    Crowd& crowd = stage_->crowd;
    if (layer_.carryOut(crowd, settings_.crowd, now_, true)) stage_->renderer.forgetUnits();
    const std::map<std::uint32_t, UnitEdit> present = crowd.edits();
    for (const auto& [unit, edit] : present) {
        if (!edits.contains(unit) && unit < crowd.size()) crowd.edit(unit, UnitEdit{}, now_);
    }
    for (const auto& [unit, edit] : edits) {
        if (unit < crowd.size() && edit != crowd.editOf(unit)) crowd.edit(unit, edit, now_);
    }
    if (panel_.selected && *panel_.selected < crowd.size()) panel_.edit = crowd.editOf(*panel_.selected);
}

}  // namespace phalanx
