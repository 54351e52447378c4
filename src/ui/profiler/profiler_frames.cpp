#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/percentile.h"
#include "ui/data/frame_history.h"
#include "ui/profiler/profiler_panel.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kGraphHeight_points = 104.0F;
constexpr float kTableWidth_points = 512.0F;
constexpr float kLeastGraph_points = 150.0F;
constexpr float kThinnest = 0.4F;  // pixels: thinner passes are added to the next bar
constexpr ImU32 kHeldInk = IM_COL32(255, 255, 255, 230);

using Times = FramePassTimes ProfiledFrame::*;

// By the 98th percentile, so that one long frame does not flatten the graph.
float fullScale(const Profile& profile, Times times) {
    std::vector<float> sums;
    sums.reserve(profile.size());
    for (std::size_t i = 0; i < profile.size(); ++i) sums.push_back(sumOf(profile.at(i).*times));
    return static_cast<float>(scaleOver_ms(percentile(std::move(sums), 0.98) * 1.15, 0.1));
}

struct Graph {
    ImVec2 low;
    ImVec2 high;
    float step = 1.0F;  // between frames

    float xOf(std::size_t i, std::size_t size) const { return high.x - step * static_cast<float>(size - i); }
};

void drawBar(ImDrawList& list, const Graph& graph, float x, const FramePassTimes& times, float per_ms) {
    const float right = x + std::max(1.0F, graph.step);
    float y = graph.high.y;
    float thin = 0.0F;
    for (std::size_t pass = 0; pass < kFramePasses; ++pass) {
        const float height = times[pass] * per_ms + thin;
        if (height < kThinnest) {
            thin = height;
            continue;
        }
        thin = 0.0F;
        const float top = std::max(graph.low.y, y - height);
        list.AddRectFilled(ImVec2(x, top), ImVec2(right, y), inkOf(static_cast<FramePass>(pass)));
        y = top;
        if (y <= graph.low.y) return;
    }
}

void drawGraph(ImDrawList& list, const Theme& theme, const Graph& graph, const char* title, Times times,
               const Profile& profile, std::uint64_t marked) {
    list.AddRectFilled(graph.low, graph.high, IM_COL32(255, 255, 255, 10), theme.points(3.0F));
    const float full = fullScale(profile, times);
    const float height = graph.high.y - graph.low.y;
    for (std::size_t i = 0; i < profile.size(); ++i) {
        const ProfiledFrame& frame = profile.at(i);
        const float x = graph.xOf(i, profile.size());
        drawBar(list, graph, x, frame.*times, height / full);
        if (frame.number != marked) continue;
        list.AddRect(ImVec2(x - 1.0F, graph.low.y),
                     ImVec2(x + std::max(1.0F, graph.step) + 1.0F, graph.high.y), kHeldInk);
    }
    const auto text = [&](float x, const std::string& words, ImU32 ink) {
        const ImVec2 size = ImGui::CalcTextSize(words.c_str());
        const ImVec2 at(x < 0.0F ? graph.high.x - size.x - theme.points(4.0F) : graph.low.x + x,
                        graph.low.y + 1.0F);
        textOnPlate(list, theme, at, ink, words.c_str());
    };
    text(theme.points(4.0F), title, color::kText);
    text(-1.0F, scaleText(full), color::kMuted);
}

void noteInGraph(ImDrawList& list, const Theme& theme, const Graph& graph, const char* words) {
    list.AddRectFilled(graph.low, graph.high, IM_COL32(255, 255, 255, 10), theme.points(3.0F));
    list.AddText(nullptr, 0.0F, ImVec2(graph.low.x + theme.points(4.0F), graph.low.y + 1.0F), color::kMuted,
                 words, nullptr, graph.high.x - graph.low.x - theme.points(8.0F));
}

// Both graphs are one button: a click holds the frame under the mouse.
void drawGraphs(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts,
                float width) {
    const Profile& profile = *facts.profile;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = theme.points(kGraphHeight_points);
    const float gap = theme.points(6.0F);
    const float axis = ImGui::GetTextLineHeight() + 2.0F;
    ImGui::InvisibleButton("graphs", ImVec2(width, 2.0F * height + gap + axis));
    const CanvasPointer pointer = log.addCanvas("profiler_graph");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float step = width / static_cast<float>(Profile::kFrames);
    const Graph cpu{low, ImVec2(low.x + width, low.y + height), step};
    const Graph gpu{ImVec2(low.x, cpu.high.y + gap), ImVec2(low.x + width, cpu.high.y + gap + height), step};

    const ProfiledFrame* const held = profile.held();
    std::uint64_t marked = held != nullptr ? held->number : 0;
    if (pointer.over && profile.size() > 0) {
        const float back = (cpu.high.x - pointer.at.x) / step;
        const auto size = static_cast<float>(profile.size());
        const auto i = static_cast<std::size_t>(std::clamp(size - std::ceil(back), 0.0F, size - 1.0F));
        const ProfiledFrame& frame = profile.at(i);
        if (pointer.pressed) actions.push(action::HoldFrame{frame.number});
        if (held == nullptr) marked = frame.number;
        const std::string gpu_text =
            frame.timed ? ", GPU " + millisecondsText(sumOf(frame.gpu)) : std::string();
        pointer.placeTooltip();
        ImGui::SetTooltip("%s", fmt::format("frame {}: {}{}; a click holds it", grouped(frame.number),
                                            millisecondsText(frame.frame_ms), gpu_text)
                                    .c_str());
    }
    list.PushClipRect(low, gpu.high, true);
    drawGraph(list, theme, cpu, "CPU", &ProfiledFrame::cpu, profile, marked);
    if (facts.usual.timed) {
        drawGraph(list, theme, gpu, "GPU", &ProfiledFrame::gpu, profile, marked);
    } else if (facts.software) {
        noteInGraph(
            list, theme, gpu,
            "GPU: none. This driver renders on the CPU, inside the calls and while the swap waits: see the "
            "graph above.");
    } else {
        noteInGraph(list, theme, gpu,
                    facts.why_not.gpu_times.empty()
                        ? "GPU: no times yet."
                        : fmt::format("GPU: no times, because {}.", facts.why_not.gpu_times).c_str());
    }
    list.PopClipRect();
    const float y = gpu.high.y + 1.0F;
    const auto label = [&](float share, const std::string& words) {
        const float text = ImGui::CalcTextSize(words.c_str()).x;
        list.AddText(ImVec2(low.x + (width - text) * share, y), color::kMuted, words.c_str());
    };
    const std::string begin = fmt::format("{} frames ago", Profile::kFrames);
    const std::string middle = held != nullptr ? "held: Space resumes" : "click a frame";
    // If not all three fit, the hint is more useful than the length of the history.
    const bool narrow =
        ImGui::CalcTextSize(middle.c_str()).x + 2.2F * ImGui::CalcTextSize(begin.c_str()).x > width;
    if (!narrow) label(0.0F, begin);
    label(narrow ? 0.0F : 0.5F, middle);
    label(1.0F, "now");
}

// One row of right-aligned numbers under their headings.
class Table {
  public:
    Table(const Theme& theme, WidgetLog& log, float left) : theme_(theme), log_(log), left_(left) {}

    void begin(ImU32 dot, std::string_view name, ImU32 ink) {
        ImGui::SetCursorPosX(left_);
        at_ = ImGui::GetCursorScreenPos();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float line = ImGui::GetTextLineHeight();
        if (dot != 0) {
            const float size = theme_.points(8.0F);
            list.AddRectFilled(ImVec2(at_.x, at_.y + (line - size) * 0.5F),
                               ImVec2(at_.x + size, at_.y + (line + size) * 0.5F), dot, theme_.points(2.0F));
        }
        list.AddText(ImVec2(at_.x + theme_.points(14.0F), at_.y), ink, name.data(),
                     name.data() + name.size());
        column_ = 0;
        name_ = name;
        ImGui::Dummy(ImVec2(1.0F, line - theme_.points(2.5F)));
    }
    // Of the row.
    void tooltip(const std::string& text) const {
        const ImVec2 high(at_.x + theme_.points(kTableWidth_points), at_.y + ImGui::GetTextLineHeight());
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at_, high))
            ImGui::SetTooltip("%s", text.c_str());
    }
    void cell(std::string_view text, ImU32 ink = color::kText) {
        static constexpr std::array kRight{156.0F, 212.0F, 276.0F, 332.0F, 386.0F, 454.0F, 510.0F};
        const float right = at_.x + theme_.points(kRight[column_++]);
        // Columns that do not fit are left out.
        if (right > ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x + 1.0F) return;
        const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
        ImGui::GetWindowDrawList()->AddText(ImVec2(right - width, at_.y), ink, text.data(),
                                            text.data() + text.size());
        if (log_.on()) log_.addPoint(fmt::format("cell:{}:{}", name_, column_), right, at_.y);
    }
    void time(float ms, ImU32 ink = color::kText) {
        std::array<char, 24> text{};
        const int decimals = ms < 9.9995F ? 3 : ms < 99.995F ? 2 : 1;
        const auto end = ms < 0.0005F ? fmt::format_to_n(text.data(), text.size(), "-")
                                      : fmt::format_to_n(text.data(), text.size(), "{:.{}f}", ms, decimals);
        cell({text.data(), std::min(end.size, text.size())}, ms < 0.0005F ? color::kMuted : ink);
    }
    void count(std::uint64_t number, ImU32 ink = color::kText) {
        if (number == 0) return cell("-", color::kMuted);
        cell(number < 100'000 ? grouped(number) : shortened(static_cast<double>(number)), ink);
    }
    void bytes(const FramePassCounts& counts, ImU32 ink = color::kText) {
        if (counts.bytes == 0) return cell("-", color::kMuted);
        cell(bytesText(counts.bytes), ink);
    }

  private:
    const Theme& theme_;
    WidgetLog& log_;
    float left_;
    ImVec2 at_{};
    std::string_view name_;  // of the row
    std::size_t column_ = 0;
};

void drawPassTable(const Theme& theme, WidgetLog& log, const ProfilerFacts& facts, float left) {
    const Profile& profile = *facts.profile;
    const FramePassStatistics& usual = facts.usual;
    const ProfiledFrame* const held = profile.held();
    // Counts of the held frame, or of the newest one.
    const ProfiledFrame none;
    const ProfiledFrame& frame = held != nullptr      ? *held
                                 : profile.size() > 0 ? profile.at(profile.size() - 1)
                                                      : none;
    Table table(theme, log, left);
    table.begin(0, held != nullptr ? "held" : "ms", held != nullptr ? color::kAccent : color::kMuted);
    const auto heads = held != nullptr ? std::array{"CPU", "p50", "GPU", "p50"}
                                       : std::array{"CPU p50", "p95", "GPU p50", "p95"};
    for (const char* head : heads) table.cell(head, color::kMuted);
    for (const char* head : {"draws", "triangles", "uploads"}) table.cell(head, color::kMuted);
    const auto row = [&](float cpu, float cpu50, float cpu95, float gpu, float gpu50, float gpu95) {
        if (held != nullptr) {
            table.time(cpu);
            table.time(cpu50, color::kMuted);
            table.time(gpu);
            table.time(gpu50, color::kMuted);
        } else {
            table.time(cpu50);
            table.time(cpu95, color::kMuted);
            table.time(gpu50);
            table.time(gpu95, color::kMuted);
        }
    };
    for (std::size_t pass = 0; pass < kFramePasses; ++pass) {
        const auto kind = static_cast<FramePass>(pass);
        if (!usual.shows(kind)) continue;
        table.begin(inkOf(kind), nameOf(kind), color::kText);
        if (isLayerPass(kind)) table.tooltip(workText(frame.counts[pass].layers));
        row(frame.cpu[pass], usual.cpu50[pass], usual.cpu95[pass], frame.gpu[pass], usual.gpu50[pass],
            usual.gpu95[pass]);
        const FramePassCounts& counts = frame.counts[pass];
        table.count(counts.draws);
        table.count(counts.triangles);
        table.bytes(counts);
    }
    table.begin(0, "all", color::kText);
    row(frame.frame_ms, usual.frame50, usual.frame95, sumOf(frame.gpu), usual.gpu_frame50, usual.gpu_frame95);
    table.count(frame.all.draws);
    table.count(frame.all.triangles);
    table.bytes(frame.all);
}

std::string countsText(const ProfiledFrame& frame) {
    const std::string runs = frame.vertex_runs
                                 ? fmt::format("{} vertex shader runs", grouped(*frame.vertex_runs))
                                 : "vertex shader runs: not counted here";
    return fmt::format("{} of {} units in view, {} in shadow maps; {}; {} uploaded in {} call{}",
                       grouped(frame.visible), grouped(frame.units), grouped(frame.shadow_visible), runs,
                       bytesText(frame.all.bytes), frame.all.uploads, frame.all.uploads == 1 ? "" : "s");
}

// Always the same number of lines, so that nothing else moves.
void drawWords(const Theme& theme, const std::string& words, ImU32 ink, int lines) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = static_cast<float>(lines) * ImGui::GetTextLineHeight();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at, ImVec2(at.x + width, at.y + height + theme.points(1.0F)), true);
    list.AddText(nullptr, 0.0F, at, ink, words.c_str(), nullptr, width);
    list.PopClipRect();
    ImGui::Dummy(ImVec2(width, height));
}

}  // namespace

void drawFramesPage(const Theme& theme, WidgetLog& log, ActionQueue& actions, const ProfilerFacts& facts) {
    const Profile& profile = *facts.profile;
    const float room = ImGui::GetContentRegionAvail().x;
    const float table = theme.points(kTableWidth_points);
    const float gap = theme.points(14.0F);
    const float graph = std::max(theme.points(kLeastGraph_points), room - table - gap);
    const float left = ImGui::GetCursorPosX();
    const float top = ImGui::GetCursorPosY();
    drawGraphs(theme, log, actions, facts, graph);
    const float below_graphs = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top);
    drawPassTable(theme, log, facts, left + graph + gap);
    ImGui::SetCursorPos(ImVec2(left, std::max(below_graphs, ImGui::GetCursorPosY() + theme.points(2.0F))));
    const ProfiledFrame* const held = profile.held();
    const ProfiledFrame none;
    const ProfiledFrame& counted = held != nullptr      ? *held
                                   : profile.size() > 0 ? profile.at(profile.size() - 1)
                                                        : none;
    drawWords(theme, countsText(counted), color::kMuted, 1);
    if (facts.usual.hasLayers()) drawWords(theme, layersText(counted), color::kMuted, 1);
    if (held != nullptr) {
        drawWords(theme, oddityOf(profile, *held, facts.usual), color::kText, 2);
        if (ImGui::Button("Resume (Space)")) actions.push(Request::kReleaseFrame);
        log.add("profiler_go_on");
    } else {
        drawWords(theme, facts.limit + (facts.limit_advice.empty() ? "" : ". " + facts.limit_advice),
                  color::kText, 2);
        ImGui::Dummy(ImVec2(1.0F, ImGui::GetFrameHeight()));
    }
}

}  // namespace phalanx
