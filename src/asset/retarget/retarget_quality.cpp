#include "asset/retarget/retarget_quality.h"

#include <algorithm>
#include <cmath>

#include "asset/retarget/motion_goals.h"

namespace phalanx {
namespace {

double angleBetween(const glm::dquat& a, const glm::dquat& b) {
    const glm::dvec3 forward(0.0, 0.0, 1.0);
    return std::acos(std::clamp(glm::dot(a * forward, b * forward), -1.0, 1.0));
}

// Between keys, too: feet that stand still at keys may still wander between them.
double slideInStep(const BodySkeleton& target, const Clip& clip, const AnklePaths& paths, int side,
                   const FootStep& step, const glm::dvec2& ground_velocity) {
    constexpr int kParts = 4;  // per interval of keys
    const auto place = [&](std::size_t counted, int part) {
        const StepMoment from = momentOf(paths, counted);
        double time_s = from.time_s;
        if (part > 0) time_s += (momentOf(paths, counted + 1).time_s - from.time_s) * part / kParts;
        const double in_clip = std::fmod(time_s, clip.duration_s);
        const double at_s = time_s > clip.duration_s ? in_clip : time_s;
        const glm::dvec3 ankle = target.ankle(target.at(clip, at_s), side);
        return glm::dvec2(ankle.x, ankle.z) - ground_velocity * time_s;
    };
    const glm::dvec2 begins = place(step.first, 0);
    double farthest = 0.0;
    for (std::size_t i = step.first; i < step.last; ++i) {
        for (int part = 0; part < kParts; ++part)
            farthest = std::max(farthest, glm::length(place(i, part) - begins));
    }
    return std::max(farthest, glm::length(place(step.last, 0) - begins));
}

}  // namespace

RetargetRow retargetQuality(const BodySkeleton& source, const BodyMotion& motion, const BodySkeleton& target,
                            const TransferredClip& transferred) {
    const Clip& clip = transferred.clip;
    RetargetRow row;
    row.clip = clip.name;
    const double scale = target.legLength() / source.legLength() * transferred.stride_scale;
    row.stride_scale = transferred.stride_scale;
    const double arm_scale = target.armLength() / source.armLength();
    Clip once = clip;
    once.loops = false;
    for (const int side : {0, 1}) {
        for (const FootStep& step : motion.contacts.steps[static_cast<std::size_t>(side)]) {
            ++row.steps;
            const glm::dvec2& ground = motion.contacts.ground_velocity;
            row.source_slide = std::max(row.source_slide, slideOf(motion.feet, side, step, ground) * scale);
            row.slide =
                std::max(row.slide, slideInStep(target, once, motion.feet, side, step, ground * scale));
        }
    }
    const std::vector<double> grips = gripWeights(motion, source.armLength());
    const BodyMap& map = target.map();
    const int head = map.first(BodyRole::kHead);
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
        const BodyFrame& frame = motion.frames[i];
        const JointPlaces places = target.at(once, motion.feet.times_s[i]);
        const auto at = [&](int node) { return places[static_cast<std::size_t>(node)].place; };
        const bool has_hands = map.has(BodyRole::kLeftHand) && map.has(BodyRole::kRightHand);
        for (const int side : {0, 1}) {
            const auto s = static_cast<std::size_t>(side);
            const int hand = map.first(onSide(BodyRole::kLeftHand, side));
            if (hand < 0 || grips[i] > 0.0) continue;
            const glm::dvec3 own = at(hand) - at(map.first(onSide(BodyRole::kLeftUpperArm, side)));
            const glm::dvec3 wanted = (frame.hands[s] - frame.shoulders[s]) * arm_scale;
            row.hand = std::max(row.hand, glm::length(own - wanted));
        }
        if (has_hands && grips[i] >= 1.0) {
            const glm::dvec3 own = at(map.first(BodyRole::kLeftHand)) - at(map.first(BodyRole::kRightHand));
            row.grip = std::max(row.grip, glm::length(own - (frame.hands[0] - frame.hands[1]) * arm_scale));
        }
        const std::vector<glm::dquat>& wanted = frame.turns[static_cast<std::size_t>(BodyRole::kHead)];
        if (head >= 0 && !wanted.empty()) {
            const glm::dquat own =
                places[static_cast<std::size_t>(head)].turn * glm::conjugate(target.reference(head).turn);
            row.head_rad = std::max(row.head_rad, angleBetween(own, wanted.back()));
        }
    }
    return row;
}

}  // namespace phalanx
