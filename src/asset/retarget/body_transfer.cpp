#include "asset/retarget/body_transfer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "asset/retarget/limb_ik.h"

namespace phalanx {
namespace {

constexpr std::array kSides{0, 1};

// The role whose turn a missing role takes: that of the joint that it would hang from.
BodyRole above(BodyRole role) {
    const auto index = static_cast<std::size_t>(role);
    const auto left = static_cast<BodyRole>(role < BodyRole::kRightShoulder ? index : index - kToRightSide);
    const int side = role < BodyRole::kRightShoulder ? 0 : 1;
    switch (left) {
        case BodyRole::kNeck:
        case BodyRole::kLeftShoulder:
            return BodyRole::kSpine;
        case BodyRole::kHead:
            return BodyRole::kNeck;
        case BodyRole::kLeftUpperArm:
            return onSide(BodyRole::kLeftShoulder, side);
        case BodyRole::kLeftLowerArm:
            return onSide(BodyRole::kLeftUpperArm, side);
        case BodyRole::kLeftHand:
            return onSide(BodyRole::kLeftLowerArm, side);
        case BodyRole::kLeftLowerLeg:
            return onSide(BodyRole::kLeftUpperLeg, side);
        case BodyRole::kLeftFoot:
            return onSide(BodyRole::kLeftLowerLeg, side);
        case BodyRole::kLeftToes:
            return onSide(BodyRole::kLeftFoot, side);
        case BodyRole::kLeftThumb:
        case BodyRole::kLeftIndex:
        case BodyRole::kLeftMiddle:
        case BodyRole::kLeftRing:
        case BodyRole::kLeftLittle:
            return onSide(BodyRole::kLeftHand, side);
        default:
            return BodyRole::kHips;
    }
}

// Only about Y: feet stay flat on the ground.
glm::dquat turnAboutUp(glm::dvec3 from, glm::dvec3 to) {
    from.y = to.y = 0.0;
    constexpr double kShort = 1e-9;
    if (glm::length(from) < kShort || glm::length(to) < kShort) return {1.0, 0.0, 0.0, 0.0};
    return shortestTurn(from, to, glm::dvec3(0.0, 1.0, 0.0));
}

}  // namespace

BodyTransfer::BodyTransfer(const BodySkeleton& source, const BodySkeleton& target, double target_level,
                           std::vector<HeldJoint> held, bool absolute_rotations)
    : source_(source),
      target_(target),
      target_level_(target_level),
      scale_(target.legLength() / source.legLength()),
      arm_scale_(target.armLength() / source.armLength()),
      held_(std::move(held)),
      source_has_hands_(source.map().has(BodyRole::kLeftHand) && source.map().has(BodyRole::kRightHand)) {
    align();
    if (absolute_rotations) takeAbsoluteRotations();
    moving_.insert(target_.map().first(BodyRole::kHips));
    for (const int side : kSides) {
        int above_foot = target_.map().first(onSide(BodyRole::kLeftFoot, side));
        const int foot = above_foot;
        const int lower = target_.map().first(onSide(BodyRole::kLeftLowerLeg, side));
        while (above_foot >= 0 && above_foot != lower)
            above_foot = target_.nodes()[static_cast<std::size_t>(above_foot)].parent;
        if (above_foot < 0) moving_.insert(foot);
    }
    for (const HeldJoint& joint : held_) moving_.insert(joint.node);
}

void BodyTransfer::align() {
    for (const JointPlace& joint : target_.reference()) aligned_.push_back(joint.turn);
    const auto direction = [](const BodySkeleton& body, BodyRole from, BodyRole to) {
        return body.reference(body.map().first(to)).place - body.reference(body.map().first(from)).place;
    };
    const auto turnBy = [&](BodyRole role, const glm::dquat& turn) {
        for (const int node : target_.map().nodes(role)) {
            const auto index = static_cast<std::size_t>(node);
            aligned_[index] = turn * target_.reference(node).turn;
        }
    };
    const auto both = [&](BodyRole role) { return source_.map().has(role) && target_.map().has(role); };
    for (const int side : kSides) {
        const auto on = [&](BodyRole role) { return onSide(role, side); };
        // From the body outwards; each bone keeps the turn of the one above it.
        const auto alignLimb = [&](BodyRole upper, BodyRole lower, BodyRole end) {
            const glm::dvec3 half_turn(0.0, 0.0, 1.0);
            const glm::dquat first = shortestTurn(direction(target_, on(upper), on(lower)),
                                                  direction(source_, on(upper), on(lower)), half_turn);
            turnBy(on(upper), first);
            glm::dquat second = first;
            if (both(on(end))) {
                second = shortestTurn(first * direction(target_, on(lower), on(end)),
                                      direction(source_, on(lower), on(end)), half_turn) *
                         first;
            }
            turnBy(on(lower), second);
            return second;
        };
        alignLimb(BodyRole::kLeftUpperLeg, BodyRole::kLeftLowerLeg, BodyRole::kLeftFoot);
        const glm::dquat arm =
            alignLimb(BodyRole::kLeftUpperArm, BodyRole::kLeftLowerArm, BodyRole::kLeftHand);
        for (const BodyRole role : {BodyRole::kLeftHand, BodyRole::kLeftThumb, BodyRole::kLeftIndex,
                                    BodyRole::kLeftMiddle, BodyRole::kLeftRing, BodyRole::kLeftLittle})
            turnBy(on(role), arm);
        if (both(on(BodyRole::kLeftToes))) {
            const glm::dquat turn =
                turnAboutUp(direction(target_, on(BodyRole::kLeftFoot), on(BodyRole::kLeftToes)),
                            direction(source_, on(BodyRole::kLeftFoot), on(BodyRole::kLeftToes)));
            turnBy(on(BodyRole::kLeftFoot), turn);
            turnBy(on(BodyRole::kLeftToes), turn);
        }
    }
}

void BodyTransfer::takeAbsoluteRotations() {
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        const auto role = static_cast<BodyRole>(r);
        const std::vector<int>& from = source_.map().nodes(role);
        const std::vector<int>& to = target_.map().nodes(role);
        for (std::size_t i = 0; i < to.size() && !from.empty(); ++i) {
            aligned_[static_cast<std::size_t>(to[i])] =
                source_.reference(from[std::min(i, from.size() - 1)]).turn;
        }
    }
}

// The turn of a role's last joint, or of what it would hang from.
glm::dquat BodyTransfer::turnOf(const BodyFrame& frame, BodyRole role) const {
    while (frame.turns[static_cast<std::size_t>(role)].empty() && role != BodyRole::kHips) role = above(role);
    const std::vector<glm::dquat>& turns = frame.turns[static_cast<std::size_t>(role)];
    return turns.back();
}

// Of the target's joint number `index` of a role: where its part of the chain is in the source's chain.
glm::dquat BodyTransfer::wanted(const BodyFrame& frame, BodyRole role, std::size_t index) const {
    const std::vector<glm::dquat>& turns = frame.turns[static_cast<std::size_t>(role)];
    const glm::dquat base = turnOf(frame, above(role));
    const double part =
        static_cast<double>(index + 1) / static_cast<double>(target_.map().nodes(role).size());
    if (turns.empty()) {
        // A neck that the source lacks bends half as far as the head.
        if (role == BodyRole::kNeck) return glm::slerp(base, turnOf(frame, BodyRole::kHead), 0.5 * part);
        return base;
    }
    const double place = part * static_cast<double>(turns.size());
    const auto after = std::min(static_cast<std::size_t>(std::ceil(place - 1e-9)), turns.size());
    const glm::dquat& to = turns[std::max<std::size_t>(after, 1) - 1];
    const glm::dquat& from = after > 1 ? turns[after - 2] : base;
    return glm::slerp(from, to, 1.0 - (static_cast<double>(after) - place));
}

glm::dvec3 BodyTransfer::placeOf(const glm::dvec3& source, double source_level, double stride) const {
    glm::dvec3 place = source * (scale_ * stride);
    place.y = target_level_ + (source.y - source_level) * scale_;
    return place;
}

namespace {

void addKey(Channel& channel, double time_s, const Transform& transform, bool moves) {
    glm::dquat rotation = transform.rotation;
    if (!channel.rotations.keys.empty() && glm::dot(channel.rotations.keys.back().value, rotation) < 0.0)
        rotation = -rotation;
    channel.rotations.keys.push_back({time_s, rotation});
    if (moves) channel.translations.keys.push_back({time_s, transform.translation});
}

}  // namespace

void BodyTransfer::poseBody(const BodyMotion& motion, std::size_t i, const Fit& fit, TargetPose& pose) const {
    const BodyFrame& frame = motion.frames[i];
    pose.reset();
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        const auto role = static_cast<BodyRole>(r);
        const std::vector<int>& nodes = target_.map().nodes(role);
        for (std::size_t k = 0; k < nodes.size(); ++k)
            pose.turn(nodes[k], wanted(frame, role, k) * aligned_[static_cast<std::size_t>(nodes[k])]);
    }
    pose.apply();
    const glm::dvec3 hips =
        placeOf(frame.hips, motion.feet.level, fit.stride) - glm::dvec3(0.0, fit.drop, 0.0);
    pose.move(target_.map().first(BodyRole::kHips), hips - pose.middleOfHips());
    pose.apply();
}

std::array<glm::dvec3, 2> BodyTransfer::ankleGoals(const BodyMotion& motion, const AnkleGoals& ankles,
                                                   std::size_t i, double stride) const {
    const double width = target_.halfWidth() - source_.halfWidth() * scale_;
    std::array<glm::dvec3, 2> goals{};
    for (const int side : kSides) {
        const PlantedAnkle& ankle = ankles[static_cast<std::size_t>(side)][i];
        const glm::dvec3 left(std::cos(ankle.heading_rad), 0.0, -std::sin(ankle.heading_rad));
        goals[static_cast<std::size_t>(side)] =
            placeOf(ankle.place, motion.feet.level, stride) + left * (side == 0 ? width : -width);
    }
    return goals;
}

// How far the hips must go down so that feet on the ground are within reach.
double BodyTransfer::hipsDrop(const BodyMotion& motion, const AnkleGoals& ankles, double stride,
                              TargetPose& pose) const {
    constexpr double kLow = 0.04;      // of the leg's length: a foot on the ground
    constexpr double kStanding = 0.5;  // of the leg's length, the hips above the feet
    double drop = 0.0;
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
        poseBody(motion, i, {stride, 0.0}, pose);
        const std::array<glm::dvec3, 2> goals = ankleGoals(motion, ankles, i, stride);
        for (const int side : kSides) {
            const glm::dvec3& goal = goals[static_cast<std::size_t>(side)];
            if (goal.y > target_level_ + kLow * target_.legLength()) continue;
            const int hip = target_.map().first(onSide(BodyRole::kLeftUpperLeg, side));
            const glm::dvec3 way = pose.at(hip).place - goal;
            const double reach = kMostStraight * target_.legLength();
            if (way.y < kStanding * reach) continue;
            const double flat = way.x * way.x + way.z * way.z;
            drop = std::max(drop, way.y - std::sqrt(std::max(reach * reach - flat, 0.0)));
        }
    }
    return drop;
}

// All through a clip, since a drop per frame would show: the hips go down a little, and if that is not
// enough, the way over the ground becomes shorter.
BodyTransfer::Fit BodyTransfer::fitLegs(const BodyMotion& motion, const AnkleGoals& ankles,
                                        TargetPose& pose) const {
    constexpr double kMostDrop = 0.04;  // of the leg's length
    constexpr double kStep = 0.03;
    constexpr double kShortest = 0.7;
    const double most = kMostDrop * target_.legLength();
    Fit fit;
    for (;; fit.stride -= kStep) {
        fit.drop = hipsDrop(motion, ankles, fit.stride, pose);
        if (fit.drop <= most || fit.stride - kStep < kShortest) break;
    }
    constexpr double kDropAtShortest = 0.12;  // of the leg's length
    fit.drop = std::min(fit.drop, kDropAtShortest * target_.legLength());
    return fit;
}

// Keys, and moments between keys at which the legs are not half way between them: a knee that becomes
// straight.
std::vector<bool> BodyTransfer::neededMoments(const BodyMotion& motion,
                                              const std::vector<LocalPose>& poses) const {
    constexpr double kMost_rad = 0.002;
    std::vector<bool> needed;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        bool wanted_here = !motion.between[i];
        for (const BodyRole role : {BodyRole::kLeftUpperLeg, BodyRole::kLeftLowerLeg}) {
            for (const int side : kSides) {
                if (wanted_here) break;
                const auto node = static_cast<std::size_t>(target_.map().first(onSide(role, side)));
                const auto turn = [&](std::size_t at) { return poses[at].nodes[node].transform.rotation; };
                const glm::dquat half = glm::slerp(turn(i - 1), turn(i + 1), 0.5);
                const double cosine = std::min(std::abs(glm::dot(half, turn(i))), 1.0);
                wanted_here = 2.0 * std::acos(cosine) > kMost_rad;
            }
        }
        needed.push_back(wanted_here);
    }
    return needed;
}

void BodyTransfer::placeHands(const BodyFrame& frame, double grip, TargetPose& pose) const {
    const BodyMap& map = target_.map();
    if (!map.has(BodyRole::kLeftHand) || !map.has(BodyRole::kRightHand) || !source_has_hands_) return;
    std::array<glm::dvec3, 2> goals{};
    for (const int side : kSides) {
        const auto s = static_cast<std::size_t>(side);
        const int shoulder = map.first(onSide(BodyRole::kLeftUpperArm, side));
        goals[s] = pose.at(shoulder).place + (frame.hands[s] - frame.shoulders[s]) * arm_scale_;
    }
    const glm::dvec3 middle = (goals[0] + goals[1]) * 0.5;
    const glm::dvec3 half = (frame.hands[0] - frame.hands[1]) * (0.5 * arm_scale_);
    goals[0] = glm::mix(goals[0], middle + half, grip);
    goals[1] = glm::mix(goals[1], middle - half, grip);
    for (const int side : kSides) {
        const glm::dvec3& own = pose.at(map.first(onSide(BodyRole::kLeftHand, side))).place;
        pose.reach(BodyRole::kLeftUpperArm, BodyRole::kLeftLowerArm, side, own,
                   goals[static_cast<std::size_t>(side)]);
    }
}

TransferredClip BodyTransfer::transfer(const BodyMotion& motion, const Clip& like) const {
    const AnkleGoals ankles = plantedAnkles(motion);
    const std::vector<double> grips = gripWeights(motion, source_.armLength());
    TargetPose pose(target_);
    const Fit fit = fitLegs(motion, ankles, pose);
    std::vector<LocalPose> poses;
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
        poseBody(motion, i, fit, pose);
        const std::array<glm::dvec3, 2> goals = ankleGoals(motion, ankles, i, fit.stride);
        for (const int side : kSides)
            pose.reach(BodyRole::kLeftUpperLeg, BodyRole::kLeftLowerLeg, side, pose.ankle(side),
                       goals[static_cast<std::size_t>(side)]);
        placeHands(motion.frames[i], grips[i], pose);
        pose.apply();
        for (const int side : kSides) {
            const int foot = target_.map().first(onSide(BodyRole::kLeftFoot, side));
            if (moves(foot)) pose.move(foot, pose.ankle(side) - pose.at(foot).place);
        }
        pose.apply();
        for (const HeldJoint& held : held_)
            pose.put(held.node, pose.fileFromNode(held.hand) * held.hand_from_held);
        poses.push_back(pose.pose());
    }
    const std::vector<bool> needed = neededMoments(motion, poses);
    TransferredClip result;
    result.stride_scale = fit.stride;
    Clip& clip = result.clip;
    clip.name = like.name;
    clip.duration_s = like.duration_s;
    clip.markers = like.markers;
    for (std::size_t n = 0; n < target_.nodes().size(); ++n) {
        if (!poses.front().nodes[n].driven) continue;
        Channel channel;
        channel.node = static_cast<int>(n);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            if (needed[i])
                addKey(channel, motion.feet.times_s[i], poses[i].nodes[n].transform, moves(channel.node));
        }
        clip.channels.push_back(std::move(channel));
    }
    return result;
}

}  // namespace phalanx
