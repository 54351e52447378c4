// The undo history of changes made in the panels: Ctrl + Z undoes, Ctrl + Y redoes. No GL.
//
// A step is the difference between two times at which no widget is held: dragging a slider is one step, and
// so is a preset that changes ten settings at once. The camera, the selection, pauses and open panels are not
// recorded. Clips and edits are indices into the army's models, so loading another army clears the history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "settings/settings.h"

namespace phalanx {

struct UndoState {
    Settings settings;  // overlay.joint is 0, because it follows the mouse
    std::map<std::uint32_t, UnitEdit> edits;

    bool operator==(const UndoState&) const = default;
};

// The labels of what differs, such as "Units, Speed"; "" if nothing differs.
std::string differenceText(const UndoState& before, const UndoState& after);

class UndoHistory {
  public:
    static constexpr std::size_t kMostSteps = 200;  // beyond this, the oldest step is dropped

    // Call with the present state while no widget is held. A state that differs from the last one adds a step
    // and clears the steps to redo.
    void take(UndoState present);
    // Replaces the last state without adding a step: for changes that the program makes without the user.
    void settle(UndoState present);
    // The state to restore, which becomes the last state; nullopt if there is no step.
    std::optional<UndoState> undo();
    std::optional<UndoState> redo();
    // Clears all steps and the last state.
    void forget();

    std::size_t undos() const { return back_.size(); }
    std::size_t redos() const { return forth_.size(); }

  private:
    std::optional<UndoState> last_;
    std::deque<UndoState> back_;
    std::vector<UndoState> forth_;
};

}  // namespace phalanx
