#include "anim/pose.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace phalanx {
namespace {

glm::dvec3 interpolate(const glm::dvec3& a, const glm::dvec3& b, double t) {
    return a + (b - a) * t;
}

glm::dquat interpolate(const glm::dquat& a, const glm::dquat& b, double t) {
    return glm::slerp(a, b, t);
}

// `open_loop_s` > 0: from the last key back to the first in that time.
template <typename Value>
Value sampleTrack(const std::vector<Key<Value>>& keys, double time_s, double open_loop_s, double last_key_s) {
    if (time_s <= keys.front().time_s) {
        // Between the closing gap's end and the first key: hold, as before the first key of any track.
        return keys.front().value;
    }
    const auto next = std::upper_bound(keys.begin(), keys.end(), time_s,
                                       [](double t, const Key<Value>& key) { return t < key.time_s; });
    if (next == keys.end()) {
        const Key<Value>& last = keys.back();
        if (open_loop_s <= 0.0 || time_s <= last_key_s) return last.value;
        return interpolate(last.value, keys.front().value,
                           std::min(1.0, (time_s - last_key_s) / open_loop_s));
    }
    const Key<Value>& before = *(next - 1);
    const double span = next->time_s - before.time_s;
    return interpolate(before.value, next->value, span > 0.0 ? (time_s - before.time_s) / span : 1.0);
}

}  // namespace

double clipTime(const Clip& clip, double time_s) {
    if (clip.duration_s <= 0.0) return 0.0;
    if (!clip.loops) return std::clamp(time_s, 0.0, clip.duration_s);
    const double wrapped = time_s - std::floor(time_s / clip.duration_s) * clip.duration_s;
    return std::clamp(wrapped, 0.0, clip.duration_s);
}

LocalPose restPose(const Model& model) {
    LocalPose pose(model.nodes.size());
    for (std::size_t i = 0; i < pose.size(); ++i) pose[i].whole = model.nodes[i].parent_from_node_rest;
    return pose;
}

LocalPose samplePose(const Model& model, const Clip& clip, double time_s) {
    LocalPose pose = restPose(model);
    const double t = clipTime(clip, time_s);
    const double last_key_s = clip.duration_s - clip.closing_s;
    for (const Channel& channel : clip.channels) {
        LocalTransform& local = pose[static_cast<std::size_t>(channel.node)];
        if (!local.driven) local.transform = decompose(local.whole);
        local.driven = true;
        if (!channel.translations.empty()) {
            local.transform.translation = sampleTrack(channel.translations, t, clip.closing_s, last_key_s);
        }
        if (!channel.rotations.empty()) {
            local.transform.rotation = sampleTrack(channel.rotations, t, clip.closing_s, last_key_s);
        }
        if (!channel.scales.empty()) {
            local.transform.scale = sampleTrack(channel.scales, t, clip.closing_s, last_key_s);
        }
    }
    return pose;
}

LocalPose blendPoses(const LocalPose& a, const LocalPose& b, double weight) {
    assert(a.size() == b.size());
    LocalPose result = a;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!a[i].driven && !b[i].driven) continue;
        const Transform from = a[i].driven ? a[i].transform : decompose(a[i].whole);
        const Transform to = b[i].driven ? b[i].transform : decompose(b[i].whole);
        result[i].driven = true;
        result[i].transform = {interpolate(from.translation, to.translation, weight),
                               interpolate(from.rotation, to.rotation, weight),
                               interpolate(from.scale, to.scale, weight)};
    }
    return result;
}

glm::dmat4 modelFromFile(const Model& model) {
    const double s = model.metres_per_unit;
    if (!model.z_up) return {s, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, 1.0};
    // x stays, y goes back, z goes up.
    return {s, 0.0, 0.0, 0.0, 0.0, 0.0, -s, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
}

std::vector<glm::dmat4> modelFromNode(const Model& model, const LocalPose& pose) {
    assert(pose.size() == model.nodes.size());
    const glm::dmat4 model_from_file = modelFromFile(model);
    std::vector<glm::dmat4> result(pose.size());
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const glm::dmat4 parent_from_node = pose[i].driven ? toMatrix(pose[i].transform) : pose[i].whole;
        const int parent = model.nodes[i].parent;
        const glm::dmat4& model_from_parent =
            parent < 0 ? model_from_file : result[static_cast<std::size_t>(parent)];
        result[i] = model_from_parent * parent_from_node;
    }
    return result;
}

std::vector<glm::dmat4> modelFromBind(const Model& model, const LocalPose& pose) {
    const std::vector<glm::dmat4> model_from_node = modelFromNode(model, pose);
    std::vector<glm::dmat4> result;
    result.reserve(model.palette.size());
    for (const Joint& joint : model.palette) {
        result.push_back(model_from_node[static_cast<std::size_t>(joint.node)] * joint.joint_from_bind);
    }
    return result;
}

}  // namespace phalanx
