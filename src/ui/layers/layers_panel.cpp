#include "ui/layers/layers_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "anim/layers/layer_rig.h"
#include "anim/orders/pose_order.h"
#include "layers.h"
#include "ui/layers/blend_space_view.h"
#include "ui/main/panels.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kLayersPanelPoints = 344.0F;
constexpr float kLayersLabelPoints = 92.0F;
constexpr SliderStyle kBaseWeight{0.01, 1.0, "%.0f %%", 100.0};  // a sum of 0 has no meaning
constexpr SliderStyle kAdditiveWeight{-1.0, 2.0, "%.0f %%", 100.0};
constexpr double kAhead_m = 4.0;  // of a new aim's target

double rounded(double value) {
    return std::round(value * 1000.0) / 1000.0;
}

// Everything that the rows of one panel need.
struct Stack {
    Form& form;
    const PanelContext& context;
    const ModelFacts& model;
    PoseFile& file;
    LayersSettings& layers;
    bool own = false;                  // of one soldier: has the stack of all, with values of its own
    std::uint32_t units = 0;           // of the army
    std::vector<std::string> clips{};  // that can be chosen: of the soldier's model, or those of all models

    LayeredPose& pose() const { return file.pose; }
    // The space of that name, of the pose or beside the model; nullptr: none.
    const BlendSpace* space(const std::string& name) const {
        const BlendSpace* const of_pose = file.spaces.find(name);
        return of_pose != nullptr ? of_pose : model.spaces.find(name);
    }
    std::vector<std::string> spaceNames() const {
        std::vector<std::string> names;
        // Further clips of a model may not be loaded, and spaces of these cannot be chosen.
        const auto has = [&](const BlendSpacePoint& point) {
            return std::ranges::find(clips, point.clip) != clips.end();
        };
        const auto add = [&](const BlendSpaces& spaces) {
            for (const BlendSpace& each : spaces.spaces) {
                const bool chosen =
                    pose().base && pose().base->point && pose().base->point->space == each.name;
                if (!chosen && !std::ranges::all_of(each.points, has)) continue;
                if (std::ranges::find(names, each.name) == names.end()) names.push_back(each.name);
            }
        };
        add(file.spaces);
        add(model.spaces);
        return names;
    }
};

bool clipCombo(const Stack& stack, const std::string& name, std::string& clip) {
    const std::vector<std::string>& clips = stack.clips;
    int index = static_cast<int>(std::ranges::find(clips, clip) - clips.begin());
    if (!stack.form.combo(name.c_str(), index, clips)) return false;
    clip = clips[static_cast<std::size_t>(index)];
    return true;
}

bool weightSlider(const Stack& stack, const std::string& name, double& weight, const SliderStyle& style) {
    if (!stack.form.slider(name.c_str(), weight, style)) return false;
    weight = rounded(weight);
    return true;
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

bool maskCombo(const Stack& stack, const std::string& name, PoseMask& mask) {
    Masks masks = masksFor(stack.model);
    auto found = std::ranges::find(masks.masks, mask);
    if (found == masks.masks.end()) {
        masks.names.push_back(fmt::format("own, {} joints", mask->size()));
        masks.masks.push_back(mask);
        found = std::prev(masks.masks.end());
    }
    int index = static_cast<int>(found - masks.masks.begin());
    if (stack.own) {
        stack.form.value(name.c_str(), masks.names[static_cast<std::size_t>(index)]);
        return false;
    }
    if (!stack.form.combo(name.c_str(), index, masks.names)) return false;
    mask = masks.masks[static_cast<std::size_t>(index)];
    return true;
}

// A blend space's picture, and the weights of the corners around the point.
bool drawSpace(const Stack& stack, const std::string& name, PoseSpacePoint& point) {
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

// One that differs from `clip`, if there is one: what is added shall be seen.
std::string otherClip(const Stack& stack, const std::string& clip) {
    const auto found =
        std::ranges::find_if(stack.clips, [&](const std::string& each) { return each != clip; });
    return found == stack.clips.end() ? stack.clips.front() : *found;
}

bool drawBaseClips(const Stack& stack, std::vector<PoseClip>& clips) {
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

bool drawBase(const Stack& stack) {
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

// "Earlier" and "Remove" of an item. True if the list changed.
template <class Item>
bool drawItemButtons(const Stack& stack, const std::string& name, std::vector<Item>& items, std::size_t& i) {
    if (stack.own) return false;
    stack.form.row("");
    ImGui::BeginDisabled(i == 0);
    const bool up = stack.form.button((name + "_up").c_str(), "Earlier");
    ImGui::EndDisabled();
    const bool removed = stack.form.button((name + "_remove").c_str(), "Remove");
    if (up && i > 0) std::swap(items[i], items[i - 1]);
    if (removed) items.erase(items.begin() + static_cast<std::ptrdiff_t>(i--));
    if (up || removed) stack.layers.picking = AimPick::kNone;  // an aim may have another place
    return up || removed;
}

bool drawSource(const Stack& stack, const std::string& name, LayerSource& source) {
    if (source.point) return drawSpace(stack, name + "_space", *source.point);
    stack.form.row("Clip");
    return clipCombo(stack, name + "_clip", source.clips.front().clip);
}

bool drawLayers(const Stack& stack) {
    bool changed = false;
    std::vector<PoseLayer>& layers = stack.pose().layers;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string name = fmt::format("layer_{}", i);
        stack.form.section(fmt::format("Layer {}", i + 1).c_str());
        changed = drawSource(stack, name, layers[i].source) || changed;
        stack.form.row("Weight", "How much of the layer covers what is below it.");
        changed = weightSlider(stack, name + "_weight", layers[i].weight, kPercent) || changed;
        stack.form.row("Mask", "The joints that the layer moves, with all that hangs from them.");
        changed = maskCombo(stack, name + "_mask", layers[i].mask) || changed;
        changed = drawItemButtons(stack, name, layers, i) || changed;
    }
    return changed;
}

bool drawAdditive(const Stack& stack) {
    bool changed = false;
    std::vector<PoseAdditive>& additive = stack.pose().additive;
    for (std::size_t i = 0; i < additive.size(); ++i) {
        const std::string name = fmt::format("additive_{}", i);
        stack.form.section(fmt::format("Additive {}", i + 1).c_str());
        changed = drawSource(stack, name, additive[i].source) || changed;
        stack.form.row("Without", "The clip whose pose is subtracted: only the difference is added.");
        if (stack.own) {
            stack.form.value((name + "_reference").c_str(), additive[i].reference.clip);
        } else {
            changed = clipCombo(stack, name + "_reference", additive[i].reference.clip) || changed;
        }
        stack.form.row("Weight", "Also above 100 %, and below 0: the other way.");
        changed = weightSlider(stack, name + "_weight", additive[i].weight, kAdditiveWeight) || changed;
        stack.form.row("Mask", "The joints that it moves, with all that hangs from them.");
        changed = maskCombo(stack, name + "_mask", additive[i].mask) || changed;
        changed = drawItemButtons(stack, name, additive, i) || changed;
    }
    return changed;
}

std::string targetText(const AimTarget& target, std::uint32_t units) {
    if (target.unit)
        return fmt::format("soldier {}{}", target.unit->unit,
                           target.unit->unit < units ? "" : ", who is not there");
    const glm::dvec3& at = target.point;
    return fmt::format("{}{:.1f}, {:.1f}, {:.1f} m", target.in_world ? "" : "ahead ", at.x, at.y, at.z);
}

bool drawAims(const Stack& stack) {
    bool changed = false;
    std::vector<PoseAim>& aims = stack.pose().aim;
    for (std::size_t i = 0; i < aims.size(); ++i) {
        const std::string name = fmt::format("aim_{}", i);
        stack.form.section(fmt::format("Aim of {}", aims[i].joint).c_str());
        const auto pick = [&](const char* what, const char* text, const char* waits, AimPick kind) {
            const bool on = stack.layers.picking == kind && stack.layers.picked_aim == i;
            if (on) ImGui::PushStyleColor(ImGuiCol_Text, color::kAccent);
            if (stack.form.button((name + what).c_str(), on ? waits : text)) {
                stack.layers.picking = on ? AimPick::kNone : kind;
                stack.layers.picked_aim = i;
            }
            if (on) ImGui::PopStyleColor();
        };
        stack.form.row("Target", "Click a button, then a place of the ground or a soldier.");
        pick("_point", "A place", "Click the ground", AimPick::kPoint);
        pick("_unit", "A soldier", "Click a soldier", AimPick::kUnit);
        stack.form.row("");
        stack.form.value((name + "_target").c_str(), targetText(aims[i].target, stack.units));
        stack.form.row("Weight", "Of the turn's angle.");
        changed = weightSlider(stack, name + "_weight", aims[i].weight, kPercent) || changed;
        changed = drawItemButtons(stack, name, aims, i) || changed;
    }
    return changed;
}

bool holds(const LayeredPose& pose, const PoseReparent& held) {
    return std::ranges::any_of(pose.reparent,
                               [&](const PoseReparent& each) { return each.joint == held.joint; });
}

void hold(const Stack& stack) {
    for (const PoseReparent& held : stack.model.body.held) {
        if (!holds(stack.pose(), held)) stack.pose().reparent.push_back(held);
    }
}

// What hands hold follows the upper body, or stays with its own parent.
bool drawHeld(const Stack& stack) {
    bool changed = false;
    const std::vector<PoseReparent>& all = stack.model.body.held;
    if (all.empty()) return false;
    stack.form.section("Held");
    for (std::size_t i = 0; i < all.size(); ++i) {
        stack.form.row(
            all[i].joint.c_str(),
            "Its parent in the file is not a joint that layers of the upper body move. With this it "
            "follows one, as it does in the layer's clip.");
        bool on = holds(stack.pose(), all[i]);
        const std::string text = "follows " + all[i].to;
        if (!stack.form.checkbox(fmt::format("held_{}", i).c_str(), text.c_str(), on)) continue;
        changed = true;
        if (on) {
            stack.pose().reparent.push_back(all[i]);
        } else {
            std::erase_if(stack.pose().reparent,
                          [&](const PoseReparent& each) { return each.joint == all[i].joint; });
        }
    }
    return changed;
}

bool drawAdd(const Stack& stack) {
    LayeredPose& pose = stack.pose();
    const std::string& clip = stack.clips.front();
    bool changed = false;
    stack.form.section("Add");
    stack.form.row("Clip",
                   "A layer covers what is below it; an additive clip adds its difference to another.");
    const bool full = pose.layers.size() + pose.additive.size() >= PH_LAYER_WEIGHTS;
    const std::string why_full =
        fmt::format("A soldier has at most {} layers and additive clips.", PH_LAYER_WEIGHTS);
    if (full) stack.form.help(why_full);
    ImGui::BeginDisabled(full);
    if (stack.form.button("add_layer", "Layer")) {
        pose.layers.push_back(
            {{{{clip, 0.0, 1.0}}, std::nullopt},
             1.0,
             stack.model.body.masks.empty() ? PoseMask() : stack.model.body.masks.front().mask});
        hold(stack);
        changed = true;
    }
    if (stack.form.button("add_additive", "Additive")) {
        const std::string added = stack.clips.back() == clip ? otherClip(stack, clip) : stack.clips.back();
        pose.additive.push_back({{{{added, 0.0, 1.0}}, std::nullopt}, 1.0, {clip, 0.0, 1.0}, std::nullopt});
        changed = true;
    }
    ImGui::EndDisabled();
    if (stack.model.body.aims.empty()) return changed;
    stack.form.row("Aim", "Turns a chain of joints, so that its end points at a target.");
    const bool aimed = pose.aim.size() >= kMostRigAims;
    if (aimed) stack.form.help(fmt::format("A soldier has at most {} aims.", kMostRigAims));
    ImGui::BeginDisabled(aimed);
    for (const NamedAim& named : stack.model.body.aims) {
        const std::string name = "add_aim_" + named.aim.joint;
        if (!stack.form.button(name.c_str(), named.name.c_str())) continue;
        pose.aim.push_back(named.aim);
        hold(stack);
        pose.aim.back().target.point = {0.0, kAimHeight_m, kAhead_m};
        changed = true;
    }
    ImGui::EndDisabled();
    return changed;
}

// What each operator does to one joint of the selected soldier.
void drawSteps(const Stack& stack, const PanelState& panel) {
    if (!panel.selected || stack.model.joints.empty()) return;
    std::string& joint = stack.layers.joint;
    const std::vector<std::string>& joints = stack.model.joints;
    if (std::ranges::find(joints, joint) == joints.end())
        joint = stack.pose().aim.empty() ? joints.front() : stack.pose().aim.front().joint;
    stack.form.section(fmt::format("A joint of soldier {}", *panel.selected).c_str());
    stack.form.row("Joint", "What each operator turns it by, and how far it moves it, in model space.");
    int index = static_cast<int>(std::ranges::find(joints, joint) - joints.begin());
    if (stack.form.combo("layers_joint", index, joints)) joint = joints[static_cast<std::size_t>(index)];
    bool first = true;
    for (const LayerStep& step : stack.context.facts.selected.layer_steps) {
        if (std::exchange(first, false)) {
            stack.form.fact(step.name.c_str(), fmt::format("at {:.2f}, {:.2f}, {:.2f} m", step.at_m.x,
                                                           step.at_m.y, step.at_m.z));
        } else {
            stack.form.fact(step.name.c_str(),
                            fmt::format("{:.1f}\xC2\xB0, {:.0f} mm", step.turn_deg, step.moved_mm));
        }
    }
}

// What a stack begins with: the clip that the army plays.
PoseFile firstPose(const PanelContext& context, const Settings& settings) {
    const ModelFacts& model = context.facts.models.front();
    const auto clip = settings.clips.empty() ? 0 : static_cast<std::size_t>(settings.clips.front().a);
    PoseFile file;
    file.pose.base =
        LayerSource{{{model.clips[std::min(clip, model.clips.size() - 1)], 0.0, 1.0}}, std::nullopt};
    return file;
}

bool hasOwn(const Settings& settings, const PanelState& panel) {
    if (!panel.layers.own || !panel.selected || panel.edit.pose.empty()) return false;
    return fixedPartOf(parsePose(panel.edit.pose, "pose")) == fixedPartOf(parsePose(settings.pose, "pose"));
}

// Whose layers the panel edits. A soldier's own pose is that of all until it is changed.
bool drawWhose(Form& form, const Settings& settings, PanelState& panel) {
    if (!panel.selected) return false;
    const std::vector<std::string> whose{"all soldiers", fmt::format("soldier {}", *panel.selected)};
    int index = panel.layers.own ? 1 : 0;
    form.row("Edits",
             "All soldiers, or only the selected one, which has the same stack with values of its own.");
    if (form.combo("layers_whose", index, whose)) panel.layers.own = index == 1;
    if (!panel.layers.own) return false;
    form.row("");
    ImGui::BeginDisabled(panel.edit.pose.empty());
    if (form.button("layers_as_all", "As all soldiers")) panel.edit.pose.clear();
    ImGui::EndDisabled();
    if (!panel.edit.pose.empty() && !hasOwn(settings, panel))
        form.note("Its own values are of another stack, and not used.");
    return true;
}

// By name, in the order of the first model.
std::vector<std::string> commonClips(const Facts& facts) {
    std::vector<std::string> common = facts.models.front().clips;
    for (const ModelFacts& model : facts.models)
        std::erase_if(common, [&](const std::string& clip) {
            return std::ranges::find(model.clips, clip) == model.clips.end();
        });
    return common;
}

void drawStack(Form& form, const PanelContext& context, Settings& settings, PanelState& panel) {
    LayersSettings& layers = panel.layers;
    const auto selected = panel.selected ? static_cast<std::size_t>(context.facts.selected.model) : 0;
    const ModelFacts& model = context.facts.models[std::min(selected, context.facts.models.size() - 1)];
    const std::string& why_not = model.why_no_layers;
    bool on = !settings.pose.empty();
    form.row(
        "Layers",
        "All soldiers play this stack, from the base to the last aim, each at its own offset and speed.");
    if (!why_not.empty()) form.help("Not available: " + why_not + ".");
    ImGui::BeginDisabled(!why_not.empty() || model.clips.empty());
    if (form.checkbox("layers_on", "on", on)) {
        if (on) {
            settings.pose = layers.kept.empty() ? poseText(firstPose(context, settings)) : layers.kept;
        } else {
            layers.kept = settings.pose;
            layers.picking = AimPick::kNone;
            settings.pose.clear();
        }
    }
    ImGui::EndDisabled();
    if (!why_not.empty()) return form.note(why_not);
    if (settings.pose.empty())
        return form.note("Off: every soldier blends clip A and clip B, as the rows of Animation say.");
    const auto technique =
        std::ranges::find(context.facts.techniques, settings.render.technique, &TechniqueFacts::name);
    if (technique != context.facts.techniques.end() && !technique->no_layers.empty())
        form.note(fmt::format("Technique {} {}.", technique->name, technique->no_layers));
    const bool own = drawWhose(form, settings, panel);
    PoseFile file = editedPose(settings, panel);
    const Stack stack{form,
                      context,
                      model,
                      file,
                      layers,
                      own,
                      settings.crowd.units,
                      own ? model.clips : commonClips(context.facts)};
    if (stack.clips.empty()) return form.note("The models have no clip in common.");
    // All rows are drawn, also after one that changed.
    // What adds rows is above them all, so that it stays under the mouse.
    bool changed = !own && drawAdd(stack);
    if (own) form.note("Masks and the order are those of all soldiers.");
    changed = drawBase(stack) || changed;
    changed = drawLayers(stack) || changed;
    changed = drawAdditive(stack) || changed;
    changed = drawAims(stack) || changed;
    drawSteps(stack, panel);
    if (!own) changed = drawHeld(stack) || changed;
    if (changed) (own ? panel.edit.pose : settings.pose) = poseText(file);
}

}  // namespace

float drawLayersPanel(const PanelContext& context, Settings& settings, PanelState& panel) {
    float width = 0.0F;
    if (beginPanel("Layers", context.theme, {Corner::kRight, kLayersPanelPoints, context.facts.foot})) {
        Form form(context.theme, context.log, kLayersLabelPoints);
        if (form.title("Layers", "layers_close")) panel.learn.page = LearnPage::kNone;
        drawStack(form, context, settings, panel);
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

PoseFile editedPose(const Settings& settings, const PanelState& panel) {
    return parsePose(hasOwn(settings, panel) ? panel.edit.pose : settings.pose, "pose");
}

void drawTarget(const Theme& theme, const glm::dvec2& at) {
    const ImVec2 middle(static_cast<float>(at.x), static_cast<float>(at.y));
    const float around = theme.points(7.0F);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const auto& [ink, width] :
         {std::pair(IM_COL32(0, 0, 0, 160), 3.0F), std::pair(color::kAccent, 1.5F)}) {
        const float line = theme.points(width);
        list.AddCircle(middle, around, ink, 0, line);
        for (const auto& [x, y] :
             {std::pair(1.0F, 0.0F), std::pair(-1.0F, 0.0F), std::pair(0.0F, 1.0F), std::pair(0.0F, -1.0F)}) {
            list.AddLine(ImVec2(middle.x + x * around * 0.5F, middle.y + y * around * 0.5F),
                         ImVec2(middle.x + x * around * 1.6F, middle.y + y * around * 1.6F), ink, line);
        }
    }
}

}  // namespace phalanx
