#include "asset/retarget/limb_ik.h"

#include <algorithm>
#include <cmath>

#include "anim/layers/pose_tree.h"

namespace phalanx {

LimbTurns bendLimb(const LimbPlaces& limb, const glm::dvec3& goal, const glm::dvec3& bend) {
    const double a = glm::length(limb.lower - limb.upper);
    const double b = glm::length(limb.end - limb.lower);
    const glm::dvec3 way = goal - limb.upper;
    const double far = glm::length(way);
    if (!(a > 0.0) || !(b > 0.0) || !(far > 0.0)) return {};
    const glm::dvec3 along = way / far;
    const double distance = std::clamp(far, std::abs(a - b), kMostStraight * (a + b));

    // The side to which the limb bends: where its middle is now, seen along the line to its end, carried to
    // the line to the goal.
    const glm::dvec3 now = limb.end - limb.upper;
    const auto across = [](const glm::dvec3& v, const glm::dvec3& line) {
        return v - line * (glm::dot(v, line) / std::max(glm::dot(line, line), 1e-300));
    };
    glm::dvec3 side = across(limb.lower - limb.upper, now);
    constexpr double kStraightLimb = 0.02;  // of the upper bone
    const glm::dvec3 preferred = across(bend, now);
    if (glm::length(side) < kStraightLimb * a && glm::length(preferred) > 0.0) side = preferred;
    side = shortestTurn(now, way, perpendicularTo(along)) * side;
    side = across(side, along);
    side = glm::length(side) > 0.0 ? glm::normalize(side) : perpendicularTo(along);

    const double cosine = std::clamp((a * a + distance * distance - b * b) / (2.0 * a * distance), -1.0, 1.0);
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const glm::dvec3 upper_way = (along * cosine + side * sine) * a;
    const glm::dvec3 lower_way = along * distance - upper_way;
    const glm::dvec3 half_turn = glm::normalize(glm::cross(along, side));
    LimbTurns turns;
    turns.upper = shortestTurn(limb.lower - limb.upper, upper_way, half_turn);
    turns.lower = shortestTurn(turns.upper * (limb.end - limb.lower), lower_way, half_turn) * turns.upper;
    return turns;
}

}  // namespace phalanx
