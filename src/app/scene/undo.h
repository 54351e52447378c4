// What the panels change, remembered step by step: Ctrl + Z goes back, Ctrl + Y forward again. No GL.
//
// A step is whatever differs between two moments at which nothing is held: a slider that is dragged is one
// step, and so is a preset that changes ten settings at once. The camera, the selection, pauses and open
// panels are no edits. Clips and edits are numbers into the army's models, so another army forgets all steps.
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
    Settings settings;  // overlay.joint, which follows the mouse, is 0
    std::map<std::uint32_t, UnitEdit> edits;

    bool operator==(const UndoState&) const = default;
};

// The labels of what differs, "Units, Speed"; "" where nothing does.
std::string differenceText(const UndoState& before, const UndoState& after);

class UndoHistory {
  public:
    static constexpr std::size_t kMostSteps = 200;  // the oldest goes

    // The present state, while nothing is held. One that differs from the last is a new step, and there is
    // nothing to redo any more.
    void take(UndoState present);
    // The present state is the last one, whatever it was: what the program changes by itself is no step.
    void settle(UndoState present);
    // The state to go to, which is then the last one; nullopt where there is no such step.
    std::optional<UndoState> undo();
    std::optional<UndoState> redo();
    // All steps and the last state.
    void forget();

    std::size_t undos() const { return back_.size(); }
    std::size_t redos() const { return forth_.size(); }

  private:
    std::optional<UndoState> last_;
    std::deque<UndoState> back_;
    std::vector<UndoState> forth_;
};

}  // namespace phalanx
