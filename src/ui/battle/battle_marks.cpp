#include "ui/battle/battle_marks.h"
#include "ui/toolkit/widgets.h"

#include <fmt/format.h>

#include <array>

namespace phalanx {
namespace {

// Of a flag near the camera, points.
constexpr float kPole = 30.0F;
constexpr glm::vec2 kCloth{20.0F, 13.0F};
constexpr float kReach = 3.0F;  // around a flag, for clicks

struct Shape {
    glm::vec2 foot{0.0F};
    glm::vec2 low{0.0F};
    glm::vec2 high{0.0F};
};

Shape shapeOf(const Theme& theme, const CompanyFlag& flag) {
    Shape shape;
    shape.foot = glm::vec2(flag.foot);
    shape.low = shape.foot - glm::vec2(0.0F, theme.points(kPole) * flag.scale);
    shape.high = shape.low + glm::vec2(theme.points(kCloth.x), theme.points(kCloth.y)) * flag.scale;
    return shape;
}

}  // namespace

ImU32 hostColor(int host) {
    constexpr std::array kColors{IM_COL32(196, 84, 74, 255), IM_COL32(92, 140, 208, 255)};
    return kColors.at(static_cast<std::size_t>(host));
}

void drawSoldierMarks(const Theme& theme, std::span<const glm::dvec2> at) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float size = theme.points(4.0F);
    for (const glm::dvec2& place : at) {
        const glm::vec2 tip(place);
        list.AddTriangleFilled(toIm(tip), toIm(tip + glm::vec2(-size, -1.6F * size)),
                               toIm(tip + glm::vec2(size, -1.6F * size)), color::kAccent);
    }
}

void drawFrontLine(const Theme& theme, const glm::dvec2& from, const glm::dvec2& to) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const glm::vec2 a(from);
    const glm::vec2 b(to);
    list.AddLine(toIm(a), toIm(b), color::kAccent, theme.points(3.0F));
    const glm::vec2 way = b - a;
    if (glm::length(way) < theme.points(8.0F)) return;
    const glm::vec2 ahead = glm::normalize(glm::vec2(way.y, -way.x)) * theme.points(18.0F);
    const glm::vec2 middle = 0.5F * (a + b);
    list.AddLine(toIm(middle), toIm(middle + ahead), color::kAccent, theme.points(2.0F));
    const glm::vec2 side = glm::normalize(way) * theme.points(5.0F);
    list.AddTriangleFilled(toIm(middle + ahead * 1.4F), toIm(middle + ahead + side),
                           toIm(middle + ahead - side), color::kAccent);
}

void drawFlags(const Theme& theme, std::span<const CompanyFlag> flags) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const CompanyFlag& flag : flags) {
        const Shape shape = shapeOf(theme, flag);
        const ImU32 edge = flag.selected ? color::kAccent : IM_COL32(16, 18, 22, 200);
        const float line = theme.points(flag.selected ? 2.0F : 1.0F);
        list.AddLine(toIm(shape.foot), toIm(shape.low), edge, line);
        list.AddRectFilled(toIm(shape.low), toIm(shape.high), hostColor(flag.host));
        list.AddRect(toIm(shape.low), toIm(shape.high), edge, 0.0F, 0, line);
        if (!flag.selected) continue;
        const std::string name = fmt::format("{}", flag.company);
        textOnPlate(list, theme, ImVec2(shape.high.x + theme.points(4.0F), shape.low.y - theme.points(3.0F)),
                    color::kAccent, name.c_str());
    }
}

glm::dvec2 flagMiddle(const Theme& theme, const CompanyFlag& flag) {
    const Shape shape = shapeOf(theme, flag);
    return 0.5F * (shape.low + shape.high);
}

std::optional<std::uint32_t> flagAt(const Theme& theme, std::span<const CompanyFlag> flags,
                                    const glm::dvec2& place) {
    const glm::vec2 reach(theme.points(kReach));
    const glm::vec2 p(place);
    std::optional<std::uint32_t> found;
    for (const CompanyFlag& flag : flags) {
        const Shape shape = shapeOf(theme, flag);
        if (glm::all(glm::greaterThanEqual(p, shape.low - reach)) &&
            glm::all(glm::lessThanEqual(p, shape.high + reach)))
            found = flag.company;
    }
    return found;
}

}  // namespace phalanx
