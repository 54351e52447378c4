#include "app/scene/undo.h"

#include <utility>

namespace phalanx {
namespace {

CrowdSettings withoutLayout(CrowdSettings settings, const CrowdSettings& other) {
    settings.units = other.units;
    settings.formation = other.formation;
    settings.seed = other.seed;
    settings.march = other.march;
    return settings;
}

RenderSettings withoutSkin(RenderSettings settings, const RenderSettings& other) {
    settings.technique = other.technique;
    settings.skin = other.skin;
    return settings;
}

}  // namespace

std::string differenceText(const UndoState& before, const UndoState& after) {
    std::string text;
    const auto add = [&](bool differs, const char* what) {
        if (!differs) return;
        if (!text.empty()) text += ", ";
        text += what;
    };
    const CrowdSettings& a = before.crowd;
    const CrowdSettings& b = after.crowd;
    add(a.units != b.units, "units");
    add(a.formation != b.formation, "formation");
    add(a.seed != b.seed, "seed");
    add(a.march != b.march, "march");
    add(withoutLayout(a, b) != b, "animation");
    add(before.clips != after.clips, "clips");
    add(before.render.technique != after.render.technique, "technique");
    add(before.render.skin != after.render.skin, "ladder");
    add(before.bake != after.bake, "bake");
    add(withoutSkin(before.render, after.render) != after.render, "drawing");
    add(before.overlay != after.overlay, "overlay");
    add(before.edits != after.edits, "a soldier's own settings");
    return text;
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
