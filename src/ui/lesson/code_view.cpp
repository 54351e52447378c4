#include "ui/lesson/code_view.h"

#include <imgui.h>

#include <algorithm>

#include "ui/imgui/compat.h"
#include "ui/lesson/code_text.h"

namespace phalanx {
namespace {

constexpr float kGutter_points = 30.0F;
constexpr ImU32 kMarked = IM_COL32(226, 168, 84, 44);
constexpr ImU32 kWrong = IM_COL32(255, 90, 70, 60);

ImU32 inkOf(CodeKind kind) {
    switch (kind) {
        case CodeKind::kKeyword:
            return IM_COL32(226, 168, 84, 255);
        case CodeKind::kType:
            return IM_COL32(120, 188, 222, 255);
        case CodeKind::kNumber:
            return IM_COL32(178, 206, 140, 255);
        case CodeKind::kComment:
            return IM_COL32(166, 172, 166, 255);
        case CodeKind::kDirective:
            return IM_COL32(200, 140, 190, 255);
        case CodeKind::kPlain:
            break;
    }
    return color::kText;
}

void drawLine(const Theme& theme, std::string_view line, std::size_t number, bool marked) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (marked) {
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() + ImGui::GetScrollMaxX();
        list->AddRectFilled(at, ImVec2(right, at.y + height), kMarked);
        list->AddRectFilled(at, ImVec2(at.x + theme.points(3.0F), at.y + height), color::kAccent);
    }
    const std::string digits = std::to_string(number);
    const float left = at.x + theme.points(kGutter_points);
    list->AddText(ImVec2(left - theme.points(8.0F) - ImGui::CalcTextSize(digits.c_str()).x, at.y),
                  color::kMuted, digits.c_str());
    // Not CalcTextSize(), which rounds up.
    const ImFont& font = *ImGui::GetFont();
    const float glyph = font.GetCharAdvance('0') * ImGui::GetFontSize() / font.FontSize;
    float width = 0.0F;
    for (const CodeSpan& span : colorCode(line)) {
        const std::string_view text = line.substr(span.first, span.length);
        list->AddText(ImVec2(left + glyph * static_cast<float>(span.first), at.y), inkOf(span.kind),
                      text.data(), text.data() + text.size());
        width = glyph * static_cast<float>(span.first + span.length);
    }
    ImGui::Dummy(ImVec2(theme.points(kGutter_points) + width, height));
}

// Line numbers beside a text field at `low`, which is scrolled by `scroll`.
void drawNumbers(const Theme& theme, ImVec2 low, float height, float scroll, std::size_t lines,
                 std::size_t wrong) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float right = low.x + theme.points(kGutter_points - 6.0F);
    list->PushClipRect(low, ImVec2(right, low.y + height), true);
    const float line = ImGui::GetTextLineHeight();
    const float top = low.y + ImGui::GetStyle().FramePadding.y - scroll;
    for (auto i = static_cast<std::size_t>(std::max(0.0F, scroll / line)); i < lines; ++i) {
        const float y = top + line * static_cast<float>(i);
        if (y > low.y + height) break;
        const std::string digits = std::to_string(i + 1);
        list->AddText(ImVec2(right - ImGui::CalcTextSize(digits.c_str()).x, y),
                      i + 1 == wrong ? color::kError : color::kMuted, digits.c_str());
    }
    list->PopClipRect();
}

int resizeDraft(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& draft = *static_cast<std::string*>(data->UserData);
        draft.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = draft.data();
    }
    return 0;
}

}  // namespace

void drawCode(const Theme& theme, WidgetLog& log, const LessonFacts& lesson, float height) {
    ImGui::PushStyleColor(ImGuiCol_ChildBg, IM_COL32(0, 0, 0, 70));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    const std::string name = "code##" + lesson.file + std::to_string(lesson.step);
    ImGui::PushFont(theme.mono);
    ImGui::BeginChild(name.c_str(), ImVec2(0.0F, height), false, ImGuiWindowFlags_HorizontalScrollbar);
    const std::vector<std::string_view> lines = linesOf(lesson.code);
    if (ImGui::IsWindowAppearing() && !lesson.marked.empty()) {
        const float line = ImGui::GetTextLineHeight();
        ImGui::SetScrollY(std::max(0.0F, line * static_cast<float>(lesson.marked.front()) - height * 0.3F));
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
        drawLine(theme, lines[i], i + 1, std::ranges::find(lesson.marked, i) != lesson.marked.end());
    log.addScrolled("lesson_code");
    ImGui::EndChild();
    ImGui::PopFont();
    log.addPlace("lesson_code");
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

bool drawCodeEditor(const Theme& theme, WidgetLog& log, const LessonFacts& lesson, std::string& draft,
                    float height) {
    constexpr const char* kLabel = "##lesson_editor";
    ImGui::PushFont(theme.mono);
    const ImVec2 numbers = ImGui::GetCursorScreenPos();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + theme.points(kGutter_points));
    if (lesson.error_line > 0) ImGui::PushStyleColor(ImGuiCol_FrameBg, kWrong);
    const FrameEdge edge;
    const bool entered = ImGui::InputTextMultiline(
        kLabel, draft.data(), draft.capacity() + 1, ImVec2(-1.0F, height),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackResize, resizeDraft, &draft);
    if (lesson.error_line > 0) ImGui::PopStyleColor();
    log.add("lesson_editor", true, {.types = true, .lines = true, .id = ImGui::GetID(kLabel)});
    drawNumbers(theme, numbers, height, compat::scrollOfText(kLabel), linesOf(draft).size(),
                lesson.error_line);
    ImGui::PopFont();
    return entered;
}

}  // namespace phalanx
