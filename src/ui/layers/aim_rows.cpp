#include <fmt/format.h>

#include <algorithm>

#include "anim/rig/layer_rig.h"
#include "crowd/clip_names.h"
#include "layers.h"
#include "ui/layers/layer_rows.h"
#include "ui/toolkit/form.h"

namespace phalanx {
namespace {

constexpr double kAhead_m = 4.0;  // of a new aim's target

std::string targetText(const AimTarget& target, std::uint32_t units) {
    if (target.unit)
        return fmt::format("soldier {}{}", target.unit->unit,
                           target.unit->unit < units ? "" : ", who is not there");
    const glm::dvec3& at = target.point;
    return fmt::format("{}{:.1f}, {:.1f}, {:.1f} m", target.in_world ? "" : "ahead ", at.x, at.y, at.z);
}

bool holds(const LayeredPose& pose, const PoseReparent& held) {
    return std::ranges::any_of(pose.reparent,
                               [&](const PoseReparent& each) { return each.joint == held.joint; });
}

std::vector<NamedClip> namedClips(const LayerStack& stack) {
    std::vector<NamedClip> clips;
    for (const std::string& clip : stack.clips)
        clips.push_back({clip, std::ranges::find(stack.model.loops, clip) != stack.model.loops.end()});
    return clips;
}

// The clips of the base or of its space.
std::vector<std::string_view> baseClips(const LayerStack& stack) {
    std::vector<std::string_view> names;
    const std::optional<LayerSource>& base = stack.pose().base;
    if (!base) return names;
    for (const PoseClip& clip : base->clips) names.emplace_back(clip.clip);
    if (const BlendSpace* const space = base->point ? stack.space(base->point->space) : nullptr) {
        for (const BlendSpacePoint& point : space->points) names.emplace_back(point.clip);
    }
    return names;
}

void addLayer(const LayerStack& stack) {
    const std::string& clip = stack.clips[layerClip(namedClips(stack))];
    const std::vector<NamedMask>& masks = stack.model.body.masks;
    stack.pose().layers.push_back(
        {{{{clip, 0.0, 1.0}}, std::nullopt}, 1.0, masks.empty() ? PoseMask() : masks.front().mask});
}

void addAdditive(const LayerStack& stack) {
    const AdditiveClips chosen = additiveClips(namedClips(stack), baseClips(stack));
    stack.pose().additive.push_back({{{{stack.clips[chosen.clip], 0.0, 1.0}}, std::nullopt},
                                     1.0,
                                     {stack.clips[chosen.reference], 0.0, 1.0},
                                     std::nullopt});
}

void hold(const LayerStack& stack) {
    for (const PoseReparent& held : stack.model.body.held) {
        if (!holds(stack.pose(), held)) stack.pose().reparent.push_back(held);
    }
}

}  // namespace

bool drawAimRows(const LayerStack& stack) {
    std::vector<PoseAim>& aims = stack.pose().aim;
    const auto title = [&](std::size_t i) { return "Aim of " + aims[i].joint; };
    return drawItems(stack, aims, "aim_", title, [&](std::size_t i, const std::string& name) {
        stack.form.row("Target", "Click a button, then a place of the ground or a soldier.");
        pickButton(stack, i, name + "_point", {LayerPick::kPoint, "A place", "Click the ground"});
        pickButton(stack, i, name + "_unit", {LayerPick::kUnit, "A soldier", "Click a soldier"});
        stack.form.row("");
        stack.form.value((name + "_target").c_str(), targetText(aims[i].target, stack.units));
        stack.form.row("Weight", "Of the turn's angle.");
        return weightSlider(stack, name + "_weight", aims[i].weight, kPercent);
    });
}

// What hands hold follows the upper body, or stays with its own parent.
bool drawHeldRows(const LayerStack& stack) {
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

bool drawAddRows(const LayerStack& stack) {
    LayeredPose& pose = stack.pose();
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
        addLayer(stack);
        hold(stack);
        changed = true;
    }
    if (stack.form.button("add_additive", "Additive")) {
        addAdditive(stack);
        stack.layers.restart = true;
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

}  // namespace phalanx
