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
    LocalPose pose;
    pose.nodes.resize(model.nodes.size());
    for (std::size_t i = 0; i < pose.nodes.size(); ++i)
        pose.nodes[i].whole = model.nodes[i].parent_from_node_rest;
    for (const MorphTarget& target : model.morph_targets) pose.morph_weights.push_back(target.rest_weight);
    return pose;
}

LocalPose samplePose(const Model& model, const Clip& clip, double time_s) {
    LocalPose pose = restPose(model);
    TrackMoment moment = momentOf(clip, clipTime(clip, time_s));
    for (const Channel& channel : clip.channels) {
        LocalTransform& local = pose.nodes[static_cast<std::size_t>(channel.node)];
        if (!local.driven) local.transform = decompose(local.whole);
        local.driven = true;
        if (!channel.translations.keys.empty())
            local.transform.translation = sampleTrack(channel.translations, moment);
        if (!channel.rotations.keys.empty())
            local.transform.rotation = sampleTrack(channel.rotations, moment);
        if (!channel.scales.keys.empty()) local.transform.scale = sampleTrack(channel.scales, moment);
    }
    for (const MorphTrack& track : clip.morph_tracks)
        pose.morph_weights[static_cast<std::size_t>(track.target)] = sampleTrack(track.weights, moment);
    return pose;
}

LocalPose blendPoses(const LocalPose& a, const LocalPose& b, double weight) {
    assert(a.nodes.size() == b.nodes.size() && a.morph_weights.size() == b.morph_weights.size());
    const auto transformOf = [](const LocalTransform& local) {
        return local.driven ? local.transform : decompose(local.whole);
    };
    LocalPose result = a;
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        if (!a.nodes[i].driven && !b.nodes[i].driven) continue;
        const Transform from = transformOf(a.nodes[i]);
        const Transform to = transformOf(b.nodes[i]);
        result.nodes[i].driven = true;
        result.nodes[i].transform = {interpolate(from.translation, to.translation, weight),
                                     interpolate(from.rotation, to.rotation, weight),
                                     interpolate(from.scale, to.scale, weight)};
    }
    for (std::size_t i = 0; i < a.morph_weights.size(); ++i)
        result.morph_weights[i] = interpolate(a.morph_weights[i], b.morph_weights[i], weight);
    return result;
}

glm::dmat4 modelFromFile(const Model& model) {
    const double s = model.metres_per_unit;
    if (!model.z_up) return {s, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, 1.0};
    // The file's x stays, y becomes -z, z becomes y.
    return {s, 0.0, 0.0, 0.0, 0.0, 0.0, -s, 0.0, 0.0, s, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
}

std::vector<glm::dmat4> modelFromNode(const Model& model, const LocalPose& pose) {
    assert(pose.nodes.size() == model.nodes.size());
    const glm::dmat4 model_from_file = modelFromFile(model);
    std::vector<glm::dmat4> result(pose.nodes.size());
    for (std::size_t i = 0; i < pose.nodes.size(); ++i) {
        const LocalTransform& local = pose.nodes[i];
        const glm::dmat4 parent_from_node = local.driven ? toMatrix(local.transform) : local.whole;
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
