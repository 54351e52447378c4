#include "ui/toolkit/widgets.h"

#include <algorithm>
#include <cmath>

#include "ui/imgui/compat.h"

namespace phalanx {
namespace {

// A number of a slider after keys: an arrow key is 1 % of the range, and at least one unit of the last
// decimal of `format`; Page Up and Page Down are 10 %.
float slidBy(const KeyMoves& moves, float shown, float least, float most, const char* format) {
    if (moves.ends != 0) return moves.ends < 0 ? least : most;
    const auto grain = std::pow(10.0F, -static_cast<float>(ImParseFormatPrecision(format, 3)));
    const float steps = moves.right + 10.0F * static_cast<float>(moves.pages);
    if (steps == 0.0F) return shown;
    float by = steps * (most - least) * 0.01F;
    if (std::abs(by) < grain) by = std::copysign(grain, by);
    return std::clamp(std::round((shown + by) / grain) * grain, least, most);
}

}  // namespace

std::string hiddenLabel(const char* name) {
    return std::string("##") + name;
}

void markSlider(float share) {
    if (compat::typesIntoSlider()) return;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto ink = [&](float alpha) {
        return color::faded(color::kAccent, static_cast<int>(std::lround(255.0F * alpha * style.Alpha)));
    };
    constexpr float kFill = 0.14F;
    const float thick = std::max(1.0F, std::round(style.GrabMinSize * 0.4F));
    const float x = low.x + (high.x - low.x) * std::clamp(share, 0.0F, 1.0F);
    const float knob = std::clamp(x - 0.5F * style.GrabMinSize, low.x, high.x - style.GrabMinSize);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, ImVec2(x, high.y), ink(kFill), style.FrameRounding);
    list.AddRectFilled(ImVec2(low.x, high.y - thick), ImVec2(x, high.y), ink(1.0F));
    list.AddRectFilled(ImVec2(knob, high.y - 2.0F * thick), ImVec2(knob + style.GrabMinSize, high.y),
                       ink(1.0F));
}

bool sliderWithKeys(WidgetLog& log, const char* name, float& value, float least, float most,
                    const char* format) {
    const float before = value;
    value = slidBy(log.keys().movesOf(name), value, least, most, format);
    const bool slid = value != before;
    const bool dragged = ImGui::SliderFloat(hiddenLabel(name).c_str(), &value, least, most, format,
                                            ImGuiSliderFlags_AlwaysClamp);
    markSlider((value - least) / (most - least));
    return dragged || slid;
}

bool comboWithKeys(WidgetLog& log, const char* name, int& index, const std::vector<std::string>& entries,
                   const std::vector<std::string>& why_not, bool* is_open) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high(low.x + ImGui::CalcItemWidth(), low.y + ImGui::GetFrameHeight());
    const ImGuiID id = ImGui::GetID(hiddenLabel(name).c_str());
    const bool known = index >= 0 && index < static_cast<int>(entries.size());
    const char* preview = known ? entries[static_cast<std::size_t>(index)].c_str() : "choose ...";
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));  // the arrow's
    const bool open = ImGui::BeginCombo(hiddenLabel(name).c_str(), preview, ImGuiComboFlags_HeightLarge);
    ImGui::PopStyleColor();
    if (is_open != nullptr) *is_open = open;
    if (!open) {
        if (is_open == nullptr) log.add(name);
        return false;
    }
    bool changed = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string reason = i < why_not.size() ? why_not[i] : "";
        const std::string text = reason.empty() ? entries[i] : entries[i] + " (" + reason + ")";
        const std::string entry = std::string(name) + "/" + entries[i];
        const bool chosen = static_cast<int>(i) == index;
        ImGui::PushID(static_cast<int>(i));
        ImGui::BeginDisabled(!reason.empty());
        if (ImGui::Selectable(text.c_str(), chosen) && !chosen) {
            index = static_cast<int>(i);
            changed = true;
        }
        ImGui::EndDisabled();
        log.add(entry, reason.empty());
        if (ImGui::IsWindowAppearing() && (chosen || i == 0)) log.keys().startAt(entry);
        if (ImGui::IsWindowAppearing() && chosen) ImGui::SetScrollHereY();
        ImGui::PopID();
    }
    ImGui::EndCombo();
    log.keys().add(name, true, {.id = id}, low, high);
    return changed;
}

void textOnPlate(ImDrawList& list, const Theme& theme, ImVec2 at, ImU32 ink, const char* text) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    const float pad = theme.points(2.0F);
    list.AddRectFilled(ImVec2(at.x - pad, at.y), ImVec2(at.x + size.x + pad, at.y + size.y), color::kPanel,
                       pad);
    list.AddText(at, ink, text);
}

bool tickBox(const char* label, bool& value) {
    const FrameEdge edge;
    return ImGui::Checkbox(label, &value);
}

}  // namespace phalanx
