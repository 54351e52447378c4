#include "ui/bake_comparison/bake_comparison_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "ui/bake_comparison/bake_comparison_plot.h"
#include "ui/imgui/fitted_text.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

constexpr float kTableHeight_points = 232.0F;
constexpr float kPlotShare = 0.30F;
constexpr float kLeastPlot_points = 220.0F;
constexpr float kNeeded_points = 930.0F;  // of the line above the table, and of the table beside the plot

enum Column : ImGuiID { kRate, kEncoding, kLookup, kBytes, kMean, kP99, kMax, kNormals, kClip, kColumns };
constexpr std::array<const char*, kColumns> kTitles{"Rate", "Encoding", "Lookup",  "Memory",           "mean",
                                                    "p99",  "max",      "normals", "worst clip, joint"};
constexpr std::array<const char*, kColumns> kNames{"rate", "encoding", "lookup",  "bytes", "mean",
                                                   "p99",  "max",      "normals", "worst"};

// Refused rows are last in every order.
double numberIn(const ComparedBake& row, ImGuiID column) {
    switch (column) {
        case kRate:
            return row.rate_hz.value_or(0.0);
        case kEncoding:
            return static_cast<double>(row.encoding);
        case kLookup:
            return static_cast<double>(row.lookup);
        case kBytes:
            return static_cast<double>(row.bytes);
        case kMean:
            return row.mean_mm;
        case kP99:
            return row.p99_mm;
        case kMax:
            return row.max_mm;
        default:
            return row.turned_deg.p99;
    }
}

void sortRows(std::span<const ComparedBake> rows, ImGuiID column, bool descending,
              std::vector<std::size_t>& order) {
    order.resize(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const ComparedBake& first = rows[descending ? b : a];
        const ComparedBake& second = rows[descending ? a : b];
        if (rows[a].refused.empty() != rows[b].refused.empty()) return rows[a].refused.empty();
        if (column == kClip)
            return first.worst_clip + first.worst_joint < second.worst_clip + second.worst_joint;
        return numberIn(first, column) < numberIn(second, column);
    });
}

void rightAligned(const std::string& text) {
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    if (room > 0.0F) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    ImGui::TextUnformatted(text.c_str());
}

void drawCells(const ComparedBake& row) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(nameOf(row.encoding).data());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(nameOf(row.lookup).data());
    if (!row.refused.empty()) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted("refused");
        return;
    }
    for (const std::string& text :
         {bytesText(row.bytes), millimetresText(row.mean_mm), millimetresText(row.p99_mm),
          millimetresText(row.max_mm), fmt::format("{:.2f}", row.turned_deg.p99)}) {
        ImGui::TableNextColumn();
        rightAligned(text);
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(fmt::format("{}, {}", row.worst_clip, row.worst_joint).c_str());
}

void drawLine(const BakeComparisonFacts& facts, BakeComparisonSettings& settings, WidgetLog& log,
              ActionQueue& actions, std::size_t index) {
    const ComparedBake& row = facts.rows[index];
    ImGui::TableNextRow();
    const bool used = facts.used == index;
    if (settings.pointed == index && !used)
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, IM_COL32(255, 255, 255, 24));
    ImGui::TableNextColumn();
    const ImU32 ink = !row.refused.empty() ? color::kMuted : row.on_front ? color::kAccent : color::kText;
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::PushID(static_cast<int>(index));
    ImGui::BeginDisabled(!row.refused.empty());
    if (ImGui::Selectable(rateText(row).c_str(), used, ImGuiSelectableFlags_SpanAllColumns))
        actions.push(action::UseBake{index});
    ImGui::EndDisabled();
    ImGui::PopID();
    const std::string name = fmt::format("bakes_row_{}", index);
    log.add(name, row.refused.empty());
    const bool hovered =
        log.isUnderPointer(name) || ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    drawCells(row);
    ImGui::PopStyleColor();
    if (!hovered) return;
    settings.pointed = index;
    log.placeTooltip(name, low, high);
    showRowTooltip(row);
}

void drawComparisonTable(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                         const BakeComparisonFacts& facts, BakeComparisonSettings& settings, float width) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY |
                                       ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit |
                                       ImGuiTableFlags_NoSavedSettings;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(theme.points(3.0F), theme.points(2.0F)));
    const bool shown =
        ImGui::BeginTable("bakes", kColumns, kFlags, ImVec2(width, theme.points(kTableHeight_points)));
    ImGui::PopStyleVar();
    if (!shown) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (ImGuiID column = 0; column < kColumns; ++column) {
        const ImGuiTableColumnFlags flags = (column == kP99 ? ImGuiTableColumnFlags_DefaultSort : 0) |
                                            (column == kClip ? ImGuiTableColumnFlags_WidthStretch : 0);
        ImGui::TableSetupColumn(kTitles[column], flags, 0.0F, column);
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (ImGuiID column = 0; column < kColumns; ++column) {
        ImGui::TableSetColumnIndex(static_cast<int>(column));
        ImGui::TableHeader(kTitles[column]);
        log.add(fmt::format("bakes_by_{}", kNames[column]));
    }
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs != nullptr && (specs->SpecsDirty || settings.order.size() != facts.rows.size())) {
        const bool sorted = specs->SpecsCount > 0;
        sortRows(facts.rows, sorted ? specs->Specs[0].ColumnUserID : ImGuiID{kP99},
                 sorted && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending, settings.order);
        specs->SpecsDirty = false;
    }
    for (const std::size_t index : settings.order) drawLine(facts, settings, log, actions, index);
    ImGui::EndTable();
}

struct HeadFacts {
    const MeasurementFacts& about;
    const char* title;
    bool measured;        // there are results
    const char* purpose;  // what a measurement does
    const char* legend;   // of its table
    Action begin;
    Action cancel;
};

HeadFacts headOfBakes(const BakeComparisonFacts& facts) {
    return {facts,
            "Bake comparison",
            !facts.rows.empty(),
            "bakes with all settings and measures each against exact sampling",
            "mm, normals in degrees; p99 of the worst clip   bronze: the front   a click selects that bake",
            Request::kBeginBakeComparison,
            Request::kCancelBakeComparison};
}

HeadFacts headOfCompression(const CompressionFacts& facts) {
    return {facts,
            "Compression",
            facts.result != nullptr,
            "compresses the clips by all methods and measures each at the surface",
            "mm at the surface; p99 of the worst clip   texels: uniform deltas at the rates of the bake   "
            "raw: 10 "
            "floats per joint and frame",
            Request::kBeginCompression,
            Request::kCancelCompression};
}

// Header above table and plot: title and progress.
void drawComparisonHead(const Theme& theme, WidgetLog& log, ActionQueue& actions, const HeadFacts& facts,
                        BakeComparisonSettings& settings) {
    ImGui::PushFont(theme.strong);
    ImGui::TextUnformatted(fmt::format("{}: {}", facts.title, facts.about.model).c_str());
    ImGui::PopFont();
    // The button comes first, so that the text beside the title can end before it.
    const float right = ImGui::GetWindowContentRegionMax().x;
    const float close = ImGui::CalcTextSize("Close").x + 2.0F * ImGui::GetStyle().FramePadding.x;
    const float after_title = ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine(right - close);
    if (ImGui::SmallButton("Close##bakes")) settings.shown = false;
    log.add("bakes_close");
    const float left = ImGui::GetCursorStartPos().x;
    ImGui::SameLine(left + after_title);
    const auto print = [&](ImU32 ink, const std::string& text) {
        const float room = right - close - theme.points(10.0F) - ImGui::GetCursorPosX();
        if (ImGui::CalcTextSize(text.c_str()).x > room) ImGui::NewLine();
        ImGui::PushStyleColor(ImGuiCol_Text, ink);
        ImGui::PushTextWrapPos(0.0F);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
        log.addPlace("bakes_text");
    };
    if (ImGui::SmallButton(settings.compression ? "Bakes##bakes" : "Compression##bakes"))
        settings.compression = !settings.compression;
    log.add("bakes_compression");
    ImGui::SameLine();
    if (facts.about.running) {
        if (ImGui::SmallButton("Cancel##bakes")) actions.push(facts.cancel);
        log.add("bakes_cancel");
        ImGui::SameLine();
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, color::kAccent);
        ImGui::ProgressBar(facts.about.share, ImVec2(theme.points(140.0F), theme.points(12.0F)), "");
        ImGui::PopStyleColor();
        ImGui::SameLine();
        print(color::kMuted, facts.about.stage);
    } else {
        if (ImGui::SmallButton(facts.measured ? "Measure again" : "Measure")) actions.push(facts.begin);
        log.add("bakes_begin");
        ImGui::SameLine();
        const char* text = facts.measured ? facts.legend : facts.purpose;
        print(facts.about.failure.empty() ? color::kMuted : color::kError,
              facts.about.failure.empty() ? text : facts.about.failure);
    }
}

}  // namespace

float drawBakeComparisonPanel(const Theme& theme, WidgetLog& log, ActionQueue& actions,
                              const BakeComparisonFacts& facts, BakeComparisonSettings& settings,
                              float foot) {
    constexpr float kLeastWidth_points = 420.0F;
    if (beginFootPanel("Bake comparison", theme, foot, kLeastWidth_points)) {
        const Theme fitted = fittedText(theme, kNeeded_points);
        drawComparisonHead(fitted, log, actions,
                           settings.compression ? headOfCompression(facts.compression) : headOfBakes(facts),
                           settings);
        const std::optional<std::size_t> pointed = std::exchange(settings.pointed, std::nullopt);
        if (settings.compression) {
            const float height = fitted.points(kTableHeight_points);
            if (facts.compression.result != nullptr)
                drawCompressionTable(fitted, log, *facts.compression.result, height);
        } else if (!facts.rows.empty()) {
            const float room = ImGui::GetContentRegionAvail().x;
            const float plot = std::max(fitted.points(kLeastPlot_points), room * kPlotShare);
            drawComparisonTable(fitted, log, actions, facts, settings,
                                room - plot - ImGui::GetStyle().ItemSpacing.x);
            ImGui::SameLine();
            drawBakeComparisonPlot(fitted, log, actions, facts, settings, pointed,
                                   ImVec2(plot, fitted.points(kTableHeight_points)));
        }
    }
    const float top = ImGui::GetWindowPos().y;
    ImGui::End();
    return top;
}

}  // namespace phalanx
