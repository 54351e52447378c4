#include "ui/layers/layer_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/layers/blend_space_view.h"

namespace phalanx {
namespace {

constexpr SliderStyle kBaseWeight{0.01, 1.0, "%.0f %%", 100.0};  // a sum of 0 has no meaning
constexpr SliderStyle kAdditiveWeight{-1.0, 2.0, "%.0f %%", 100.0};

double rounded(double value) {
    return std::round(value * 1000.0) / 1000.0;
}

// The masks to choose from: everything, those of the body, and everything below one joint. A mask of another
// kind is the last entry.
struct Masks {
    std::vector<std::string> names;
    std::vector<PoseMask> masks;
};

Masks masksFor(const ModelFacts& model) {
    Masks result{{"whole body"}, {std::nullopt}};
    for (const NamedMask& named : model.body.masks) {
        result.names.push_back(named.name);
        result.masks.push_back(named.mask);
    }
    for (const std::string& joint : model.joints) {
        result.names.push_back("from " + joint);
        result.masks.emplace_back(std::in_place,
                                  std::initializer_list<std::pair<std::string, double>>{{joint, 1.0}});
    }
    return result;
}

bool maskRow(const LayerStack& stack, std::size_t number, LayerPick kind, const std::string& item,
             PoseMask& mask) {
    const std::string name = item + "_mask";
    stack.form.row("Mask", "The joints that it moves, with all that hangs from them.");
    Masks masks = masksFor(stack.model);
    auto found = std::ranges::find(masks.masks, mask);
    if (found == masks.masks.end()) {
        masks.names.push_back(mask->empty() ? "no joint" : fmt::format("own, {} joints", mask->size()));
        masks.masks.push_back(mask);
        found = std::prev(masks.masks.end());
    }
    int index = static_cast<int>(found - masks.masks.begin());
    if (stack.own) {
        stack.form.value(name.c_str(), masks.names[static_cast<std::size_t>(index)]);
        return false;
    }
    const bool chosen = stack.form.combo(name.c_str(), index, masks.names);
    if (chosen) mask = masks.masks[static_cast<std::size_t>(index)];
    stack.form.row(
        "",
        "Adds a joint of the selected soldier's skeleton to the mask, or takes it away if it is covered.");
    if (!stack.selected) stack.form.help("Select a soldier first: its skeleton is shown.");
    ImGui::BeginDisabled(!stack.selected);
    pickButton(stack, number, item + "_joints", {kind, "Click joints", "Click joints; Esc ends"});
    ImGui::EndDisabled();
    return chosen;
}

bool loops(const LayerStack& stack, const LayerSource& source) {
    return source.point ||
           std::ranges::find(stack.model.loops, source.clips.front().clip) != stack.model.loops.end();
}

// A clip that does not loop has ended when its weight and its mask are set.
void replayRow(const LayerStack& stack, const std::string& name, const LayerSource& source) {
    if (stack.own || loops(stack, source)) return;
    stack.form.row("", "The clip does not loop: it plays once and then keeps its last pose.");
    if (stack.form.button((name + "_again").c_str(), "Play again")) stack.layers.restart = true;
}

// A blend space's picture, and the weights of the corners around the point.
bool drawSpace(const LayerStack& stack, const std::string& name, PoseSpacePoint& point) {
    const BlendSpace* const space = stack.space(point.space);
    if (space == nullptr) return false;
    const bool changed = drawBlendSpace(stack.context.theme, stack.context.log, name.c_str(), *space,
                                        stack.context.facts.own_points, point.at);
    stack.form.row("Weights", "Of the clips at the corners around the point: barycentric coordinates.");
    stack.form.value((name + "_weights").c_str(), cornersText(*space, point.at));
    return changed;
}

// A point in the middle of the clips.
PoseSpacePoint pointOf(const BlendSpace& space) {
    PoseSpacePoint point;
    point.space = space.name;
    point.at.assign(static_cast<std::size_t>(space.dimensions), 0.0);
    for (const BlendSpacePoint& each : space.points) {
        for (std::size_t i = 0; i < point.at.size(); ++i)
            point.at[i] += each.at[i] / static_cast<double>(space.points.size());
    }
    for (double& number : point.at) number = rounded(number);
    return point;
}

bool drawBaseClips(const LayerStack& stack, std::vector<PoseClip>& clips) {
    bool changed = false;
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        stack.form.row(i == 0 ? "Clips" : "", "Blended by their weights, which are relative to each other.");
        stack.form.share(0.46F);
        changed = clipCombo(stack, fmt::format("base_{}_clip", i), clips[i].clip) || changed;
        stack.form.share(clips.size() > 1 ? 0.6F : 1.0F);
        changed =
            weightSlider(stack, fmt::format("base_{}_weight", i), clips[i].weight, kBaseWeight) || changed;
        if (clips.size() == 1) continue;
        if (stack.form.button(fmt::format("base_{}_remove", i).c_str(), "Drop")) removed = i;
    }
    if (removed) clips.erase(clips.begin() + static_cast<std::ptrdiff_t>(*removed));
    stack.form.row("");
    if (stack.form.button("base_add", "Add a clip")) {
        clips.push_back({otherClip(stack, clips.empty() ? "" : clips.back().clip), 0.0, 0.5});
        changed = true;
    }
    return changed || removed;
}

bool drawSource(const LayerStack& stack, const std::string& name, LayerSource& source) {
    if (source.point) return drawSpace(stack, name + "_space", *source.point);
    stack.form.row("Clip");
    return clipCombo(stack, name + "_clip", source.clips.front().clip);
}

}  // namespace

const BlendSpace* findSpace(const PoseFile& pose, const ModelFacts& model, const std::string& name) {
    const BlendSpace* const of_pose = pose.spaces.find(name);
    return of_pose != nullptr ? of_pose : model.spaces.find(name);
}

std::vector<std::string> LayerStack::spaceNames() const {
    std::vector<std::string> names;
    const auto has = [&](const BlendSpacePoint& point) {
        return std::ranges::find(clips, point.clip) != clips.end();
    };
    const auto add = [&](const BlendSpaces& spaces) {
        for (const BlendSpace& each : spaces.spaces) {
            const bool chosen = pose().base && pose().base->point && pose().base->point->space == each.name;
            if (!chosen && !std::ranges::all_of(each.points, has)) continue;
            if (std::ranges::find(names, each.name) == names.end()) names.push_back(each.name);
        }
    };
    add(file.spaces);
    add(model.spaces);
    return names;
}

bool clipCombo(const LayerStack& stack, const std::string& name, std::string& clip) {
    const std::vector<std::string>& clips = stack.clips;
    int index = static_cast<int>(std::ranges::find(clips, clip) - clips.begin());
    if (!stack.form.combo(name.c_str(), index, clips)) return false;
    clip = clips[static_cast<std::size_t>(index)];
    return true;
}

bool weightSlider(const LayerStack& stack, const std::string& name, double& weight,
                  const SliderStyle& style) {
    if (!stack.form.slider(name.c_str(), weight, style)) return false;
    weight = rounded(weight);
    return true;
}

void pickButton(const LayerStack& stack, std::size_t item, const std::string& name,
                const PickButton& button) {
    const bool on = stack.layers.picking == button.kind && stack.layers.picked_item == item;
    if (on) ImGui::PushStyleColor(ImGuiCol_Text, color::kAccent);
    if (stack.form.button(name.c_str(), on ? button.waits : button.text)) {
        stack.layers.picking = on ? LayerPick::kNone : button.kind;
        stack.layers.picked_item = item;
    }
    if (on) ImGui::PopStyleColor();
}

std::string otherClip(const LayerStack& stack, const std::string& clip) {
    const auto found =
        std::ranges::find_if(stack.clips, [&](const std::string& each) { return each != clip; });
    return found == stack.clips.end() ? stack.clips.front() : *found;
}

bool drawBaseRows(const LayerStack& stack) {
    std::optional<LayerSource>& source_of_base = stack.pose().base;
    LayerSource base = source_of_base.value_or(LayerSource{});
    stack.form.section("Base");
    std::vector<std::string> sources{"clips"};
    for (const std::string& name : stack.spaceNames()) sources.push_back("space " + name);
    int source = 0;
    if (base.point) {
        source = static_cast<int>(std::ranges::find(sources, "space " + base.point->space) - sources.begin());
    }
    bool changed = false;
    stack.form.row("Source",
                   "Clips by weights, or a point of a blend space. Spaces stand in a file beside the model "
                   "(docs/pose.md).");
    if (stack.form.combo("base_source", source, sources)) {
        changed = true;
        if (source == 0) {
            base = {{{stack.clips.front(), 0.0, 1.0}}, std::nullopt};
        } else {
            base = {{}, pointOf(*stack.space(stack.spaceNames()[static_cast<std::size_t>(source) - 1]))};
        }
    }
    if (base.point) {
        changed = drawSpace(stack, "base_space", *base.point) || changed;
    } else {
        if (base.clips.empty()) stack.form.note("The rest pose.");
        changed = drawBaseClips(stack, base.clips) || changed;
    }
    // Without clips there is no base, which is the rest pose.
    if (changed) source_of_base = std::move(base);
    return changed;
}

bool drawLayerRows(const LayerStack& stack) {
    std::vector<PoseLayer>& layers = stack.pose().layers;
    const auto title = [](std::size_t i) { return fmt::format("Layer {}", i + 1); };
    return drawItems(stack, layers, "layer_", title, [&](std::size_t i, const std::string& name) {
        bool changed = drawSource(stack, name, layers[i].source);
        stack.form.row("Weight", "How much of the layer covers what is below it.");
        changed = weightSlider(stack, name + "_weight", layers[i].weight, kPercent) || changed;
        return maskRow(stack, i, LayerPick::kLayerJoints, name, layers[i].mask) || changed;
    });
}

bool drawAdditiveRows(const LayerStack& stack) {
    std::vector<PoseAdditive>& additive = stack.pose().additive;
    const auto title = [](std::size_t i) { return fmt::format("Additive {}", i + 1); };
    return drawItems(stack, additive, "additive_", title, [&](std::size_t i, const std::string& name) {
        bool changed = drawSource(stack, name, additive[i].source);
        replayRow(stack, name, additive[i].source);
        stack.form.row("Without", "The clip whose pose is subtracted: only the difference is added.");
        if (stack.own) {
            stack.form.value((name + "_reference").c_str(), additive[i].reference.clip);
        } else {
            changed = clipCombo(stack, name + "_reference", additive[i].reference.clip) || changed;
        }
        stack.form.row("Weight", "Also above 100 %, and below 0: the other way.");
        changed = weightSlider(stack, name + "_weight", additive[i].weight, kAdditiveWeight) || changed;
        return maskRow(stack, i, LayerPick::kAdditiveJoints, name, additive[i].mask) || changed;
    });
}

}  // namespace phalanx
