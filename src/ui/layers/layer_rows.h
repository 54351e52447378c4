// The rows of the layered pose's stack: base, layers, additive clips, aims, what is held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "ui/data/facts.h"
#include "ui/data/layers_settings.h"
#include "ui/main/panels.h"
#include "ui/toolkit/form.h"

namespace phalanx {

// The space of that name, of the pose or beside the model; nullptr: none.
const BlendSpace* findSpace(const PoseFile& pose, const ModelFacts& model, const std::string& name);

// Everything that the rows of one panel need.
struct LayerStack {
    Form& form;
    const PanelContext& context;
    const ModelFacts& model;
    PoseFile& file;
    LayersSettings& layers;
    bool own = false;                  // of one soldier: has the stack of all, with values of its own
    std::uint32_t units = 0;           // of the army
    bool selected = false;             // a soldier is
    std::vector<std::string> clips{};  // that can be chosen: of the soldier's model, or those of all models

    LayeredPose& pose() const { return file.pose; }
    const BlendSpace* space(const std::string& name) const { return findSpace(file, model, name); }
    // Of the spaces that can be chosen: whose clips are all loaded, and the base's own.
    std::vector<std::string> spaceNames() const;
};

// Each draws its sections and returns true if the pose changed.
bool drawAddRows(const LayerStack& stack);
bool drawBaseRows(const LayerStack& stack);
bool drawLayerRows(const LayerStack& stack);
bool drawAdditiveRows(const LayerStack& stack);
bool drawAimRows(const LayerStack& stack);
bool drawHeldRows(const LayerStack& stack);

// What several of them draw.
bool clipCombo(const LayerStack& stack, const std::string& name, std::string& clip);
bool weightSlider(const LayerStack& stack, const std::string& name, double& weight, const SliderStyle& style);
// Waits for clicks into the view, for an item of a list. text: while it does not wait.
struct PickButton {
    LayerPick kind = LayerPick::kNone;
    const char* text = "";
    const char* waits = "";
};
void pickButton(const LayerStack& stack, std::size_t item, const std::string& name, const PickButton& button);
// A clip that differs from `clip`, if there is one: what is added shall be seen.
std::string otherClip(const LayerStack& stack, const std::string& clip);

// A section per item of a list, with the rows that rows(index, name) draws, and buttons "Earlier" and
// "Remove". name: of the item's widgets, `kind` and its index.
template <class Item, class Title, class Rows>
bool drawItems(const LayerStack& stack, std::vector<Item>& items, const char* kind, const Title& titleOf,
               const Rows& rows) {
    bool changed = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string name = kind + std::to_string(i);
        stack.form.section(titleOf(i).c_str());
        changed = rows(i, name) || changed;
        if (stack.own) continue;
        stack.form.row("");
        ImGui::BeginDisabled(i == 0);
        const bool up = stack.form.button((name + "_up").c_str(), "Earlier");
        ImGui::EndDisabled();
        const bool removed = stack.form.button((name + "_remove").c_str(), "Remove");
        if (up && i > 0) std::swap(items[i], items[i - 1]);
        if (removed) items.erase(items.begin() + static_cast<std::ptrdiff_t>(i--));
        if (!up && !removed) continue;
        stack.layers.picking = LayerPick::kNone;  // an item may have another place
        changed = true;
    }
    return changed;
}

}  // namespace phalanx
