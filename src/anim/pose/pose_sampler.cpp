#include "anim/pose/pose_sampler.h"

#include "anim/pose/key_track.h"
#include "anim/pose/pose.h"

namespace phalanx {
namespace {

// Per node: whether it or one of its descendants is the node of a joint.
std::vector<bool> neededNodes(const Model& model) {
    std::vector<bool> needed(model.nodes.size(), false);
    for (const Joint& joint : model.palette) needed[static_cast<std::size_t>(joint.node)] = true;
    for (std::size_t i = needed.size(); i-- > 0;) {
        const int parent = model.nodes[i].parent;
        if (needed[i] && parent >= 0) needed[static_cast<std::size_t>(parent)] = true;
    }
    return needed;
}

}  // namespace

PoseSampler::PoseSampler(const Model& model, const Clip& clip)
    : model_(model),
      clip_(clip),
      model_from_node_(model.nodes.size()),
      model_from_bind_(model.palette.size()),
      morph_weights_(restPose(model).morph_weights) {
    std::vector<Step> steps(model.nodes.size());
    std::vector<bool> driven(model.nodes.size(), false);
    // If two channels animate the same property of a node, the later one is used.
    for (const Channel& channel : clip.channels) {
        const auto node = static_cast<std::size_t>(channel.node);
        driven[node] = true;
        if (!channel.translations.keys.empty()) steps[node].translations = &channel.translations;
        if (!channel.rotations.keys.empty()) steps[node].rotations = &channel.rotations;
        if (!channel.scales.keys.empty()) steps[node].scales = &channel.scales;
    }
    const std::vector<bool> needed = neededNodes(model);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!needed[i]) continue;
        Step& step = steps[i];
        step.node = static_cast<int>(i);
        step.parent = model.nodes[i].parent;
        step.parent_from_node = model.nodes[i].parent_from_node_rest;
        if (driven[i]) {
            step.start = decompose(step.parent_from_node);
            step.parent_from_node = toMatrix(step.start);
        }
        steps_.push_back(step);
    }
}

const std::vector<glm::dmat4>& PoseSampler::sample(double time_s) {
    const glm::dmat4 model_from_file = modelFromFile(model_);
    TrackMoment moment = momentOf(clip_, clipTime(clip_, time_s));
    for (const Step& step : steps_) {
        const glm::dmat4& model_from_parent =
            step.parent < 0 ? model_from_file : model_from_node_[static_cast<std::size_t>(step.parent)];
        glm::dmat4& model_from_node = model_from_node_[static_cast<std::size_t>(step.node)];
        if (step.translations == nullptr && step.rotations == nullptr && step.scales == nullptr) {
            model_from_node = model_from_parent * step.parent_from_node;
            continue;
        }
        Transform local = step.start;
        if (step.translations != nullptr) local.translation = sampleTrack(*step.translations, moment);
        if (step.rotations != nullptr) local.rotation = sampleTrack(*step.rotations, moment);
        if (step.scales != nullptr) local.scale = sampleTrack(*step.scales, moment);
        model_from_node = model_from_parent * toMatrix(local);
    }
    for (std::size_t j = 0; j < model_from_bind_.size(); ++j) {
        const Joint& joint = model_.palette[j];
        model_from_bind_[j] = model_from_node_[static_cast<std::size_t>(joint.node)] * joint.joint_from_bind;
    }
    for (const MorphTrack& track : clip_.morph_tracks)
        morph_weights_[static_cast<std::size_t>(track.target)] = sampleTrack(track.weights, moment);
    return model_from_bind_;
}

}  // namespace phalanx
