#include "anim/evaluation/aim.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "layers.h"

namespace phalanx {
namespace {

// A direction in model space: from +Z towards +X, and above the horizontal plane; radians.
struct Heading {
    double sideways = 0.0;
    double up = 0.0;
};

Heading headingOf(const glm::dvec3& direction) {
    return {std::atan2(direction.x, direction.z),
            std::atan2(direction.y, std::hypot(direction.x, direction.z))};
}

glm::dvec3 directionOf(const Heading& heading) {
    const double level = std::cos(heading.up);
    return {level * std::sin(heading.sideways), std::sin(heading.up), level * std::cos(heading.sideways)};
}

double wrappedAngle(double angle) {
    return std::remainder(angle, 2.0 * std::numbers::pi);
}

// How much of the roll of the shortest turn is taken out, by the angle of the axis above or below the
// horizontal plane: all up to 45 degrees, none from 75. A vertical axis has no sideways angle to start from.
double uprightness(double up) {
    const double steep = std::clamp((std::abs(glm::degrees(up)) - 45.0) / 30.0, 0.0, 1.0);
    return 1.0 - steep * steep * (3.0 - 2.0 * steep);
}

// In model space.
glm::dquat turnBetween(const Heading& from, const Heading& to) {
    const glm::dvec3 up(0.0, 1.0, 0.0);
    const glm::dvec3 side(1.0, 0.0, 0.0);
    const glm::dquat upright = glm::angleAxis(to.sideways, up) * glm::angleAxis(from.up - to.up, side) *
                               glm::angleAxis(-from.sideways, up);
    const double keep = uprightness(from.up);
    if (keep == 1.0) return upright;
    const glm::dquat shortest = shortestTurn(directionOf(from), directionOf(to), side);
    // What remains is a roll about the wanted direction.
    glm::dquat roll = upright * glm::conjugate(shortest);
    if (roll.w < 0.0) roll = -roll;
    const double angle =
        2.0 * std::atan2(glm::dot(glm::dvec3(roll.x, roll.y, roll.z), directionOf(to)), roll.w);
    return glm::angleAxis(keep * angle, directionOf(to)) * shortest;
}

class AimSolver {
  public:
    AimSolver(const ResolvedAim& aim, const glm::dmat3& model_from_file, const PoseTree& tree)
        : aim_(aim), tree_(tree), axes_(model_from_file / glm::length(model_from_file[0])) {}

    SolverReport solve(LocalPose& pose) {
        const LocalPose before = pose;
        const Heading from = look(before).axis;
        Heading goal = look(before).wanted;
        for (int round = 0; round < PH_AIM_ROUNDS; ++round) {
            pose = before;
            apply(turnBetween(from, goal), 1.0, pose);
            const View view = look(pose);
            report_.error =
                std::acos(std::clamp(glm::dot(directionOf(view.axis), directionOf(view.wanted)), -1.0, 1.0));
            const double sideways = wrappedAngle(view.wanted.sideways - view.axis.sideways);
            const double up = view.wanted.up - view.axis.up;
            constexpr double kSmallest_rad = 1e-13;
            if (std::abs(sideways) + std::abs(up) < kSmallest_rad) break;
            goal = {wrappedAngle(goal.sideways + sideways), goal.up + up};
        }
        if (aim_.weight < 1.0) {
            pose = before;
            apply(turnBetween(from, goal), aim_.weight, pose);
        }
        report_.joint = aim_.joint;
        return report_;
    }

  private:
    struct View {
        Heading axis;    // of the joint now
        Heading wanted;  // of the target from the joint, within limits
    };

    View look(const LocalPose& pose) {
        const glm::dmat4 file_from_joint = fileFromNode(tree_, pose)[static_cast<std::size_t>(aim_.joint)];
        View view;
        view.axis = headingOf(axes_ * (glm::dmat3(file_from_joint) * aim_.axis));
        const glm::dvec3 to_target = axes_ * (aim_.target - glm::dvec3(file_from_joint[3]));
        // A target at the joint itself has no direction.
        const Heading target = glm::length(to_target) > 0.0 ? headingOf(to_target) : view.axis;
        report_.sideways_rad = target.sideways;
        report_.up_rad = target.up;
        report_.limited =
            std::abs(target.sideways) > aim_.most_sideways_rad || std::abs(target.up) > aim_.most_up_down_rad;
        view.wanted = {std::clamp(target.sideways, -aim_.most_sideways_rad, aim_.most_sideways_rad),
                       std::clamp(target.up, -aim_.most_up_down_rad, aim_.most_up_down_rad)};
        return view;
    }

    // `turn`: in model space.
    void apply(glm::dquat turn, double weight, LocalPose& pose) const {
        if (turn.w < 0.0) turn = -turn;
        const glm::dvec3 sine(turn.x, turn.y, turn.z);
        const double length = glm::length(sine);
        if (length == 0.0) return;
        const double angle =
            2.0 * std::atan2(length, turn.w) * weight / static_cast<double>(aim_.chain.size());
        const glm::dquat step = glm::angleAxis(angle, glm::transpose(axes_) * (sine / length));
        for (const int node : aim_.chain) turnNode(tree_, fileFromNode(tree_, pose), node, step, pose);
    }

    const ResolvedAim& aim_;
    const PoseTree& tree_;
    glm::dmat3 axes_;  // model_from_file as a rotation
    SolverReport report_;
};

}  // namespace

SolverReport solveAim(const ResolvedAim& aim, const glm::dmat3& model_from_file, const PoseTree& tree,
                      LocalPose& pose) {
    return AimSolver(aim, model_from_file, tree).solve(pose);
}

}  // namespace phalanx
