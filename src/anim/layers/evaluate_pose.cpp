#include "anim/layers/evaluate_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "anim/layers/aim.h"
#include "anim/layers/local_blend.h"
#include "anim/layers/solve_ik.h"
#include "anim/pose/finite.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

class Evaluation {
  public:
    Evaluation(const Model& model, const ResolvedPose& pose)
        : model_(model), pose_(pose), file_tree_(fileTree(model)) {}

    // The mix of clips after reparenting each of them.
    LocalPose sampled(const ClipMix& mix) const {
        if (mix.empty()) return moved(restPose(model_), "the rest pose");
        std::vector<LocalPose> samples;
        for (const WeightedClip& each : mix) {
            const Clip& clip = model_.clips[static_cast<std::size_t>(each.clip)];
            samples.push_back(moved(samplePose(model_, clip, each.time_s), clip.name));
        }
        LocalPose result = samples.front();
        std::vector<WeightedLocal> items(mix.size());
        for (std::size_t n = 0; n < result.nodes.size(); ++n) {
            for (std::size_t i = 0; i < mix.size(); ++i) items[i] = {&samples[i].nodes[n], mix[i].weight};
            result.nodes[n] = blendLocals(items);
        }
        for (std::size_t m = 0; m < result.morph_weights.size(); ++m) {
            double sum = 0.0;
            for (std::size_t i = 0; i < mix.size(); ++i) sum += mix[i].weight * samples[i].morph_weights[m];
            result.morph_weights[m] = sum;
        }
        return result;
    }

    void addLayer(const ResolvedLayer& layer, LocalPose& below) const {
        const LocalPose over = sampled(layer.clips);
        for (std::size_t n = 0; n < below.nodes.size(); ++n) {
            const double weight = layer.weightOf(n);
            const std::array<WeightedLocal, 2> items{WeightedLocal{&below.nodes[n], 1.0 - weight},
                                                     WeightedLocal{&over.nodes[n], weight}};
            below.nodes[n] = blendLocals(items);
        }
        for (std::size_t m = 0; m < below.morph_weights.size(); ++m) {
            const double weight = layer.weightOf(nodeOfMorph(m));
            below.morph_weights[m] += weight * (over.morph_weights[m] - below.morph_weights[m]);
        }
    }

    void add(const ResolvedAdditive& additive, LocalPose& below) const {
        const LocalPose clip = sampled(additive.clips);
        const LocalPose reference = sampled({additive.reference});
        for (std::size_t n = 0; n < below.nodes.size(); ++n) {
            below.nodes[n] =
                addLocal(below.nodes[n], clip.nodes[n], reference.nodes[n], additive.weightOf(n));
        }
        for (std::size_t m = 0; m < below.morph_weights.size(); ++m) {
            below.morph_weights[m] +=
                additive.weightOf(nodeOfMorph(m)) * (clip.morph_weights[m] - reference.morph_weights[m]);
        }
    }

  private:
    std::size_t nodeOfMorph(std::size_t target) const {
        return static_cast<std::size_t>(model_.morph_targets[target].node);
    }

    LocalPose moved(LocalPose pose, const std::string& name) const {
        reparentNodes(model_, file_tree_, pose_.reparented, name, pose);
        return pose;
    }

    const Model& model_;
    const ResolvedPose& pose_;
    PoseTree file_tree_;
};

}  // namespace

void reparentNodes(const Model& model, const PoseTree& file_tree, std::span<const Reparented> reparented,
                   const std::string& name, LocalPose& pose) {
    if (reparented.empty()) return;
    const std::vector<glm::dmat4> file_from_node = fileFromNode(file_tree, pose);
    for (const Reparented& each : reparented) {
        const auto joint = static_cast<std::size_t>(each.joint);
        const auto to = static_cast<std::size_t>(each.to);
        const glm::dmat4 to_from_joint = glm::inverse(file_from_node[to]) * file_from_node[joint];
        if (!isFinite(to_from_joint)) {
            throw usageError(
                printable(model.nodes[to].name),
                fmt::format("has no size in {}; no joint can be reparented to it", printable(name)));
        }
        pose.nodes[joint] = {true, decompose(to_from_joint), glm::dmat4(1.0)};
    }
}

std::vector<glm::dmat4> paletteOf(const Model& model, std::span<const glm::dmat4> file_from_node) {
    const glm::dmat4 model_from_file = modelFromFile(model);
    std::vector<glm::dmat4> result;
    for (const Joint& joint : model.palette) {
        result.push_back(model_from_file * file_from_node[static_cast<std::size_t>(joint.node)] *
                         joint.joint_from_bind);
    }
    return result;
}

EvaluatedPose evaluatePose(const Model& model, const ResolvedPose& pose, std::vector<IkTrace>* traces) {
    const Evaluation evaluation(model, pose);
    EvaluatedPose result;
    result.parents = pose.tree.parents;
    result.local = evaluation.sampled(pose.base);
    for (const ResolvedLayer& layer : pose.layers) evaluation.addLayer(layer, result.local);
    for (const ResolvedAdditive& additive : pose.additive) evaluation.add(additive, result.local);
    for (const ResolvedAim& aim : pose.aims)
        result.aims.push_back(solveAim(aim, glm::dmat3(modelFromFile(model)), pose.tree, result.local));
    for (const ResolvedIk& ik : pose.iks) {
        IkTrace* const trace = traces == nullptr ? nullptr : &traces->emplace_back();
        result.iks.push_back(solveIk(ik, pose.tree, result.local, trace));
    }
    result.file_from_node = fileFromNode(pose.tree, result.local);
    return result;
}

}  // namespace phalanx
