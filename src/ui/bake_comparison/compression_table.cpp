#include "ui/bake_comparison/compression_table.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "anim/quality/acl_figures.h"
#include "ui/bake_comparison/bake_comparison_plot.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::array<const char*, 10> kHeads{"Method", "Frames", "Memory", "of texels",        "raw : 1",
                                             "p50",    "p99",    "max",    "\xC2\xB5s / pose", "worst clip"};

std::string_view explain(CompressionMethod method) {
    switch (method) {
        case CompressionMethod::kTexels:
            return "Uniform deltas: a quaternion of 16 bits per component for every joint and frame, as the "
                   "GPU "
                   "reads them.";
        case CompressionMethod::kSmallest10:
            return "Quaternions without their largest component, 10 bits for each of the others.";
        case CompressionMethod::kSmallest15:
            return "Quaternions without their largest component, 15 bits for each of the others.";
        case CompressionMethod::kFrameBits:
            return "Every frame; as many bits per joint as the error at the surface permits.";
        case CompressionMethod::kLineKeys:
            return "The keys that the error at the surface needs, straight lines between them.";
        case CompressionMethod::kCubicKeys:
            return "The keys that the error at the surface needs, cubic curves between them.";
        case CompressionMethod::kPredicted:
            break;
    }
    return "Every frame predicted from frames around it; a range coder stores what that misses. Frames are "
           "expanded "
           "at load, so a pose is then read as it is.";
}

// The cells after the first; all but the last are numbers.
void drawRest(const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ImGui::TableNextColumn();
        const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(texts[i].c_str()).x;
        if (i + 2 < kHeads.size() && room > 0.0F) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
        ImGui::TextUnformatted(texts[i].c_str());
    }
}

void showMethodTooltip(const CompressedRow& row) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0F);
    ImGui::TextUnformatted(std::string(explain(row.method)).c_str());
    if (row.in_degrees) {
        ImGui::TextUnformatted(
            "A common mistake: all joints have the same tolerance in degrees. It must be that of the longest "
            "lever, and all others pay for a precision that is not seen.");
    }
    const std::string result =
        row.refused.empty()
            ? fmt::format("{} bytes; all clips are opened in {:.2f} ms", grouped(row.bytes), row.open_ms)
            : row.refused;
    ImGui::TextUnformatted(result.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void drawMethod(WidgetLog& log, const CompressionComparison& comparison, std::size_t index) {
    const CompressedRow& row = comparison.rows[index];
    const std::string name = std::string(nameOf(row.method)) + (row.as_baked     ? ", rates of the bake"
                                                                : row.in_degrees ? ", by degrees"
                                                                                 : "");
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, row.refused.empty() ? color::kText : color::kMuted);
    ImGui::PushID(static_cast<int>(index));
    ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
    ImGui::PopID();
    const std::string entry = fmt::format("compression_row_{}", index);
    log.add(entry);
    const bool hovered = log.isUnderPointer(entry);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    if (row.refused.empty()) {
        const double ratio = static_cast<double>(comparison.raw_bytes) / static_cast<double>(row.bytes);
        drawRest({grouped(row.frames), bytesText(row.bytes),
                  fmt::format("{:.1f} %", 100.0 * partOfTexels(comparison, row)),
                  fmt::format("{:.1f}", ratio), millimetresText(row.p50_mm), millimetresText(row.p99_mm),
                  millimetresText(row.max_mm), fmt::format("{:.2f}", row.decode_us), row.worst_clip});
    } else {
        drawRest({"refused"});
    }
    ImGui::PopStyleColor();
    if (!hovered) return;
    log.placeTooltip(entry, low, high);
    showMethodTooltip(row);
}

}  // namespace

void drawCompressionTable(const Theme& theme, WidgetLog& log, const CompressionComparison& comparison,
                          float height) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                       ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(theme.points(5.0F), theme.points(2.0F)));
    const auto columns = static_cast<int>(kHeads.size());
    const bool shown = ImGui::BeginTable("compression", columns, kFlags, ImVec2(0.0F, height));
    ImGui::PopStyleVar();
    if (!shown) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (std::size_t i = 0; i < kHeads.size(); ++i) {
        const bool last = i + 1 == kHeads.size();
        ImGui::TableSetupColumn(kHeads[i],
                                last ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_None);
    }
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) drawMethod(log, comparison, i);
    ImGui::PushStyleColor(ImGuiCol_Text, color::kMuted);
    for (const AclFigure& figure : kAclFigures) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(fmt::format("{}, published", figure.name).c_str());
        drawRest({"", "", "", fmt::format("{:.1f}", figure.raw_ratio), "", millimetresText(figure.p99_mm),
                  millimetresText(figure.max_mm), "", "other clips"});
    }
    ImGui::PopStyleColor();
    ImGui::EndTable();
}

}  // namespace phalanx
