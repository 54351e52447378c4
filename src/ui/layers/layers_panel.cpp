#include "ui/layers/layers_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "anim/orders/pose_order.h"
#include "ui/layers/layer_rows.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kLayersPanelPoints = 344.0F;
constexpr float kLayersLabelPoints = 92.0F;

// What each operator does to one joint of the selected soldier.
void drawSteps(const LayerStack& stack, const PanelState& panel) {
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
            settings.pose = layers.kept.empty() ? poseToBegin(context.facts, settings) : layers.kept;
        } else {
            layers.kept = settings.pose;
            layers.picking = LayerPick::kNone;
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
    const LayerStack stack{form,
                           context,
                           model,
                           file,
                           layers,
                           own,
                           settings.crowd.units,
                           panel.selected.has_value(),
                           own ? model.clips : commonClips(context.facts)};
    if (stack.clips.empty()) return form.note("The models have no clip in common.");
    // What adds rows is above them all, so that it stays under the mouse.
    bool changed = !own && drawAddRows(stack);
    if (own) form.note("Masks and the order are those of all soldiers.");
    changed = drawBaseRows(stack) || changed;
    changed = drawLayerRows(stack) || changed;
    changed = drawAdditiveRows(stack) || changed;
    changed = drawAimRows(stack) || changed;
    drawSteps(stack, panel);
    if (!own) changed = drawHeldRows(stack) || changed;
    if (changed) (own ? panel.edit.pose : settings.pose) = poseText(file);
}

}  // namespace

float drawLayersPanel(const PanelContext& context, Settings& settings, PanelState& panel) {
    float width = 0.0F;
    if (beginPanel("Layers", context.theme, {Corner::kRight, kLayersPanelPoints, context.facts.foot})) {
        Form form(context.theme, context.log, kLayersLabelPoints);
        if (form.title("Layers", "layers_close")) panel.learn.page = SidePage::kNone;
        drawStack(form, context, settings, panel);
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

std::string poseToBegin(const Facts& facts, const Settings& settings) {
    const ModelFacts& model = facts.models.front();
    const auto clip = settings.clips.empty() ? 0 : static_cast<std::size_t>(settings.clips.front().a);
    PoseFile file;
    file.pose.base =
        LayerSource{{{model.clips[std::min(clip, model.clips.size() - 1)], 0.0, 1.0}}, std::nullopt};
    return poseText(file);
}

PoseFile editedPose(const Settings& settings, const PanelState& panel) {
    return parsePose(hasOwn(settings, panel) ? panel.edit.pose : settings.pose, "pose");
}

}  // namespace phalanx
