#include "app/scene/undo.h"

#include <utility>

namespace phalanx {
std::string differenceText(const UndoState& before, const UndoState& after) {
    std::vector<std::string_view> more;
    if (before.settings.clips != after.settings.clips) more.emplace_back("Clips");
    if (before.edits != after.edits) more.emplace_back("Settings of single soldiers");
    return differenceText(before.settings, after.settings, more);
}

void UndoHistory::take(UndoState present) {
    if (last_ == present) return;
    if (last_) {
        back_.push_back(std::move(*last_));
        if (back_.size() > kMostSteps) back_.pop_front();
        forth_.clear();
    }
    last_ = std::move(present);
}

void UndoHistory::settle(UndoState present) {
    last_ = std::move(present);
}

std::optional<UndoState> UndoHistory::undo() {
    if (back_.empty() || !last_) return std::nullopt;
    forth_.push_back(std::move(*last_));
    last_ = std::move(back_.back());
    back_.pop_back();
    return last_;
}

std::optional<UndoState> UndoHistory::redo() {
    if (forth_.empty() || !last_) return std::nullopt;
    back_.push_back(std::move(*last_));
    last_ = std::move(forth_.back());
    forth_.pop_back();
    return last_;
}

void UndoHistory::forget() {
    last_.reset();
    back_.clear();
    forth_.clear();
}

}  // namespace phalanx
