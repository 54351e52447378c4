#include "ui/lesson/lesson_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/lesson/code_view.h"
#include "ui/lesson/flow_diagram.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kLeastCode_points = 120.0F;

void drawText(const std::string& text, ImU32 ink) {
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

bool drawButton(const PanelContext& context, const char* text, const char* name, bool enabled = true) {
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button((std::string(text) + "##" + name).c_str());
    ImGui::EndDisabled();
    context.log.add(name, enabled);
    return pressed;
}

void drawSteps(const PanelContext& context, const LessonFacts& lesson, LearnSettings& learn) {
    if (drawButton(context, "Back", "lesson_back", lesson.step > 0)) --learn.step;
    ImGui::SameLine();
    if (drawButton(context, "Next", "lesson_next", lesson.step + 1 < lesson.steps)) ++learn.step;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const auto print = [](ImU32 ink, const std::string& text) {
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", text.c_str());
    };
    print(color::kMuted, fmt::format("{} of {}  ", lesson.step + 1, lesson.steps));
    ImGui::SameLine(0.0F, 0.0F);
    if (lesson.as_set) {
        if (!windowIsNarrow(context.theme)) print(color::kMuted, "Page Up, Page Down");
    } else {
        print(color::kAccent, "changed since");
    }
    const char* again = "Reset step";
    const float width = ImGui::CalcTextSize(again).x + 2.0F * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    if (drawButton(context, again, "lesson_again")) context.actions.push(Request::kResetLessonStep);
}

std::string ratioText(double now, double before) {
    if (!(now > 0.0) || !(before > 0.0)) return "";
    const double ratio = now / before;
    return ratio > 1.0 ? fmt::format("\xC3\x97 {:.2f}", ratio) : fmt::format("\xC3\xB7 {:.2f}", 1.0 / ratio);
}

class CostTable {
  public:
    CostTable(WidgetLog& log, float width) : log_(log), left_(ImGui::GetCursorPosX()) {
        columns_ = {left_ + width * 0.42F, left_ + width * 0.62F, left_ + width * 0.86F, left_ + width};
    }
    void row(const char* what, const std::array<std::string, 4>& cells, ImU32 ink) const {
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", what);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].empty()) continue;
            const float width = ImGui::CalcTextSize(cells[i].c_str()).x;
            ImGui::SameLine(std::floor(columns_[i] - width));
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", cells[i].c_str());
            if (log_.on()) log_.add(fmt::format("cell:{}:{}", what, i));
        }
    }

  private:
    WidgetLog& log_;
    float left_;
    // The right edge of each column.
    std::array<float, 4> columns_{};
};

void drawRows(const std::vector<StorageRow>& rows, const StorageRow& titles) {
    const float left = ImGui::GetCursorPosX();
    const float width = ImGui::GetContentRegionAvail().x;
    const std::array columns{left + width * 0.58F, left + width * 0.77F, left + width};  // right edges
    const auto row = [&](const StorageRow& cells, ImU32 ink) {
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s", cells.what.c_str());
        const std::array texts{&cells.each, &cells.per_frame, &cells.all};
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (texts[i]->empty()) continue;
            ImGui::SameLine(std::floor(columns[i] - ImGui::CalcTextSize(texts[i]->c_str()).x));
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", texts[i]->c_str());
        }
    };
    row(titles, color::kMuted);
    for (const StorageRow& cells : rows) row(cells, color::kText);
}

void drawStorage(WidgetLog& log, const LessonFacts& lesson) {
    const StorageRow stored{lesson.fetches.empty() && lesson.counts.empty() ? "" : "Stored", "each",
                            lesson.counts.empty() ? "per frame" : "", "all"};
    drawRows(lesson.storage, lesson.storage_titles.value_or(stored));
    log.addPlace("lesson_storage");
    if (!lesson.counts.empty()) {
        ImGui::Spacing();
        drawRows(lesson.counts, {"Counted", "", "per second", "all"});
        log.addPlace("lesson_counts");
    }
    if (!lesson.storage_note.empty()) drawText(lesson.storage_note, color::kMuted);
    if (lesson.fetches.empty()) return;
    ImGui::Spacing();
    drawRows(lesson.fetches, {"Texels fetched", "by", "", "per soldier"});
    log.addPlace("lesson_fetches");
    ImGui::Spacing();
}

void drawCosts(const PanelContext& context, const LessonFacts& lesson) {
    const CostTable table(context.log, ImGui::GetContentRegionAvail().x);
    const bool narrow = windowIsNarrow(context.theme);
    const std::string before_step = lesson.before_step + 1 == lesson.step
                                        ? "previous step"
                                        : fmt::format("step {}", lesson.before_step + 1);
    table.row("", {"per frame", narrow ? "soldier" : "per soldier", narrow ? "before" : before_step, "ratio"},
              color::kMuted);
    const auto row = [&](const char* what, const std::optional<double>& now,
                         const std::optional<double>& before) {
        std::array<std::string, 4> cells{"...", "...", "\xE2\x80\x93", ""};
        if (now) {
            cells[0] = millisecondsText(*now);
            cells[1] = shareText(*now, lesson.now->units);
        }
        if (before) cells[2] = shareText(*before, lesson.before->units);
        if (now && before) cells[3] = ratioText(*now / lesson.now->units, *before / lesson.before->units);
        table.row(what, cells, color::kText);
    };
    const auto& now = lesson.now;
    const auto& before = lesson.before;
    row(!lesson.software ? "CPU"
        : narrow         ? "GL calls"
                         : "GL calls (no GPU)",
        now ? std::optional(now->cpu_ms) : std::nullopt,
        before ? std::optional(before->cpu_ms) : std::nullopt);
    if (!lesson.software)
        row("GPU", now ? now->gpu_ms : std::nullopt, before ? before->gpu_ms : std::nullopt);
}

void drawCodeTools(const PanelContext& context, const LessonFacts& lesson, LearnSettings& learn) {
    if (!lesson.editable)
        return drawText("Other programs use it: edit the file and press F5.", color::kMuted);
    if (!learn.editing) {
        if (drawButton(context, "Edit", "lesson_edit")) {
            learn.editing = true;
            learn.draft = lesson.code;
        }
    } else {
        if (drawButton(context, "Apply   Ctrl + Enter", "lesson_apply"))
            context.actions.push(Request::kApplyShader);
        ImGui::SameLine();
        if (drawButton(context, "Back to code", "lesson_read")) learn.editing = false;
        ImGui::SameLine();
        if (drawButton(context, "Save a copy", "lesson_save")) context.actions.push(Request::kSaveShader);
    }
    ImGui::SameLine();
    if (drawButton(context, "Reset", "lesson_reset", lesson.edited || learn.editing))
        context.actions.push(Request::kRevertShader);
}

void drawShader(const PanelContext& context, const LessonFacts& lesson, LearnSettings& learn) {
    const Theme& theme = context.theme;
    ImGui::PushFont(theme.strong);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kAccent), "shaders/%s", lesson.file.c_str());
    ImGui::PopFont();
    if (lesson.edited) {
        ImGui::SameLine();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kSecond), "   edited: yours is drawn");
    }
    if (!lesson.error.empty())
        drawText(lesson.error + "\nThe last program that compiled stays in use.", color::kError);
    // The height left in the panel, without the row of buttons.
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float below = ImGui::GetFrameHeightWithSpacing() + 2.0F * ImGui::GetStyle().WindowPadding.y;
    const float top = ImGui::GetCursorScreenPos().y + ImGui::GetScrollY();
    const float height = std::max(theme.points(kLeastCode_points),
                                  display.y - context.facts.foot - theme.points(12.0F) - top - below);
    if (learn.editing && lesson.editable) {
        if (drawCodeEditor(theme, context.log, lesson, learn.draft, height))
            context.actions.push(Request::kApplyShader);
    } else {
        drawCode(theme, context.log, lesson, height);
    }
    drawCodeTools(context, lesson, learn);
}

}  // namespace

float drawLessonPanel(const PanelContext& context, const LessonFacts& lesson, PanelState& panel) {
    const Theme& theme = context.theme;
    LearnSettings& learn = panel.learn;
    float width = 0.0F;
    if (beginPanel("Lesson", theme, {Corner::kRight, kLearnPanelPoints, context.facts.foot})) {
        Form form(theme, context.log, 1.0F);
        if (form.title(lesson.title.c_str(), "lesson_close")) learn.page = SidePage::kNone;
        drawSteps(context, lesson, learn);
        drawText(lesson.text, color::kText);
        if (!lesson.why_not.empty()) drawText(lesson.why_not, color::kError);
        if (!lesson.storage.empty()) drawStorage(context.log, lesson);
        drawFlowDiagram(theme, lesson);
        drawCosts(context, lesson);
        drawShader(context, lesson, learn);
        width = ImGui::GetWindowWidth();
    }
    ImGui::End();
    return width;
}

}  // namespace phalanx
