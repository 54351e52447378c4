#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include "ui/main/panels.h"
#include "ui/main/setting_rows.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kUnitLabelPoints = 100.0F;
constexpr std::size_t kMorphRows = 8;  // more targets are scrolled, and can be filtered
constexpr float kMostCovered = 0.8F;   // of the window's width, by panels
constexpr float kMostByLayers = 0.6F;  // the same beside the layers, which are about what is seen
const glm::vec3 kFirstTint{0.85F, 0.20F, 0.12F};

// A field that follows the crowd settings until it is edited.
void editSlider(Form& form, const char* name, std::string_view key, std::optional<double>& field, double army,
                const SliderStyle& style) {
    settingLabel(form, key);
    double value = field.value_or(army);
    if (form.slider(name, value, style)) field = value;
}

// A slider with the range of a crowd setting.
SliderStyle sliderOf(std::string_view key, const char* format) {
    const Setting<Settings>& row = settingOf(key);
    return {row.least, row.most, format};
}

void drawClips(Form& form, const ModelFacts& model, const ClipChoice& army, UnitEdit& edit) {
    ClipChoice clips = edit.clips.value_or(army);
    settingLabel(form, "clip");
    bool changed = form.combo("unit_clip_a", clips.a, model.clips);
    settingLabel(form, "blend-clip");
    changed = form.combo("unit_clip_b", clips.b, model.clips) || changed;
    if (changed) edit.clips = clips;
}

void drawTint(Form& form, UnitEdit& edit) {
    glm::vec4 tint = edit.tint.value_or(glm::vec4(kFirstTint, 0.0F));
    float rgb[3] = {tint.r, tint.g, tint.b};
    form.row("Tint", "Colour of this soldier, and its strength.");
    bool changed = form.color("unit_tint", rgb);
    if (changed && tint.a == 0.0F) tint.a = 1.0F;
    double strength = tint.a;
    changed = form.slider("unit_tint_strength", strength, {0.0, 1.0, "strength %.0f %%", 100.0}) || changed;
    if (changed) edit.tint = glm::vec4(rgb[0], rgb[1], rgb[2], static_cast<float>(strength));
}

// One slider per morph target. Targets follow the clips until they are edited.
void drawMorphTarget(Form& form, const MorphTargetFacts& target, std::uint32_t index, double shown,
                     UnitEdit& edit) {
    const float room = form.theme().points(kUnitLabelPoints - 6.0F);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(at, ImVec2(at.x + room, at.y + ImGui::GetFrameHeight()), true);
    const bool cut = ImGui::CalcTextSize(target.name.c_str()).x > room;
    form.row(target.name.c_str(), cut ? target.name.c_str() : nullptr);
    ImGui::PopClipRect();
    const auto own = edit.morph_weights.find(index);
    double weight = own == edit.morph_weights.end() ? shown : own->second;
    const auto [least, most] = target.range;
    if (form.slider(fmt::format("unit_morph_{}", index).c_str(), weight, {least, most, "%.3f"}))
        edit.morph_weights[index] = std::clamp(std::round(weight * 1000.0) / 1000.0, least, most);
}

bool containsIgnoringCase(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    // Not std::ranges::search: clang 14, which clang-tidy uses, cannot compile its result.
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end() ||
           part.empty();
}

void drawMorphTargets(const PanelContext& context, Form& form, const std::vector<MorphTargetFacts>& targets,
                      PanelState& panel) {
    const SelectedFacts& facts = context.facts.selected;
    // Facts of a soldier that was selected in this frame arrive with the next one.
    if (targets.empty() || facts.morph_weights.size() != targets.size()) return;
    form.section("Morph targets");
    if (!facts.morphs_why_not.empty()) form.note(facts.morphs_why_not);
    const auto draw = [&](Form& in, std::size_t t) {
        drawMorphTarget(in, targets[t], static_cast<std::uint32_t>(t), facts.morph_weights[t], panel.edit);
    };
    if (targets.size() <= kMorphRows) {
        for (std::size_t t = 0; t < targets.size(); ++t) draw(form, t);
        return;
    }
    form.row("Filter", "Lists only targets with this text in their names.");
    form.text("unit_morph_filter", fmt::format("{} targets", targets.size()).c_str(), panel.morph_filter);
    std::vector<std::size_t> listed;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        if (containsIgnoringCase(targets[t].name, panel.morph_filter)) listed.push_back(t);
    }
    const float height = static_cast<float>(kMorphRows) * ImGui::GetFrameHeightWithSpacing();
    if (ImGui::BeginChild("morphs", ImVec2(0.0F, height))) {
        // Columns are counted from the edge of the list, which lies within the panel's padding.
        const float padding = ImGui::GetStyle().WindowPadding.x / context.theme.points(1.0F);
        Form list(context.theme, context.log, kUnitLabelPoints - padding);
        // The keyboard visits all of them.
        if (context.log.keys().on()) {
            for (const std::size_t target : listed) draw(list, target);
        } else {
            ImGuiListClipper clipper;
            clipper.Begin(static_cast<int>(listed.size()), ImGui::GetFrameHeightWithSpacing());
            while (clipper.Step()) {
                for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                    draw(list, listed[static_cast<std::size_t>(i)]);
            }
        }
    }
    ImGui::EndChild();
}

// The current phase in both clips, and the weight between them; with layers, the phase of their base.
void drawState(Form& form, const layout::UnitState& state, bool layered) {
    const auto bar = [&](const char* label, const char* help, float share, ImU32 ink) {
        form.row(label, help);
        ImGui::SameLine(form.theme().points(kUnitLabelPoints));
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ink);
        ImGui::ProgressBar(share, ImVec2(-1.0F, ImGui::GetFrameHeight()), "");
        ImGui::PopStyleColor();
        // Centred as in sliders: ImGui's own text moves with the bar.
        const std::string text = fmt::format("{:.0f} %", share * 100.0F);
        const ImVec2 low = ImGui::GetItemRectMin();
        const ImVec2 high = ImGui::GetItemRectMax();
        const float right = (low.x + high.x + ImGui::CalcTextSize("100 %").x) * 0.5F;
        ImGui::GetWindowDrawList()->AddText(ImVec2(std::floor(right - ImGui::CalcTextSize(text.c_str()).x),
                                                   low.y + ImGui::GetStyle().FramePadding.y),
                                            color::kText, text.c_str());
    };
    // Text stands on them.
    constexpr ImU32 kBronze = color::faded(color::kAccent, 80);
    constexpr ImU32 kSteel = color::faded(color::kSecond, 80);
    if (layered) return bar("Phase", "Position in the cycle of the layers' base.", state.phase_a, kBronze);
    bar("Phase of A", "Position in clip A.", state.phase_a, kBronze);
    bar("Phase of B", "Position in clip B.", state.phase_b, kSteel);
    bar("Weight of B", "Weight of clip B in the pose that is drawn.", state.weight, kSteel);
}

}  // namespace

float drawUnitPanel(const PanelContext& context, const Settings& settings, PanelState& panel) {
    const auto model_index = static_cast<std::size_t>(context.facts.selected.model);
    if (!panel.selected || model_index >= context.facts.models.size()) return 0.0F;
    const Theme& theme = context.theme;
    // Beside the lesson there may be no space for this panel: the anatomy is left out first.
    const float taken = context.facts.taken_right + theme.points(kMainPanelPoints + kUnitPanelPoints);
    const float most = panel.learn.page == SidePage::kLayers ? kMostByLayers : kMostCovered;
    if (context.facts.taken_right > 0.0F && taken > ImGui::GetIO().DisplaySize.x * most) return 0.0F;
    const SelectedFacts& facts = context.facts.selected;
    const ModelFacts& model = context.facts.models[model_index];
    float width = 0.0F;
    if (beginPanel("Soldier", theme,
                   {Corner::kRight, kUnitPanelPoints, context.facts.foot, context.facts.taken_right})) {
        UnitEdit& edit = panel.edit;
        Form form(theme, context.log, kUnitLabelPoints);
        ImGui::PushFont(theme.title);
        ImGui::Text("Soldier %s", grouped(*panel.selected).c_str());
        ImGui::PopFont();
        form.note(facts.variant.empty() ? model.name : model.name + ", " + facts.variant);
        form.section("Now");
        const bool layered = !settings.pose.empty();
        if (!facts.body.empty()) form.fact("Body", facts.body);
        drawState(form, facts.state, layered);
        form.row("");
        if (form.button("unit_anatomy", panel.anatomy.shown ? "Close the anatomy" : "Anatomy ..."))
            panel.anatomy.shown = !panel.anatomy.shown;
        form.section("Own settings");
        if (layered) form.note("Layers decide what it plays; their page edits one soldier, too.");
        ImGui::BeginDisabled(layered);
        drawClips(form, model, facts.clips, edit);
        editSlider(form, "unit_blend", "blend", edit.blend, edit.blend.value_or(facts.state.weight),
                   kPercent);
        ImGui::EndDisabled();
        editSlider(form, "unit_speed", "speed", edit.speed, settings.crowd.speed,
                   sliderOf("speed", "%.2f \xC3\x97"));
        editSlider(form, "unit_offset", "offset", edit.offset, settings.crowd.offset,
                   sliderOf("offset", "%.2f cycle"));
        drawTint(form, edit);
        drawMorphTargets(context, form, model.morph_targets, panel);
        ImGui::BeginDisabled(edit.empty());
        form.row("");
        if (form.button("unit_reset", "Use crowd settings")) edit = UnitEdit{};
        ImGui::EndDisabled();
        form.note(
            "Fields that you do not edit follow the crowd. F frames this soldier; a click on the ground "
            "deselects it.");
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

}  // namespace phalanx
