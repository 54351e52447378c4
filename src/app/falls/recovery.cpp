#include "app/falls/recovery.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "anim/layers/local_blend.h"
#include "anim/layers/pose_tree.h"
#include "app/falls/shown_local_pose.h"
#include "core/smooth_step.h"

namespace phalanx {
namespace {

constexpr double kWeakest = 0.02;  // power of the motors just after a hit
constexpr double kBlend_s = 0.5;   // from and to the poses between which a unit recovers
constexpr double kTaken_m = 0.02;  // what a hand holds has moved so far in a clip: it is taken
constexpr double kToHand_s = 0.5;  // in which it comes to the hand before

LocalTransform mixed(const LocalTransform& a, const LocalTransform& b, double weight) {
    if (weight <= 0.0) return a;
    if (weight >= 1.0) return b;
    const std::array<WeightedLocal, 2> items{{{&a, 1.0 - weight}, {&b, weight}}};
    return blendLocals(items);
}

bool isHeld(const BodyPlan& plan, int body) {
    return plan.bodies[static_cast<std::size_t>(body)].part == BodyPart::kHeld;
}

glm::dmat4 rigid(const std::vector<glm::dmat4>& model_from_node, int node) {
    const glm::dmat4& matrix = model_from_node[static_cast<std::size_t>(node)];
    glm::dmat4 result = glm::mat4_cast(turnOf(matrix));
    result[3] = matrix[3];
    return result;
}

double moved(const Clip& clip, const Model& model, int node, double time_s) {
    const auto at = [&](double t) {
        return glm::dvec3(
            modelFromNode(model, samplePose(model, clip, t))[static_cast<std::size_t>(node)][3]);
    };
    return glm::distance(at(0.0), at(time_s));
}

// When a clip lifts what it holds; its duration: never.
double takenAt(const Clip& clip, const Model& model, int node) {
    constexpr double kStep_s = 1.0 / 15.0;
    double time_s = 0.0;
    while (time_s < clip.duration_s && moved(clip, model, node, time_s) < kTaken_m) time_s += kStep_s;
    return time_s;
}

// Rotations of the bodies in model space, turned about the vertical so that the head is in the direction of
// +Z.
std::vector<glm::dquat> turnsOf(const BodyPlan& plan, const Model& model, const LocalPose& pose) {
    const std::vector<glm::dmat4> nodes = modelFromNode(model, pose);
    const auto at = [&](const PlanBody& body) {
        return glm::dvec3(nodes[static_cast<std::size_t>(body.node)][3]);
    };
    const auto head = std::ranges::find(plan.bodies, BodyPart::kHead, &PlanBody::part);
    const glm::dvec3 direction = at(*head) - at(plan.bodies.front());
    const glm::dquat back = glm::angleAxis(-std::atan2(direction.x, direction.z), glm::dvec3(0.0, 1.0, 0.0));
    std::vector<glm::dquat> turns;
    for (const PlanBody& body : plan.bodies)
        turns.push_back(back * turnOf(nodes[static_cast<std::size_t>(body.node)]));
    return turns;
}

}  // namespace

double powerAfterHit(double seconds) {
    return kWeakest + (1.0 - kWeakest) * smoothStep(0.3, kStagger_s - kBlend_s, seconds);
}

LocalPose staggeringPose(const BodyPlan& plan, const LocalPose& going, const LocalPose& hit, double seconds) {
    const double weight = 1.0 - smoothStep(kStagger_s - kBlend_s, kStagger_s, seconds);
    LocalPose pose = going;
    for (std::size_t n = 0; n < pose.nodes.size(); ++n) {
        const int body = plan.body_of_node[n];
        if (body < 0 || !plan.upper[static_cast<std::size_t>(body)] || isHeld(plan, body)) continue;
        pose.nodes[n] = mixed(going.nodes[n], hit.nodes[n], weight);
    }
    const std::vector<glm::dmat4> before = modelFromNode(plan.skeleton, going);
    const std::vector<glm::dmat4> after = modelFromNode(plan.skeleton, pose);
    for (const PlanBody& held : plan.bodies) {
        if (!held.detached) continue;
        const int hand = plan.bodies[static_cast<std::size_t>(nearestHand(plan, before, held.node))].node;
        const glm::dmat4 motion = rigid(after, hand) * glm::inverse(rigid(before, hand));
        moveNodes(plan.skeleton, {&held.node, 1}, motion, pose);
    }
    return pose;
}

int bestRisingClip(const BodyPlan& plan, const Model& model, std::span<const int> clips,
                   const LocalPose& lying) {
    const std::vector<glm::dquat> wanted = turnsOf(plan, model, lying);
    int best = clips.front();
    double most = -std::numeric_limits<double>::infinity();
    for (const int clip : clips) {
        const std::vector<glm::dquat> turns =
            turnsOf(plan, model, samplePose(model, model.clips[static_cast<std::size_t>(clip)], 0.0));
        double alike = 0.0;
        for (std::size_t b = 0; b < turns.size(); ++b) {
            const BodyPart part = plan.bodies[b].part;
            if (part != BodyPart::kPelvis && part != BodyPart::kSpine && part != BodyPart::kHead) continue;
            alike += std::abs(glm::dot(turns[b], wanted[b]));
        }
        if (alike <= most) continue;
        most = alike;
        best = clip;
    }
    return best;
}

Rising beginRising(const BodyPlan& plan, const Model& model, int clip, LocalPose lying,
                   const glm::dvec3& up) {
    Rising rising{&model.clips[static_cast<std::size_t>(clip)], std::move(lying), up, 0.0};
    for (const PlanBody& held : plan.bodies) {
        if (held.detached) rising.taken_s = std::max(rising.taken_s, takenAt(*rising.clip, model, held.node));
    }
    return rising;
}

LocalPose risingPose(const Rising& rising, const BodyPlan& plan, const Model& model, const LocalPose& going,
                     double seconds) {
    const double end = rising.clip->duration_s;
    LocalPose risen = samplePose(model, *rising.clip, seconds);
    const glm::dvec3 vertical(0.0, 1.0, 0.0);
    const glm::dquat slope = shortestTurn(vertical, rising.up, glm::dvec3(1.0, 0.0, 0.0));
    const glm::dquat leans =
        glm::slerp(glm::dquat(1.0, 0.0, 0.0, 0.0), slope, 1.0 - smoothStep(0.3 * end, 0.8 * end, seconds));
    moveNodes(model, movedNodes(plan), glm::mat4_cast(leans), risen);
    const double body_weight = smoothStep(0.0, kBlend_s, seconds);
    const double held_weight =
        smoothStep(std::max(0.0, rising.taken_s - kToHand_s), std::max(kBlend_s, rising.taken_s), seconds);
    const double going_weight = smoothStep(end - kBlend_s, end, seconds);
    LocalPose pose = going;
    for (std::size_t n = 0; n < pose.nodes.size(); ++n) {
        const int body = plan.body_of_node[n];
        const double weight = body >= 0 && isHeld(plan, body) ? held_weight : body_weight;
        pose.nodes[n] =
            mixed(mixed(rising.lying.nodes[n], risen.nodes[n], weight), going.nodes[n], going_weight);
    }
    return pose;
}

}  // namespace phalanx
