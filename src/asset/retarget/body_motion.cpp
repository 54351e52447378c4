#include "asset/retarget/body_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phalanx {
namespace {

double headingOf(const glm::dquat& turn) {
    const glm::dvec3 forward = turn * glm::dvec3(0.0, 0.0, 1.0);
    return std::atan2(forward.x, forward.z);
}

BodyFrame frameOf(const BodySkeleton& source, const JointPlaces& places) {
    BodyFrame frame;
    const auto at = [&](int node) -> const JointPlace& { return places[static_cast<std::size_t>(node)]; };
    for (std::size_t r = 0; r < kBodyRoles; ++r) {
        for (const int node : source.map().nodes(static_cast<BodyRole>(r))) {
            frame.turns[r].push_back(
                glm::normalize(at(node).turn * glm::conjugate(source.reference(node).turn)));
        }
    }
    for (const int side : {0, 1}) {
        const auto role = [&](BodyRole left) { return source.map().first(onSide(left, side)); };
        const auto s = static_cast<std::size_t>(side);
        frame.hips += at(role(BodyRole::kLeftUpperLeg)).place * 0.5;
        frame.shoulders[s] = at(role(BodyRole::kLeftUpperArm)).place;
        const int hand = role(BodyRole::kLeftHand);
        frame.hands[s] = at(hand >= 0 ? hand : role(BodyRole::kLeftLowerArm)).place;
    }
    frame.heading_rad = headingOf(frame.turns[static_cast<std::size_t>(BodyRole::kHips)].front());
    return frame;
}

// The mean direction of some headings.
double meanHeading(const std::vector<double>& headings, std::size_t first, std::size_t last) {
    double x = 0.0;
    double z = 0.0;
    for (std::size_t i = first; i <= last; ++i) {
        x += std::sin(headings[i]);
        z += std::cos(headings[i]);
    }
    return std::atan2(x, z);
}

void smoothHeadings(BodyMotion& motion) {
    constexpr double kWindow_s = 0.5;  // before and after
    std::vector<double> headings;
    for (const BodyFrame& frame : motion.frames) headings.push_back(frame.heading_rad);
    const std::vector<double>& times = motion.feet.times_s;
    // One that sways about one direction faces that way all the time.
    constexpr double kSway_rad = 0.8;
    const double mean = meanHeading(headings, 0, headings.size() - 1);
    const bool whole = std::all_of(headings.begin(), headings.end(), [&](double heading) {
        return std::abs(std::remainder(heading - mean, 2.0 * std::numbers::pi)) < kSway_rad;
    });
    std::size_t first = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < headings.size(); ++i) {
        while (times[first] < times[i] - kWindow_s) ++first;
        while (last + 1 < times.size() && times[last + 1] <= times[i] + kWindow_s) ++last;
        motion.frames[i].heading_rad = whole ? mean : meanHeading(headings, first, last);
    }
}

// Turns everything about Y and then moves it.
void place(BodyMotion& motion, double turn_rad, const glm::dvec3& move) {
    const glm::dquat turn = glm::angleAxis(turn_rad, glm::dvec3(0.0, 1.0, 0.0));
    const auto put = [&](glm::dvec3& point) { point = turn * point + move; };
    for (BodyFrame& frame : motion.frames) {
        for (std::vector<glm::dquat>& turns : frame.turns) {
            for (glm::dquat& own : turns) own = turn * own;
        }
        put(frame.hips);
        for (glm::dvec3& shoulder : frame.shoulders) put(shoulder);
        for (glm::dvec3& hand : frame.hands) put(hand);
        frame.heading_rad += turn_rad;
    }
    for (std::vector<glm::dvec3>& path : motion.feet.ankles) {
        for (glm::dvec3& point : path) put(point);
    }
}

}  // namespace

BodyMotion bodyMotion(const BodySkeleton& source, const Clip& clip, double level, bool free) {
    BodyMotion motion;
    Clip once = clip;
    once.loops = false;  // the last key is not the first
    once.morph_tracks.clear();
    for (const double time : keyTimes(once)) {
        std::vector<double>& times = motion.feet.times_s;
        if (!times.empty()) {
            times.push_back((times.back() + time) * 0.5);
            motion.between.push_back(true);
        }
        times.push_back(time);
        motion.between.push_back(false);
    }
    motion.feet.duration_s = clip.duration_s;
    motion.feet.level = level;
    motion.feet.leg_length = source.legLength();
    for (const double time : motion.feet.times_s) {
        const JointPlaces places = source.at(once, time);
        motion.frames.push_back(frameOf(source, places));
        motion.feet.hips.push_back(motion.frames.back().hips.y);
        for (const int side : {0, 1}) {
            const int foot = source.map().first(onSide(BodyRole::kLeftFoot, side));
            motion.feet.ankles[static_cast<std::size_t>(side)].push_back(
                places[static_cast<std::size_t>(foot)].place);
        }
    }
    if (free) {
        std::vector<double> headings;
        for (const BodyFrame& frame : motion.frames) headings.push_back(frame.heading_rad);
        const double turn = -meanHeading(headings, 0, headings.size() - 1);
        const glm::dvec3 hips = motion.frames.front().hips;
        const glm::dvec3 begins = glm::angleAxis(turn, glm::dvec3(0.0, 1.0, 0.0)) * hips;
        place(motion, turn, {-begins.x, 0.0, -begins.z});
    }
    smoothHeadings(motion);
    motion.contacts = findContacts(motion.feet);
    return motion;
}

BodyMotion mirroredMotion(const BodyMotion& motion) {
    BodyMotion mirror = motion;
    const auto flip = [](const glm::dvec3& point) { return glm::dvec3(-point.x, point.y, point.z); };
    // The same turn seen in a mirror at x = 0.
    const auto flipTurn = [](const glm::dquat& turn) { return glm::dquat(turn.w, turn.x, -turn.y, -turn.z); };
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
        const BodyFrame& from = motion.frames[i];
        BodyFrame& to = mirror.frames[i];
        for (std::size_t r = 0; r < kBodyRoles; ++r) {
            to.turns[r] = from.turns[static_cast<std::size_t>(mirrored(static_cast<BodyRole>(r)))];
            for (glm::dquat& turn : to.turns[r]) turn = flipTurn(turn);
        }
        to.hips = flip(from.hips);
        for (std::size_t s = 0; s < 2; ++s) {
            to.shoulders[s] = flip(from.shoulders[1 - s]);
            to.hands[s] = flip(from.hands[1 - s]);
        }
        to.heading_rad = -from.heading_rad;
        for (std::size_t s = 0; s < 2; ++s) mirror.feet.ankles[s][i] = flip(motion.feet.ankles[1 - s][i]);
    }
    std::swap(mirror.contacts.steps[0], mirror.contacts.steps[1]);
    mirror.contacts.ground_velocity.x = -mirror.contacts.ground_velocity.x;
    return mirror;
}

}  // namespace phalanx
