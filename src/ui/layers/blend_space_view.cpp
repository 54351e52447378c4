#include "ui/layers/blend_space_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

constexpr float kHeightPerWidth = 0.62F;  // of spaces of two dimensions
constexpr float kLine_points = 54.0F;     // height of those of one
constexpr float kMargin_points = 26.0F;   // around the clips, for their names
constexpr float kDot_points = 4.0F;
constexpr float kUnit_points = 2.5F;
constexpr float kHandle_points = 6.0F;
constexpr int kFill = 60;  // alpha of the triangle around the point

glm::dvec2 placeOf(std::span<const double> at) {
    return {at.empty() ? 0.0 : at[0], at.size() > 1 ? at[1] : 0.0};
}

SpaceGrid gridOf(const BlendSpace& space) {
    std::vector<glm::dvec2> places;
    for (const BlendSpacePoint& point : space.points) places.push_back(placeOf(point.at));
    return SpaceGrid(places);
}

// From the space to the window and back: the first number grows to the left, as a soldier's left is when it
// faces away from the reader, the second upwards.
class Map {
  public:
    Map(const Theme& theme, const BlendSpace& space, ImVec2 low, ImVec2 size) : low_(low), size_(size) {
        glm::dvec2 least = placeOf(space.points.front().at);
        glm::dvec2 most = least;
        for (const BlendSpacePoint& point : space.points) {
            least = glm::min(least, placeOf(point.at));
            most = glm::max(most, placeOf(point.at));
        }
        middle_ = (least + most) * 0.5;
        const double margin = theme.points(kMargin_points);
        const glm::dvec2 extent = glm::max(most - least, glm::dvec2(1e-6));
        // Axes have their own scales, so that narrow spaces fill the view.
        const glm::dvec2 room(size.x - 2.0 * margin, size.y - 2.0 * margin);
        per_unit_ = glm::max(room, glm::dvec2(1.0)) / extent;
        if (space.dimensions == 1) per_unit_.y = 0.0;
        left_ = space.dimensions == 1 ? 1.0 : -1.0;
    }

    ImVec2 at(const glm::dvec2& place) const {
        const glm::dvec2 away = (place - middle_) * per_unit_;
        return {low_.x + size_.x * 0.5F + static_cast<float>(left_ * away.x),
                low_.y + size_.y * 0.5F - static_cast<float>(away.y)};
    }
    glm::dvec2 placeAt(ImVec2 where) const {
        const double x = (where.x - low_.x - size_.x * 0.5F) / per_unit_.x * left_;
        const double y = per_unit_.y > 0.0 ? (low_.y + size_.y * 0.5F - where.y) / per_unit_.y : 0.0;
        return middle_ + glm::dvec2(x, y);
    }

  private:
    ImVec2 low_;
    ImVec2 size_;
    glm::dvec2 middle_{0.0};
    glm::dvec2 per_unit_{1.0};  // window coordinates
    double left_ = 1.0;
};

void drawGrid(ImDrawList& list, const Theme& theme, const Map& map, const BlendSpace& space,
              const SpaceGrid& grid, const std::vector<SpaceGrid::Weight>& weights) {
    if (weights.size() == 3) {
        list.AddTriangleFilled(map.at(grid.place(weights[0].point)), map.at(grid.place(weights[1].point)),
                               map.at(grid.place(weights[2].point)), color::faded(color::kAccent, kFill));
    }
    for (const auto& [from, to] : grid.edges())
        list.AddLine(map.at(grid.place(from)), map.at(grid.place(to)), color::faded(color::kMuted, 140));
    for (std::size_t i = 0; i < space.points.size(); ++i) {
        const ImVec2 at = map.at(grid.place(static_cast<int>(i)));
        const auto weight = std::ranges::find(weights, static_cast<int>(i), &SpaceGrid::Weight::point);
        const bool used = weight != weights.end();
        list.AddCircleFilled(at, theme.points(kDot_points), used ? color::kAccent : color::kMuted);
        const std::string& clip = space.points[i].clip;
        const ImVec2 size = ImGui::CalcTextSize(clip.c_str());
        const bool above = at.y - size.y > list.GetClipRectMin().y;
        const float left =
            std::clamp(at.x - size.x * 0.5F, list.GetClipRectMin().x + 2.0F,
                       std::max(list.GetClipRectMin().x + 2.0F, list.GetClipRectMax().x - size.x - 2.0F));
        list.AddText(ImVec2(std::round(left), above ? at.y - size.y - theme.points(kDot_points)
                                                    : at.y + theme.points(kDot_points)),
                     used ? color::kText : color::kMuted, clip.c_str());
    }
}

}  // namespace

bool drawBlendSpace(const Theme& theme, WidgetLog& log, const char* name, const BlendSpace& space,
                    std::span<const PoseSpacePoint> units, std::vector<double>& at) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 size(
        width, space.dimensions == 1 ? theme.points(kLine_points) : std::round(width * kHeightPerWidth));
    ImGui::InvisibleButton(name, size);
    log.add(name, true, {.across = true, .along = space.dimensions > 1, .own = true});
    const Map map(theme, space, low, size);
    const SpaceGrid grid = gridOf(space);
    bool changed = false;
    const KeyMoves moves = log.keys().movesOf(name);
    const bool by_keys = moves.right != 0.0F || moves.up != 0.0F;
    if (ImGui::IsItemActive() || by_keys) {
        constexpr float kKeyStep = 0.01F;  // of the view's width
        constexpr double kDecimal = 0.01;  // two decimals are enough, and read well in files
        ImVec2 mouse = ImGui::GetIO().MousePos;
        if (by_keys) {
            const ImVec2 point = map.at(placeOf(at));
            const glm::dvec2 way = map.placeAt(ImVec2(point.x + moves.right * kKeyStep * size.x,
                                                      point.y - moves.up * kKeyStep * size.x)) -
                                   map.placeAt(point);
            const auto least = [&](double by) {
                return by == 0.0 ? 0.0 : std::copysign(std::max(std::abs(by), kDecimal), by);
            };
            mouse = map.at(placeOf(at) + glm::dvec2(least(way.x), least(way.y)));
        }
        const float inside = theme.points(kHandle_points);
        const ImVec2 clamped(std::clamp(mouse.x, low.x + inside, low.x + size.x - inside),
                             std::clamp(mouse.y, low.y + inside, low.y + size.y - inside));
        const glm::dvec2 place = glm::round(map.placeAt(clamped) / kDecimal) * kDecimal;
        std::vector<double> wanted{place.x, place.y};
        wanted.resize(static_cast<std::size_t>(space.dimensions));
        changed = wanted != at;
        at = std::move(wanted);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    list.AddRectFilled(low, high, IM_COL32(255, 255, 255, 10), theme.points(4.0F));
    list.PushClipRect(low, high, true);
    const glm::dvec2 place = placeOf(at);
    const std::vector<SpaceGrid::Weight> weights = grid.weightsAt(place);
    drawGrid(list, theme, map, space, grid, weights);
    // Outside of the clips, the nearest place of their hull counts.
    glm::dvec2 nearest(0.0);
    for (const SpaceGrid::Weight& corner : weights) nearest += corner.weight * grid.place(corner.point);
    for (const PoseSpacePoint& unit : units) {
        if (unit.space != space.name) continue;
        list.AddCircleFilled(map.at(placeOf(unit.at)), theme.points(kUnit_points),
                             color::faded(color::kSecond, 190));
    }
    const ImVec2 handle = map.at(place);
    list.AddLine(handle, map.at(nearest), color::faded(color::kSecond, 160), theme.points(1.3F));
    list.AddCircleFilled(handle, theme.points(kHandle_points), color::kSecond);
    list.AddCircle(handle, theme.points(kHandle_points), color::kText, 0, theme.points(1.3F));
    list.PopClipRect();
    for (std::size_t i = 0; i < space.points.size(); ++i) {
        const ImVec2 there = map.at(grid.place(static_cast<int>(i)));
        log.addPoint(fmt::format("{}_{}", name, i), there.x, there.y);
    }
    return changed;
}

std::string cornersText(const BlendSpace& space, std::span<const double> at) {
    std::string text;
    double before = 0.0;  // weight of the corners so far: as rounded sums, the numbers shown have the sum 100
    for (const SpaceGrid::Weight& corner : gridOf(space).weightsAt(placeOf(at))) {
        const long shown = std::lround(100.0 * (before + corner.weight)) - std::lround(100.0 * before);
        before += corner.weight;
        text += fmt::format("{}{} {} %", text.empty() ? "" : ", ",
                            space.points[static_cast<std::size_t>(corner.point)].clip, shown);
    }
    return text;
}

}  // namespace phalanx
