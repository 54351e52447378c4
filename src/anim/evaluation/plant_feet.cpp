#include "anim/evaluation/plant_feet.h"

#include <algorithm>
#include <cmath>

#include "anim/evaluation/two_bone_ik.h"
#include "anim/layers/local_blend.h"

namespace phalanx {
namespace {

const glm::dmat4& at(std::span<const glm::dmat4> matrices, int node) {
    return matrices[static_cast<std::size_t>(node)];
}

// Where a foot has to be.
struct Goal {
    FootGoal ankle;
    glm::dquat turn;  // of the foot
};

Goal goalOf(const FeetOnGround& feet, const FootMark& mark, const glm::dvec3& ankle, const LegStretch& leg) {
    const double contact = feet.weight * mark.contact;
    const glm::dvec3 flat = glm::mix(ankle, mark.place, contact);
    GroundAt ground = feet.ground(flat);
    ground.height *= feet.weight;
    // Of the plane that is as high as the ground times the weight everywhere.
    ground.normal =
        glm::normalize(glm::mix(feet.up, ground.normal / glm::dot(ground.normal, feet.up), feet.weight));
    return {FootGoal(flat, contact, ground, leg, feet.up),
            shortestTurn(feet.up, ground.normal, perpendicularTo(feet.up))};
}

void lower(int node, const glm::dvec3& way, const PoseTree& tree, std::span<const glm::dmat4> matrices,
           LocalPose& pose) {
    const auto index = static_cast<std::size_t>(node);
    const int parent = tree.parents[index];
    Transform transform = transformOf(pose.nodes[index]);
    transform.translation += parent < 0 ? way : glm::inverse(glm::dmat3(at(matrices, parent))) * way;
    pose.nodes[index] = {true, transform, glm::dmat4(1.0)};
}

}  // namespace

GroundBelow groundOfPlane(const ResolvedPlane& plane, const glm::dvec3& up) {
    return [plane, up](const glm::dvec3& place) -> GroundAt {
        const glm::dvec3 across = place - up * glm::dot(place, up);
        return {plane.height - glm::dot(across, plane.normal) / glm::dot(up, plane.normal), plane.normal};
    };
}

std::vector<SolverReport> plantFeet(const FeetOnGround& feet, std::span<const FootMark> marks,
                                    const PoseTree& tree, LocalPose& pose) {
    const std::vector<glm::dmat4> before = fileFromNode(tree, pose);
    std::vector<Goal> goals;
    double drop = feet.weight * feet.least_drop;
    double longest = 0.0;
    for (std::size_t i = 0; i < feet.legs.size(); ++i) {
        const ResolvedLeg& leg = feet.legs[i];
        const glm::dvec3 hip = originOf(before, leg.upper);
        const glm::dvec3 knee = originOf(before, leg.middle);
        const glm::dvec3 ankle = originOf(before, leg.end);
        const double length = glm::length(knee - hip) + glm::length(ankle - knee);
        const LegStretch stretch{hip, length, reachOf(length, glm::length(ankle - hip))};
        goals.push_back(goalOf(feet, marks[i], ankle, stretch));
        drop = std::max(drop, goals.back().ankle.dropToReach());
        longest = std::max(longest, stretch.length);
    }
    drop = feet.pelvis_stays ? 0.0 : std::min(drop, kMostPelvisDrop * longest);
    lower(feet.pelvis, -feet.up * drop, tree, before, pose);

    std::vector<SolverReport> reports;
    for (std::size_t i = 0; i < feet.legs.size(); ++i) {
        const ResolvedLeg& leg = feet.legs[i];
        ResolvedIk limb;
        limb.chain = {leg.upper, leg.middle, leg.end};
        limb.rest_hinge = leg.rest_hinge;
        limb.target = goals[i].ankle.at(drop);
        reports.push_back(solveTwoBones(limb, tree, pose));
        const std::vector<glm::dmat4> now = fileFromNode(tree, pose);
        const glm::dmat3 turn = glm::mat3_cast(goals[i].turn) * glm::dmat3(at(before, leg.end)) *
                                glm::inverse(glm::dmat3(at(now, leg.end)));
        turnNode(tree, now, leg.end, decompose(glm::dmat4(turn)).rotation, pose);
    }
    return reports;
}

}  // namespace phalanx
