#include <imgui_internal.h>  // which window lies in front

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "gl/context/window.h"
#include "ui/main/panels.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr ImGuiWindowFlags kOverlayFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
constexpr ImGuiWindowFlags kSilentFlags = kOverlayFlags | ImGuiWindowFlags_NoInputs;

struct KeyText {
    const char* key = "";
    const char* does = "";
    int code = 0;  // of a key that the program may not get, see Facts::foreign_keys; 0: it does
};
constexpr std::array<KeyText, 7> kCamera{KeyText{"Left drag, arrows", "orbit"},
                                         {"Middle drag, Shift + arrows", "pan"},
                                         {"Right drag, Ctrl + Shift + arrows", "look around"},
                                         {"Wheel, Ctrl + up, down", "nearer, farther"},
                                         {"W A S D, Q E", "fly, down and up; Shift: faster"},
                                         {"F", "frame the selected soldier, or the army"},
                                         {"R", "reset the camera"}};
constexpr std::array<KeyText, 9> kArmy{KeyText{"Click, Enter", "select a soldier; the ground: none"},
                                       {"N, Shift + N", "select the next, the previous soldier in view"},
                                       {"Ctrl + click, Ctrl + Enter", "shoot a soldier, who falls"},
                                       {"Ctrl + Shift + click, Enter", "wound a soldier, who staggers"},
                                       {"Space", "pause, resume"},
                                       {"C", "follow the marching army, on and off"},
                                       {"+  \xE2\x88\x92", "twice, half as many soldiers"},
                                       {"1 ... 8", "techniques"},
                                       {"Drop a file, Ctrl + O", "another model, or a scene"}};
constexpr std::array<KeyText, 6> kPanels{
    KeyText{"K, Shift + K", "the keyboard to the panels; the next panel"},
    {"Tab, Shift + Tab", "the next, the previous widget"},
    {"Arrows, Home, End", "another widget; the slider's value"},
    {"Space, Enter", "press, open a list, type a value"},
    {"Ctrl + click on a slider", "type its value"},
    {"Esc", "the keyboard back to the army"}};
constexpr std::array<KeyText, 10> kWindow{KeyText{"Tab", "hide, show the panels"},
                                          {"P", "the profiler; Space releases a held frame"},
                                          {"F5", "reload the shaders", gl::key::kF5},
                                          {"F11", "full screen", gl::key::kF11},
                                          {"F12", "screenshot into the working directory", gl::key::kF12},
                                          {"Ctrl + S", "save the scene"},
                                          {"Ctrl + Z, Ctrl + Y", "undo, redo"},
                                          {"L, M, B", "the lesson, common mistakes, the battle"},
                                          {"Ctrl + plus, minus, 0", "text larger, smaller, default size"},
                                          {"H", "this help"}};
constexpr std::array<KeyText, 3> kTouch{KeyText{"One finger", "orbit; scroll the panels"},
                                        {"Two fingers", "nearer, farther, pan"},
                                        {"Tap", "select a soldier; the ground: none"}};
constexpr KeyText kEscape{"Esc", "close what is open"};
constexpr KeyText kEscapeQuits{"Esc", "close what is open; twice: quit"};

constexpr float kKeyColumn_points = 204.0F;  // what a key does, from the column's left edge

void drawKey(const PanelContext& context, const KeyText& row) {
    const std::vector<int>& foreign = context.facts.foreign_keys;
    if (std::find(foreign.begin(), foreign.end(), row.code) != foreign.end()) return;
    ImGui::TextUnformatted(row.key);
    ImGui::SameLine(context.theme.points(windowIsNarrow(context.theme) ? 130.0F : kKeyColumn_points));
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", row.does);
}

void drawKeys(const PanelContext& context, const char* title, std::span<const KeyText> keys) {
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(3.0F)));
    ImGui::PushFont(context.theme.strong);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kAccent), "%s", title);
    ImGui::PopFont();
    for (const KeyText& row : keys) drawKey(context, row);
}

// In two columns, where the window is wide enough.
void drawAllKeys(const PanelContext& context) {
    constexpr float kTwoColumns_points = 1040.0F;
    ImGui::BeginGroup();
    drawKeys(context, "Camera", kCamera);
    drawKeys(context, "Army", kArmy);
    ImGui::EndGroup();
    if (ImGui::GetIO().DisplaySize.x >= context.theme.points(kTwoColumns_points))
        ImGui::SameLine(0.0F, context.theme.points(28.0F));
    ImGui::BeginGroup();
    drawKeys(context, "Panels", kPanels);
    drawKeys(context, "Window", kWindow);
    drawKey(context, context.facts.quits ? kEscapeQuits : kEscape);
    ImGui::EndGroup();
}

void drawShaderError(const PanelContext& context) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float width = std::min(display.x * 0.6F, context.theme.points(640.0F));
    ImGui::SetNextWindowPos(ImVec2(display.x * 0.5F, context.theme.points(10.0F)), ImGuiCond_Always,
                            ImVec2(0.5F, 0.0F));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(58, 16, 14, 240));
    ImGui::Begin("Shader error", nullptr, kSilentFlags);
    ImGui::PushFont(context.theme.strong);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kError),
                       "This shader does not compile; the previous one stays in use");
    ImGui::PopFont();
    ImGui::PushTextWrapPos(width);
    constexpr std::size_t kMost = 3000;  // a driver's log may be very long
    const std::string& text = context.facts.shader_error;
    ImGui::TextUnformatted(text.data(), text.data() + std::min(text.size(), kMost));
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleColor();
}

// In the middle between the panels at the sides.
float middleOf(const Facts& facts) {
    return 0.5F * (facts.taken_left + ImGui::GetIO().DisplaySize.x - facts.taken_right);
}

void drawNotice(const PanelContext& context) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const Facts& facts = context.facts;
    ImGui::SetNextWindowPos(ImVec2(middleOf(facts), display.y - facts.foot - context.theme.points(14.0F)),
                            ImGuiCond_Always, ImVec2(0.5F, 1.0F));
    ImGui::Begin("Notice", nullptr, kSilentFlags);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    const ImU32 ink = context.facts.notice_is_error ? color::kError : color::kText;
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    const float free = display.x - facts.taken_left - facts.taken_right;
    ImGui::PushTextWrapPos(std::min(display.x * 0.6F, std::max(free * 0.9F, context.theme.points(150.0F))));
    ImGui::TextUnformatted(context.facts.notice.c_str());
    context.log.addPlace("notice");
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::End();
}

void drawBusy(const PanelContext& context) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    // Below the middle if an army is shown meanwhile, and above the panels at the bottom and the notice.
    const float above_foot = display.y - context.facts.foot - context.theme.points(64.0F);
    const float y = context.facts.can_cancel ? std::min(display.y * 0.84F, above_foot) : display.y * 0.5F;
    ImGui::SetNextWindowPos(ImVec2(middleOf(context.facts), y), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::Begin("Busy", nullptr, context.facts.can_cancel ? kOverlayFlags : kSilentFlags);
    ImGui::TextUnformatted(context.facts.busy.c_str());
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, color::kAccent);
    ImGui::ProgressBar(context.facts.busy_share,
                       ImVec2(context.theme.points(260.0F), context.theme.points(5.0F)), "");
    ImGui::PopStyleColor();
    if (context.facts.can_cancel) {
        if (ImGui::Button("Cancel")) context.actions.push(Request::kCancel);
        context.log.add("cancel");
    }
    ImGui::End();
}

}  // namespace

void drawHelp(const PanelContext& context, PanelState& panel) {
    if (!panel.show_help) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(display.x * 0.5F, display.y * 0.5F), ImGuiCond_Always, ImVec2(0.5F, 0.5F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0F, 0.0F), display);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        ImVec2(context.theme.points(22.0F), context.theme.points(16.0F)));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(20, 22, 26, 246));
    // It scrolls where the window is too small for it.
    ImGui::Begin("Help", nullptr, kOverlayFlags & ~ImGuiWindowFlags_NoScrollbar);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::PushFont(context.theme.title);
    ImGui::TextUnformatted(context.facts.touch ? "Fingers, keys and mouse" : "Keys and mouse");
    ImGui::PopFont();
    if (context.facts.touch) drawKeys(context, "Touch", kTouch);
    if (!windowIsNarrow(context.theme)) drawAllKeys(context);  // phones have none
    ImGui::Dummy(ImVec2(0.0F, context.theme.points(4.0F)));
    if (ImGui::Button("Show the tour")) {
        panel.show_help = false;
        panel.tour.shown = panel.show_panel = true;
    }
    context.log.add("show_tour");
    // A finger has no key that closes it.
    if (context.facts.touch) {
        ImGui::SameLine();
        if (ImGui::Button("Close")) panel.show_help = false;
        context.log.add("close_help");
        context.log.keys().setFront();
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

bool hasOverlays(const Facts& facts) {
    return !facts.shader_error.empty() || !facts.notice.empty() || !facts.busy.empty();
}

void drawOverlays(const PanelContext& context) {
    if (!context.facts.shader_error.empty()) drawShaderError(context);
    if (!context.facts.notice.empty()) drawNotice(context);
    if (!context.facts.busy.empty()) drawBusy(context);
}

}  // namespace phalanx
