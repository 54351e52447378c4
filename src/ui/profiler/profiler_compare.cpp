#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/data/facts.h"
#include "ui/profiler/profiler_panel.h"
#include "ui/toolkit/form.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kFormWidth_points = 420.0F;
constexpr float kLabel_points = 118.0F;
constexpr std::array kSideNames{"a", "b"};

class SideForm {
  public:
    SideForm(Form& form, std::array<ComparedSide, 2>& sides) : form_(form), sides_(sides) {}

    // `get`, `set`: the index of the selected entry of a side.
    template <typename Get, typename Set>
    void row(const char* name, const char* label, const char* help, const std::vector<std::string>& entries,
             const std::vector<std::string>& why_not, Get get, Set set) {
        form_.row(label, help);
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            if (s == 0) form_.share(0.5F);
            int index = get(sides_[s]);
            const bool differs = s == 1 && index != get(sides_[0]);
            if (differs) ImGui::PushStyleColor(ImGuiCol_Text, color::kAccent);
            const std::string widget = fmt::format("{}_{}", kSideNames[s], name);
            if (form_.combo(widget.c_str(), index, entries, why_not)) set(sides_[s], index);
            if (differs) ImGui::PopStyleColor();
        }
    }
    // why_not: why it cannot be switched on; "": it can.
    void onOff(const char* name, const char* label, const char* help, bool ComparedSide::*part,
               const std::string& why_not = {}) {
        static const std::vector<std::string> kOnOff{"off", "on"};
        row(
            name, label, help, kOnOff, {"", why_not},
            [part](const ComparedSide& s) { return s.*part ? 1 : 0; },
            [part](ComparedSide& s, int i) { s.*part = i == 1; });
    }

  private:
    Form& form_;
    std::array<ComparedSide, 2>& sides_;
};

void drawTechniqueRows(SideForm& rows, const ProfilerFacts& facts) {
    std::vector<std::string> names;
    std::vector<std::string> why_not;
    for (const TechniqueFacts& technique : *facts.techniques) {
        names.push_back(technique.name);
        why_not.push_back(technique.why_not);
    }
    rows.row(
        "technique", "Technique", "How vertices get their poses.", names, why_not,
        [&](const ComparedSide& s) {
            return static_cast<int>(std::ranges::find(names, s.technique) - names.begin());
        },
        [&](ComparedSide& s, int i) { s.technique = names[static_cast<std::size_t>(i)]; });
    static const std::vector<std::string> kEncodingNames = [] {
        std::vector<std::string> all;
        for (const Encoding encoding : kEncodings) all.emplace_back(nameOf(encoding));
        return all;
    }();
    rows.row(
        "encoding", "Encoding", "Of the animation texture, at the current sampling rate.", kEncodingNames, {},
        [](const ComparedSide& s) { return static_cast<int>(s.encoding); },
        [](ComparedSide& s, int i) { s.encoding = static_cast<Encoding>(i); });
    static const std::vector<std::string> kWeights{"4", "2", "1"};
    rows.row(
        "weights", "Joints per vertex", nullptr, kWeights, {},
        [](const ComparedSide& s) { return s.switches.weights == 4   ? 0
                                           : s.switches.weights == 2 ? 1
                                                                     : 2; },
        [](ComparedSide& s, int i) { s.switches.weights = 4 >> i; });
    static const std::vector<std::string> kClips{"one", "both"};
    rows.row(
        "clips", "Clips per vertex", nullptr, kClips, {},
        [](const ComparedSide& s) { return s.switches.single_clip ? 0 : 1; },
        [](ComparedSide& s, int i) { s.switches.single_clip = i == 0; });
    // Powers of four, and the current number.
    static const std::vector<std::string> kBatches{"1", "4", "16", "64", "256", "1,024", "4,096"};
    rows.row(
        "batch", "Units per draw", "Only for technique texture-draws.", kBatches, {},
        [](const ComparedSide& s) {
            return std::clamp(static_cast<int>(std::lround(std::log2(s.batch) / 2.0)), 0, 6);
        },
        [](ComparedSide& s, int i) { s.batch = 1U << (2 * i); });
    rows.onOff("multi_draw", "Multi-draw", "Only for technique texture-draws.", &ComparedSide::multi_draw,
               facts.why_not.multi_draw);
    rows.onOff("cull", "Culling", "Only visible soldiers are drawn.", &ComparedSide::cull);
    rows.onOff("detail", "LODs", "Fewer triangles for distant soldiers, by the allowed error.",
               &ComparedSide::detail);
    rows.onOff("shadows", "Shadows", nullptr, &ComparedSide::shadows);
    rows.onOff("layers", "Layers",
               facts.has_layers ? "Soldiers with their layers, or with clips A and B alone."
                                : "The army has no layers: both sides draw clips A and B.",
               &ComparedSide::layers);
}

// The ratio of each pair as a dot, the interval as a band, and 1 as a line.
void drawPairs(const Theme& theme, const ComparedTimes& times) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, theme.points(64.0F));
    const ImVec2 high(low.x + size.x, low.y + size.y);
    ImGui::Dummy(size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, IM_COL32(255, 255, 255, 10), theme.points(3.0F));
    double most = std::max({std::abs(std::log(times.ratio)), std::abs(std::log(times.low)),
                            std::abs(std::log(times.high)), std::log(1.1)});
    most *= 1.4;
    const auto x = [&](double ratio) {
        const double at = std::clamp(std::log(ratio) / most, -1.0, 1.0);
        return low.x + size.x * static_cast<float>(0.5 + 0.48 * at);
    };
    list.AddRectFilled(ImVec2(x(times.low), low.y),
                       ImVec2(std::max(x(times.high), x(times.low) + 2.0F), high.y),
                       IM_COL32(226, 168, 84, 60));
    list.AddLine(ImVec2(x(1.0), low.y), ImVec2(x(1.0), high.y), color::kMuted);
    list.AddLine(ImVec2(x(times.ratio), low.y), ImVec2(x(times.ratio), high.y), color::kAccent,
                 theme.points(2.0F));
    const std::size_t pairs = times.a_turns_ms.size();
    for (std::size_t i = 0; i < pairs; ++i) {
        const float y =
            low.y + size.y * (0.15F + 0.7F * static_cast<float>(i) /
                                          static_cast<float>(std::max<std::size_t>(pairs, 2) - 1));
        list.AddCircleFilled(ImVec2(x(times.b_turns_ms[i] / times.a_turns_ms[i]), y), theme.points(2.0F),
                             color::kSecond);
    }
    list.AddText(ImVec2(low.x + theme.points(4.0F), low.y), color::kMuted, "B is faster");
    const char* const slower = "B is slower";
    list.AddText(ImVec2(high.x - ImGui::CalcTextSize(slower).x - theme.points(4.0F), low.y), color::kMuted,
                 slower);
}

void drawResult(const Theme& theme, const ProfilerFacts& facts) {
    if (facts.comparison == nullptr) {
        ImGui::PushTextWrapPos(0.0F);
        ImGui::TextColored(
            ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s",
            "Set what B changes against A, then compare. Both are drawn alternately from this camera, some "
            "frames each, ABBA, so that a drift of the machine affects both equally. Differences are "
            "bronze.");
        ImGui::PopTextWrapPos();
        return;
    }
    const ComparisonResult& result = *facts.comparison;
    ImGui::PushFont(theme.strong);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(result.sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    const float left = ImGui::GetCursorPosX();
    const auto columns = [&](const std::array<std::string, 5>& texts, ImU32 ink) {
        static constexpr std::array kRight{0.0F, 190.0F, 270.0F, 330.0F, 440.0F};
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (i > 0) {
                ImGui::SameLine();
                ImGui::SetCursorPosX(left + theme.points(kRight[i]) -
                                     ImGui::CalcTextSize(texts[i].c_str()).x);
            }
            ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ink), "%s", texts[i].c_str());
        }
    };
    columns({"median of turns", "A", "B", "B : A", "95 %"}, color::kMuted);
    for (const ComparedTimes& times : result.times) {
        columns({times.clock, finerMillisecondsText(times.a_ms), finerMillisecondsText(times.b_ms),
                 fmt::format("{:.3f}", times.ratio), fmt::format("{:.3f} - {:.3f}", times.low, times.high)},
                times.significant() ? color::kText : color::kMuted);
    }
    drawPairs(theme, result.times.front());
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color::kMuted), "%s",
                       fmt::format("{} pairs of turns of {} frames each. A dot is the ratio of a pair, the "
                                   "bronze line their median, "
                                   "and the band holds the median with 95 %.",
                                   result.times.front().a_turns_ms.size(), result.frames_per_turn)
                           .c_str());
    ImGui::PopTextWrapPos();
}

}  // namespace

void drawComparePage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                     ProfilerSettings& settings) {
    std::array<ComparedSide, 2> sides{settings.sides[0].value_or(facts.present),
                                      settings.sides[1].value_or(facts.present)};
    const std::array before = sides;
    const float height = theme.points(kPageHeight_points);
    ImGui::BeginChild("sides", ImVec2(theme.points(kFormWidth_points), height));
    Form form(theme, log, kLabel_points);
    ImGui::BeginDisabled(facts.comparing);
    SideForm rows(form, sides);
    form.row("Sides", "Differences of B from A are bronze.");
    form.share(0.5F);
    if (form.button("a_reset", "A: current settings")) sides[0] = facts.present;
    if (form.button("b_reset", "B: as A")) sides[1] = sides[0];
    drawTechniqueRows(rows, facts);
    for (std::size_t s = 0; s < sides.size(); ++s) {
        if (sides[s] != before[s]) settings.sides[s] = sides[s];
    }
    ImGui::EndDisabled();
    ImGui::EndChild();
    ImGui::SameLine(0.0F, theme.points(18.0F));
    ImGui::BeginChild("result", ImVec2(0.0F, height));
    drawRunButton(theme, log, actions, facts, {"compare", "Compare", facts.comparing}, Request::kCompare);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(theme.points(120.0F));
    auto wanted = static_cast<float>(settings.compare_s);
    if (sliderWithKeys(log, "compare_s", wanted, 1.0F, 20.0F, "for %.0f s"))
        settings.compare_s = static_cast<double>(wanted);
    log.add("compare_s", true, kSliderUse);
    drawResult(theme, facts);
    ImGui::EndChild();
}

}  // namespace phalanx
