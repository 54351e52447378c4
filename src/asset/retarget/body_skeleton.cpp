#include "asset/retarget/body_skeleton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "anim/pose/pose.h"

namespace phalanx {
namespace {

// The rotation by quarter turns that is nearest to a matrix.
glm::dmat3 nearestQuarterTurns(const glm::dmat3& matrix) {
    glm::dmat3 best(1.0);
    double best_trace = -1e300;
    for (int x = 0; x < 6; ++x) {
        for (int y = 0; y < 6; ++y) {
            if (x / 2 == y / 2) continue;
            glm::dvec3 first(0.0);
            glm::dvec3 second(0.0);
            first[x / 2] = x % 2 == 0 ? 1.0 : -1.0;
            second[y / 2] = y % 2 == 0 ? 1.0 : -1.0;
            const glm::dmat3 turn(first, second, glm::cross(first, second));
            double trace = 0.0;
            for (int i = 0; i < 3; ++i) trace += glm::dot(turn[i], matrix[i]);
            if (trace > best_trace) {
                best_trace = trace;
                best = turn;
            }
        }
    }
    return best;
}

std::vector<glm::dmat4> restPlaces(const std::vector<Node>& nodes) {
    std::vector<glm::dmat4> places;
    for (const Node& node : nodes) {
        places.push_back(node.parent < 0
                             ? node.parent_from_node_rest
                             : places[static_cast<std::size_t>(node.parent)] * node.parent_from_node_rest);
    }
    return places;
}

// Nodes of the palette in their bind pose; others follow their parents.
std::vector<glm::dmat4> bindPlaces(const std::vector<Node>& nodes, std::span<const Joint> palette, int hips) {
    std::vector<glm::dmat4> places = restPlaces(nodes);
    std::vector<const Joint*> joint_of(nodes.size(), nullptr);
    for (const Joint& joint : palette) {
        const Joint*& entry = joint_of[static_cast<std::size_t>(joint.node)];
        if (entry == nullptr) entry = &joint;
    }
    // Where the space of the vertices lies: the highest joint says it, but for a turn that is part of a pose.
    const Joint* root = joint_of[static_cast<std::size_t>(hips)];
    for (std::size_t n = 0; root == nullptr && n < nodes.size(); ++n) root = joint_of[n];
    if (root == nullptr) return places;
    const glm::dmat4 root_from_bind = places[static_cast<std::size_t>(root->node)] * root->joint_from_bind;
    const double scale = std::cbrt(std::abs(glm::determinant(glm::dmat3(root_from_bind))));
    if (!(scale > 0.0)) return places;
    glm::dmat4 file_from_bind(nearestQuarterTurns(glm::dmat3(root_from_bind) / scale) * scale);
    const glm::dvec4 origin = glm::inverse(root->joint_from_bind)[3];
    file_from_bind[3] = glm::dvec4(
        glm::dvec3(places[static_cast<std::size_t>(root->node)][3]) - glm::dvec3(file_from_bind * origin),
        1.0);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (joint_of[n] != nullptr) {
            places[n] = file_from_bind * glm::inverse(joint_of[n]->joint_from_bind);
        } else if (nodes[n].parent >= 0) {
            places[n] = places[static_cast<std::size_t>(nodes[n].parent)] * nodes[n].parent_from_node_rest;
        }
    }
    return places;
}

// The skeleton of a body has no morph targets.
Clip withoutMorphs(const Clip& clip) {
    Clip result = clip;
    result.morph_tracks.clear();
    return result;
}

}  // namespace

BodySkeleton::BodySkeleton(std::vector<Node> nodes, std::span<const Joint> palette, BodyMap map)
    : map_(std::move(map)) {
    skeleton_.nodes = std::move(nodes);
    const std::vector<glm::dmat4> places = bindPlaces(skeleton_.nodes, palette, map_.first(BodyRole::kHips));
    const auto at = [&](BodyRole role) {
        return glm::dvec3(places[static_cast<std::size_t>(map_.first(role))][3]);
    };
    const glm::dvec3 thigh_l = at(BodyRole::kLeftUpperLeg);
    const glm::dvec3 thigh_r = at(BodyRole::kRightUpperLeg);
    const glm::dvec3 feet = (at(BodyRole::kLeftFoot) + at(BodyRole::kRightFoot)) * 0.5;
    const glm::dvec3 arms = (at(BodyRole::kLeftUpperArm) + at(BodyRole::kRightUpperArm)) * 0.5;
    const glm::dvec3 up = glm::normalize(arms - feet);
    glm::dvec3 left = thigh_l - thigh_r;
    left = glm::normalize(left - up * glm::dot(left, up));
    file_from_body_ = nearestQuarterTurns(glm::dmat3(left, up, glm::cross(left, up)));
    reference_ = from(places);
    const auto length = [&](BodyRole a, BodyRole b) { return glm::length(at(a) - at(b)); };
    leg_length_ = (length(BodyRole::kLeftUpperLeg, BodyRole::kLeftLowerLeg) +
                   length(BodyRole::kLeftLowerLeg, BodyRole::kLeftFoot) +
                   length(BodyRole::kRightUpperLeg, BodyRole::kRightLowerLeg) +
                   length(BodyRole::kRightLowerLeg, BodyRole::kRightFoot)) *
                  0.5;
    arm_length_ = (length(BodyRole::kLeftUpperArm, BodyRole::kLeftLowerArm) +
                   length(BodyRole::kRightUpperArm, BodyRole::kRightLowerArm)) *
                  0.5;
    if (map_.has(BodyRole::kLeftHand) && map_.has(BodyRole::kRightHand)) {
        arm_length_ += (length(BodyRole::kLeftLowerArm, BodyRole::kLeftHand) +
                        length(BodyRole::kRightLowerArm, BodyRole::kRightHand)) *
                       0.5;
    }
    half_width_ = glm::length(thigh_l - thigh_r) * 0.5;
}

JointPlaces BodySkeleton::from(std::span<const glm::dmat4> file_from_node) const {
    const glm::dmat3 body_from_file = glm::transpose(file_from_body_);
    const glm::dquat turn = glm::quat_cast(body_from_file);
    JointPlaces places(file_from_node.size());
    for (std::size_t n = 0; n < places.size(); ++n) {
        places[n].turn = glm::normalize(turn * decompose(file_from_node[n]).rotation);
        places[n].place = body_from_file * glm::dvec3(file_from_node[n][3]);
    }
    return places;
}

JointPlaces BodySkeleton::at(const Clip& clip, double time_s) const {
    const LocalPose pose = clip.morph_tracks.empty() ? samplePose(skeleton_, clip, time_s)
                                                     : samplePose(skeleton_, withoutMorphs(clip), time_s);
    std::vector<glm::dmat4> file_from_node(pose.nodes.size());
    for (std::size_t n = 0; n < file_from_node.size(); ++n) {
        const LocalTransform& local = pose.nodes[n];
        const glm::dmat4 matrix = local.driven ? toMatrix(local.transform) : local.whole;
        const int parent = skeleton_.nodes[n].parent;
        file_from_node[n] = parent < 0 ? matrix : file_from_node[static_cast<std::size_t>(parent)] * matrix;
    }
    return from(file_from_node);
}

bool BodySkeleton::isUsable() const {
    const auto positive = [](double length) { return std::isfinite(length) && length > 0.0; };
    if (!positive(leg_length_) || !positive(arm_length_) || !positive(half_width_)) return false;
    const auto middle = [&](BodyRole left) {
        return (reference(map_.first(left)).place + reference(map_.first(onSide(left, 1))).place) * 0.5;
    };
    const glm::dvec3 trunk = middle(BodyRole::kLeftUpperArm) - middle(BodyRole::kLeftUpperLeg);
    const glm::dvec3 legs = middle(BodyRole::kLeftUpperLeg) - middle(BodyRole::kLeftFoot);
    constexpr double kInLine = 0.6;  // cosine
    return glm::dot(trunk, legs) > kInLine * glm::length(trunk) * glm::length(legs);
}

glm::dvec3 BodySkeleton::ankle(const JointPlaces& places, int side) const {
    const int lower = map_.first(onSide(BodyRole::kLeftLowerLeg, side));
    const JointPlace& at_reference = reference(lower);
    const glm::dvec3 own =
        glm::conjugate(at_reference.turn) *
        (reference(map_.first(onSide(BodyRole::kLeftFoot, side))).place - at_reference.place);
    const JointPlace& now = places[static_cast<std::size_t>(lower)];
    return now.place + now.turn * own;
}

double BodySkeleton::ankleLevel(std::span<const Clip> clips) const {
    const auto lowest = [&](const JointPlaces& places) {
        return std::min(places[static_cast<std::size_t>(map_.first(BodyRole::kLeftFoot))].place.y,
                        places[static_cast<std::size_t>(map_.first(BodyRole::kRightFoot))].place.y);
    };
    std::vector<double> levels;
    for (const Clip& whole : clips) {
        const Clip clip = withoutMorphs(whole);
        // Often enough that a step is not missed.
        constexpr double kPerSecond = 15.0;
        const int moments = static_cast<int>(std::clamp(clip.duration_s * kPerSecond, 40.0, 6000.0));
        std::vector<double> heights;
        for (int i = 0; i < moments; ++i) heights.push_back(lowest(at(clip, clip.duration_s * i / moments)));
        const auto low = heights.begin() + moments / 20;
        std::nth_element(heights.begin(), low, heights.end());
        levels.push_back(*low);
    }
    if (levels.empty()) return lowest(reference_);
    const auto middle = levels.begin() + static_cast<std::ptrdiff_t>(levels.size() / 2);
    std::nth_element(levels.begin(), middle, levels.end());
    return *middle;
}

std::vector<double> keyTimes(const Clip& clip) {
    constexpr double kNearest_s = 1.0 / 250.0;
    constexpr double kFarthest_s = 1.0 / 12.0;
    constexpr double kStep_s = 1.0 / 30.0;  // where keys are farther apart
    std::set<double> keys{0.0, clip.duration_s};
    for (const Channel& channel : clip.channels) {
        eachTrack(channel, [&](const auto& track) {
            for (const auto& key : track.keys) keys.insert(std::clamp(key.time_s, 0.0, clip.duration_s));
        });
    }
    std::vector<double> times;
    for (const double time : keys) {
        if (!times.empty()) {
            const double gap = time - times.back();
            if (gap < kNearest_s) {
                if (time == clip.duration_s && times.size() > 1) times.back() = time;
                continue;
            }
            if (gap > kFarthest_s) {
                const double before = times.back();
                const int parts = static_cast<int>(std::ceil(gap / kStep_s));
                for (int i = 1; i < parts; ++i) times.push_back(before + gap * i / parts);
            }
        }
        times.push_back(time);
    }
    return times;
}

}  // namespace phalanx
