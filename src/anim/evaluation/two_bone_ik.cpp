#include "anim/evaluation/two_bone_ik.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
namespace {

// A limb as it lies in a pose.
struct Limb {
    glm::dvec3 upper, middle, end;  // positions, file units and axes

    Limb(const ResolvedIk& ik, std::span<const glm::dmat4> file_from_node)
        : upper(originOf(file_from_node, ik.upper())),
          middle(originOf(file_from_node, ik.middle())),
          end(originOf(file_from_node, ik.end())) {}
};

glm::dvec3 hingeOf(const Limb& limb, const ResolvedIk& ik, std::span<const glm::dmat4> file_from_node) {
    const glm::dvec3 up = limb.upper - limb.middle;
    const glm::dvec3 down = limb.end - limb.middle;
    const glm::dvec3 normal = glm::cross(up, down);
    if (glm::length(normal) > kStraight * glm::length(up) * glm::length(down)) return glm::normalize(normal);
    const glm::dvec3 rest = glm::dmat3(file_from_node[static_cast<std::size_t>(ik.middle())]) * ik.rest_hinge;
    // Perpendicular to the bone, which the pose may have turned against the rest pose.
    const glm::dvec3 across = rest - down * (glm::dot(rest, down) / glm::dot(down, down));
    return glm::length(across) > kStraight * glm::length(rest) ? glm::normalize(across)
                                                               : perpendicularTo(down);
}

// Turns the two bones of `pose` so that the end comes to lie at `target`.
void reach(const ResolvedIk& ik, const PoseTree& tree, const glm::dvec3& target, LocalPose& pose) {
    std::vector<glm::dmat4> file_from_node = fileFromNode(tree, pose);
    Limb limb(ik, file_from_node);
    const glm::dvec3 up = limb.upper - limb.middle;
    const glm::dvec3 down = limb.end - limb.middle;
    const double a = glm::length(up);
    const double b = glm::length(down);
    const glm::dvec3 hinge = hingeOf(limb, ik, file_from_node);
    const double wanted = std::clamp(glm::length(target - limb.upper), std::abs(a - b), a + b);
    const double angle = std::atan2(glm::dot(glm::cross(up, down), hinge), glm::dot(up, down));
    const double bent = std::acos(std::clamp((a * a + b * b - wanted * wanted) / (2.0 * a * b), -1.0, 1.0));
    turnNode(tree, file_from_node, ik.middle(), glm::angleAxis(bent - angle, hinge), pose);

    file_from_node = fileFromNode(tree, pose);
    limb = Limb(ik, file_from_node);
    const glm::dvec3 line = target - limb.upper;
    const glm::dvec3 now = limb.end - limb.upper;
    if (!(glm::length(line) > 0.0) || !(glm::length(now) > 0.0)) return;
    turnNode(tree, file_from_node, ik.upper(), shortestTurn(now, line, hinge), pose);

    if (!ik.pole) return;
    file_from_node = fileFromNode(tree, pose);
    limb = Limb(ik, file_from_node);
    const glm::dvec3 along = glm::normalize(line);
    const auto across = [&](const glm::dvec3& point) {
        const glm::dvec3 from = point - limb.upper;
        return from - along * glm::dot(from, along);
    };
    const glm::dvec3 bend = across(limb.middle);
    const glm::dvec3 pole = across(*ik.pole);
    if (glm::length(bend) <= kStraight * a || !(glm::length(pole) > 0.0)) return;
    const double twist = std::atan2(glm::dot(glm::cross(bend, pole), along), glm::dot(bend, pole));
    turnNode(tree, file_from_node, ik.upper(), glm::angleAxis(twist, along), pose);
}

}  // namespace

SolverReport solveTwoBones(const ResolvedIk& ik, const PoseTree& tree, LocalPose& pose) {
    SolverReport report;
    report.joint = ik.end();
    const LocalPose before = pose;
    const Limb limb(ik, fileFromNode(tree, pose));
    const double a = glm::length(limb.middle - limb.upper);
    const double b = glm::length(limb.end - limb.middle);
    const double distance = glm::length(ik.target - limb.upper);
    report.limited = distance > a + b || distance < std::abs(a - b);
    report.error = glm::length(ik.target - limb.end);
    if (!(a > 0.0) || !(b > 0.0)) return report;
    // One round is exact unless ancestors scale unevenly; then the target is moved by what remains.
    constexpr int kMostRounds = 32;
    constexpr double kRounding = 1e-13;
    glm::dvec3 target = ik.target;
    for (int round = 0; round < kMostRounds; ++round) {
        pose = before;
        reach(ik, tree, target, pose);
        const glm::dvec3 rest = ik.target - originOf(fileFromNode(tree, pose), ik.end());
        report.error = glm::length(rest);
        if (report.limited || report.error <= kRounding * (a + b)) break;
        target += rest;
    }
    return report;
}

}  // namespace phalanx
