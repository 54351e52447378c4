#include "ui/tour/tour_card.h"

#include <fmt/format.h>
#include <imgui_internal.h>  // which window lies in front

#include <algorithm>
#include <array>
#include <string>

#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

struct StepText {
    const char* title;
    const char* mouse;
    const char* touch;
};
// In the order of TourStep.
constexpr std::array<StepText, kTourSteps> kSteps{
    StepText{"Look around",
             "Drag with the left mouse button to orbit, turn the wheel to come nearer. WASD fly, R returns.",
             "Drag with one finger to orbit, with two to come nearer."},
    {"One of many",
     "Click a soldier. Its panel sets its own clips, speed and colour; \"Anatomy\" shows its joints and each "
     "texel that is read for it.",
     "Tap a soldier. Its panel sets its own clips, speed and colour; \"Anatomy\" shows its joints and each "
     "texel that is read for it."},
    {"Many in a few calls",
     "Press + to double the army, or drag \"Units\" at the left. However many soldiers there are, there is "
     "one draw call per mesh and level of detail.",
     "Drag \"Units\" at the left. However many soldiers there are, there is one draw call per mesh and level "
     "of detail."},
    {"Eight ways to draw",
     "Press 1 to 8, or choose under \"Drawing\". With 7 the processor computes every vertex; 1 gives the "
     "work back to the GPU, which reads baked matrices from a texture.",
     "Choose \"cpu\" under \"Drawing\": the processor then computes every vertex. \"texture\" gives the work "
     "back to the GPU, which reads baked matrices from a texture."},
    {"Where to go on",
     "The lesson builds all of this from one soldier, step by step. In the battle two hosts fight. The "
     "profiler shows what each pass of a frame costs. H lists all keys.",
     "The lesson builds all of this from one soldier, step by step. In the battle two hosts fight. The "
     "profiler shows what each pass of a frame costs."},
};

bool button(const PanelContext& context, const char* text, const char* name, bool strong = false,
            float width = 0.0F) {
    if (strong) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    const bool pressed = ImGui::Button((std::string(text) + "##" + name).c_str(), ImVec2(width, 0.0F));
    if (strong) ImGui::PopStyleColor();
    context.log.add(name);
    return pressed;
}

float widthOf(const char* text) {
    return ImGui::CalcTextSize(text).x + 2.0F * ImGui::GetStyle().FramePadding.x;
}

// Of the longest text, so that the buttons below stay where they are.
float textHeight(bool touch) {
    float most = 0.0F;
    for (const StepText& step : kSteps) {
        const char* const text = touch ? step.touch : step.mouse;
        most = std::max(most, ImGui::CalcTextSize(text, nullptr, false, ImGui::GetContentRegionAvail().x).y);
    }
    return most;
}

// What the army costs now: steps of the tour change it.
void drawCost(const Theme& theme, const FrameStats& stats) {
    ImGui::PushFont(theme.strong);
    ImGui::TextUnformatted(fmt::format("{} soldiers in view, {} draw call{}", grouped(stats.visible),
                                       grouped(stats.unit_draws), stats.unit_draws == 1 ? "" : "s")
                               .c_str());
    ImGui::PopFont();
}

}  // namespace

TourAnswer drawTourCard(const PanelContext& context, const TourState& tour) {
    const Facts& facts = context.facts;
    const Theme& theme = context.theme;
    const auto number = static_cast<std::size_t>(tour.step);
    const StepText& step = kSteps.at(number);
    const bool last = number + 1 == kTourSteps;

    const float margin = theme.points(kPanelMarginPoints);
    const float left = facts.taken_left + margin;
    const float right =
        ImGui::GetIO().DisplaySize.x - margin - std::max(facts.taken_right, facts.taken_by_unit);
    const float width = std::clamp(right - left, theme.points(220.0F), theme.points(460.0F));
    ImGui::SetNextWindowPos(ImVec2(0.5F * (left + right), margin), ImGuiCond_Always, ImVec2(0.5F, 0.0F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, ImGui::GetIO().DisplaySize.y));
    ImGui::PushStyleColor(ImGuiCol_Border, color::kAccent);
    ImGui::Begin("Tour", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize);
    // In small windows there is no room beside the panels.
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::PushFont(theme.strong);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kAccent), "%s", step.title);
    ImGui::PopFont();
    const std::string place = fmt::format("{} of {}", number + 1, kTourSteps);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(place.c_str()).x);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", place.c_str());
    const float cost_y = ImGui::GetCursorPosY() + textHeight(facts.touch) + ImGui::GetStyle().ItemSpacing.y;
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(facts.touch ? step.touch : step.mouse);
    ImGui::PopTextWrapPos();
    if (tour.step == TourStep::kGrow || tour.step == TourStep::kTechnique) drawCost(theme, facts.stats);
    ImGui::SetCursorPosY(cost_y + theme.strong->FontSize + ImGui::GetStyle().ItemSpacing.y);

    TourAnswer answer = TourAnswer::kNone;
    if (last) {
        if (button(context, "Lesson", "tour_lesson")) answer = TourAnswer::kLesson;
        ImGui::SameLine();
        if (button(context, "Battle", "tour_battle")) answer = TourAnswer::kBattle;
        ImGui::SameLine();
        if (button(context, "Profiler", "tour_profiler")) answer = TourAnswer::kProfiler;
    }
    if (!last && button(context, "Skip the tour", "tour_end")) answer = TourAnswer::kEnd;
    const char* const next = last ? "Close" : "Next";
    const float next_width = std::max(widthOf("Close"), widthOf("Next"));
    float buttons = next_width;
    if (number > 0) buttons += widthOf("Back") + ImGui::GetStyle().ItemSpacing.x;
    if (tour.done) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kThird), "Done");
        context.log.add("tour_done");
    }
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
    if (number > 0) {
        if (button(context, "Back", "tour_back")) answer = TourAnswer::kBack;
        ImGui::SameLine();
    }
    if (button(context, next, "tour_next", tour.done || last, next_width))
        answer = last ? TourAnswer::kEnd : TourAnswer::kNext;
    ImGui::End();
    ImGui::PopStyleColor();
    return answer;
}

}  // namespace phalanx
