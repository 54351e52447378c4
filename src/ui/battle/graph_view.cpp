#include "ui/battle/graph_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::size_t kStatesPerRow = 3;
constexpr float kBoxHeight = 34.0F;  // points
constexpr float kRowHeight = 46.0F;
constexpr float kGap = 14.0F;
constexpr ImU32 kFaintInk = IM_COL32(255, 255, 255, 70);

struct StateBox {
    std::size_t state = 0;
    glm::vec2 low{0.0F};
    glm::vec2 high{0.0F};

    glm::vec2 middle() const { return 0.5F * (low + high); }
};

// States by their distance from the start, then those that only "any" leads to.
std::vector<std::vector<std::size_t>> rowsOf(const BattleFacts& battle) {
    std::vector<int> distance(battle.states.size(), -1);
    std::vector<std::size_t> open{battle.start};
    distance[battle.start] = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
        for (const BattleFacts::Edge& edge : battle.states[open[i]].to) {
            if (edge.shared || distance[edge.to] >= 0) continue;
            distance[edge.to] = distance[open[i]] + 1;
            open.push_back(edge.to);
        }
    }
    std::vector<std::vector<std::size_t>> rows;
    int row_distance = -1;
    const auto add = [&](std::size_t state, int at) {
        if (rows.empty() || row_distance != at || rows.back().size() == kStatesPerRow) rows.emplace_back();
        row_distance = at;
        rows.back().push_back(state);
    };
    for (const std::size_t state : open) add(state, distance[state]);
    for (std::size_t state = 0; state < battle.states.size(); ++state) {
        if (distance[state] < 0) add(state, -2);
    }
    return rows;
}

// A quadratic curve from the rim of a box to that of another.
struct Arrow {
    glm::vec2 begin{0.0F};
    glm::vec2 bend{0.0F};
    glm::vec2 end{0.0F};

    glm::vec2 at(float t) const {
        return (1.0F - t) * ((1.0F - t) * begin + t * bend) + t * ((1.0F - t) * bend + t * end);
    }
};

// Where the line from the middle of a box to `to` leaves it.
glm::vec2 rim(const StateBox& box, const glm::vec2& to) {
    const glm::vec2 way = to - box.middle();
    const glm::vec2 half = 0.5F * (box.high - box.low);
    const float x = std::abs(way.x) > 0.0F ? half.x / std::abs(way.x) : 1e9F;
    const float y = std::abs(way.y) > 0.0F ? half.y / std::abs(way.y) : 1e9F;
    return box.middle() + way * std::min({x, y, 1.0F});
}

// How many points of the arrow lie in boxes that it does not belong to, or beside all.
int covered(const std::vector<StateBox>& boxes, const StateBox& from, const StateBox& to,
            const Arrow& arrow) {
    constexpr int kPoints = 16;
    const auto [left, right] = std::minmax_element(
        boxes.begin(), boxes.end(), [](const StateBox& a, const StateBox& b) { return a.low.x < b.low.x; });
    int count = 0;
    for (int i = 1; i < kPoints; ++i) {
        const glm::vec2 p = arrow.at(static_cast<float>(i) / kPoints);
        count += p.x < left->low.x || p.x > right->high.x ? 1 : 0;
        for (const StateBox& box : boxes) {
            if (box.state == from.state || box.state == to.state) continue;
            const bool inside = p.x > box.low.x && p.x < box.high.x && p.y > box.low.y && p.y < box.high.y;
            count += inside ? 1 : 0;
        }
    }
    return count;
}

// Bent to its left, so that the way there and the way back do not cover each other, and around the boxes
// between both, if a bend leads around them.
Arrow arrowBetween(const std::vector<StateBox>& boxes, const StateBox& from, const StateBox& to) {
    const glm::vec2 way = to.middle() - from.middle();
    const glm::vec2 left(way.y, -way.x);
    const glm::vec2 middle = 0.5F * (from.middle() + to.middle());
    Arrow best;
    int fewest = 0;
    for (const float aside : {0.14F, 0.3F, -0.3F, 0.5F, -0.5F, 0.75F, -0.75F, 1.1F, -1.1F, 1.6F, -1.6F}) {
        Arrow arrow;
        arrow.bend = middle + aside * left;
        arrow.begin = rim(from, arrow.bend);
        arrow.end = rim(to, arrow.bend);
        const int count = covered(boxes, from, to, arrow);
        if (aside == 0.14F || count < fewest) {
            best = arrow;
            fewest = count;
        }
        if (fewest == 0) break;
    }
    return best;
}

void drawArrow(ImDrawList& list, const Theme& theme, const Arrow& arrow, ImU32 ink, float width) {
    list.AddBezierQuadratic(toIm(arrow.begin), toIm(arrow.bend), toIm(arrow.end), ink, width);
    const glm::vec2 along = glm::normalize(arrow.end - arrow.bend);
    const float size = theme.points(6.0F);
    const glm::vec2 back = arrow.end - along * size;
    const glm::vec2 across = glm::vec2(along.y, -along.x) * (0.5F * size);
    list.AddTriangleFilled(toIm(arrow.end), toIm(back + across), toIm(back - across), ink);
}

void drawBox(ImDrawList& list, const Theme& theme, const StateBox& box, const BattleFacts::State& state,
             std::uint32_t all, bool marked, bool hovered) {
    const float rounding = theme.points(5.0F);
    const ImU32 ground = state.out ? IM_COL32(44, 36, 36, 255) : IM_COL32(34, 38, 46, 255);
    list.AddRectFilled(toIm(box.low), toIm(box.high), ground, rounding);
    // The share of all soldiers, as a bar: by the square root, so that few are seen, too.
    const float share =
        all == 0 ? 0.0F : std::sqrt(static_cast<float>(state.soldiers) / static_cast<float>(all));
    if (share > 0.0F) {
        const float right = box.low.x + share * (box.high.x - box.low.x);
        list.AddRectFilled(toIm(box.low), ImVec2(right, box.high.y),
                           color::faded(state.out ? color::kError : color::kSecond, 56), rounding);
    }
    const ImU32 edge = marked ? color::kAccent : hovered ? color::kText : IM_COL32(255, 255, 255, 60);
    list.AddRect(toIm(box.low), toIm(box.high), edge, rounding, 0, theme.points(marked ? 2.0F : 1.0F));
    const float pad = theme.points(6.0F);
    const float line = 0.5F * (box.high.y - box.low.y);
    list.PushClipRect(toIm(box.low), toIm(box.high), true);
    list.AddText(ImVec2(box.low.x + pad, box.low.y + theme.points(2.0F)), color::kText, state.name.c_str());
    list.AddText(ImVec2(box.low.x + pad, box.low.y + line),
                 state.soldiers > 0 ? color::kAccent : color::kMuted, grouped(state.soldiers).c_str());
    list.PopClipRect();
}

std::string tooltipOf(const BattleFacts& battle, const BattleFacts::State& state) {
    std::string text = fmt::format("{}: plays {}", state.name, state.clip);
    for (const BattleFacts::Edge& edge : state.to)
        text += fmt::format("\n{}: {}", edge.why, battle.states[edge.to].name);
    return text + "\nClick it to mark its soldiers.";
}

}  // namespace

void drawGraph(const Theme& theme, WidgetLog& log, const BattleFacts& battle,
               std::optional<std::string>& picked) {
    const std::vector<std::vector<std::size_t>> rows = rowsOf(battle);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float gap = theme.points(kGap);
    const float box_width = (width - gap * (kStatesPerRow - 1)) / kStatesPerRow;
    std::vector<StateBox> boxes(battle.states.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto count = static_cast<float>(rows[r].size());
        const float left = origin.x + 0.5F * (width - count * box_width - (count - 1.0F) * gap);
        for (std::size_t i = 0; i < rows[r].size(); ++i) {
            StateBox& box = boxes[rows[r][i]];
            box.state = rows[r][i];
            box.low = {left + static_cast<float>(i) * (box_width + gap),
                       origin.y + static_cast<float>(r) * theme.points(kRowHeight)};
            box.high = box.low + glm::vec2(box_width, theme.points(kBoxHeight));
        }
    }
    std::uint32_t all = 0;
    for (const BattleFacts::State& state : battle.states) all += state.soldiers;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<std::size_t> hovered;
    for (const StateBox& box : boxes) {
        const std::string& name = battle.states[box.state].name;
        ImGui::SetCursorScreenPos(toIm(box.low));
        if (ImGui::InvisibleButton(("state:" + name).c_str(), toIm(box.high - box.low)))
            picked = picked == name ? std::nullopt : std::optional(name);
        log.add("state:" + name);
        if (!log.isUnderPointer("state:" + name)) continue;
        hovered = box.state;
        log.placeTooltip("state:" + name);
        ImGui::SetTooltip("%s", tooltipOf(battle, battle.states[box.state]).c_str());
    }
    for (const StateBox& box : boxes) {
        const BattleFacts::State& state = battle.states[box.state];
        const bool strong = hovered == box.state;
        for (const BattleFacts::Edge& edge : state.to) {
            if (edge.to == box.state || (edge.shared && !strong)) continue;
            const ImU32 ink = edge.shared ? color::kSecond : strong ? color::kAccent : kFaintInk;
            drawArrow(list, theme, arrowBetween(boxes, box, boxes[edge.to]), ink,
                      theme.points(strong ? 2.0F : 1.0F));
        }
    }
    for (const StateBox& box : boxes) {
        const BattleFacts::State& state = battle.states[box.state];
        const bool marked = picked == state.name || battle.selected_state == box.state;
        drawBox(list, theme, box, state, all, marked, hovered == box.state);
    }
    ImGui::SetCursorScreenPos(
        ImVec2(origin.x, origin.y + static_cast<float>(rows.size()) * theme.points(kRowHeight)));
    ImGui::Dummy(ImVec2(width, 0.0F));
}

}  // namespace phalanx
