#include "anim/pose/pose.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "anim/pose/key_track.h"

namespace phalanx {

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
    TrackMoment moment = momentOf(clip, clipTime(clip, time_s));
    for (const Channel& channel : clip.channels) {
        LocalTransform& local = pose[static_cast<std::size_t>(channel.node)];
        if (!local.driven) local.transform = decompose(local.whole);
        local.driven = true;
        if (!channel.translations.keys.empty())
            local.transform.translation = sampleTrack(channel.translations, moment);
        if (!channel.rotations.keys.empty())
            local.transform.rotation = sampleTrack(channel.rotations, moment);
        if (!channel.scales.keys.empty()) local.transform.scale = sampleTrack(channel.scales, moment);
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
    // The file's x stays, y becomes -z, z becomes y.
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
