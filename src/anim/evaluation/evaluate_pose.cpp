#include "anim/evaluation/evaluate_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "anim/evaluation/aim.h"
#include "anim/evaluation/plant_feet.h"
#include "anim/evaluation/solve_ik.h"
#include "anim/feet/clip_feet.h"
#include "anim/layers/local_blend.h"
#include "anim/pose/finite.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Of the clips of a pose, blended.
struct FeetWanted {
    std::vector<FootMark> marks;  // per leg
    PelvisDrop drop;
};

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

    // What the clips want of the feet, after all layers; additive clips do not change it.
    FeetWanted feet(const ResolvedGround& ground) const {
        FeetWanted result = feetOf(pose_.base, ground);
        for (const ResolvedLayer& layer : pose_.layers) {
            const FeetWanted over = feetOf(layer.clips, ground);
            for (std::size_t i = 0; i < result.marks.size(); ++i) {
                const double weight = layer.weightOf(static_cast<std::size_t>(ground.legs[i].end));
                result.marks[i].blend(over.marks[i], weight);
            }
            result.drop.blend(over.drop, layer.weightOf(static_cast<std::size_t>(ground.pelvis)));
        }
        return result;
    }

  private:
    FeetWanted feetOf(const ClipMix& mix, const ResolvedGround& ground) const {
        FeetWanted result{std::vector<FootMark>(ground.legs.size()), {}};
        std::vector<LegNodes> legs;
        for (const ResolvedLeg& leg : ground.legs) legs.push_back({leg.upper, leg.middle, leg.end});
        const glm::dmat4 model_from_file = modelFromFile(model_);
        const auto add = [&](const LocalPose& pose, double weight, const auto& momentOf) {
            const std::vector<glm::dmat4> file_from_node = fileFromNode(pose_.tree, pose);
            for (std::size_t i = 0; i < legs.size(); ++i) {
                const glm::dvec3 ankle(model_from_file *
                                       file_from_node[static_cast<std::size_t>(legs[i].ankle)][3]);
                const FootMoment moment = momentOf(i, ankle);
                const glm::dvec4 place(moment.place_m.x, ankle.y, moment.place_m.y, 1.0);
                result.marks[i].place += weight * glm::dvec3(glm::inverse(model_from_file) * place);
                result.marks[i].contact += weight * moment.contact;
            }
        };
        if (mix.empty()) {
            add(moved(restPose(model_), "the rest pose"), 1.0, [](std::size_t, const glm::dvec3& ankle) {
                return FootMoment{1.0, {ankle.x, ankle.z}};
            });
        }
        for (const WeightedClip& each : mix) {
            const auto number = static_cast<std::size_t>(each.clip);
            const Clip& clip = model_.clips[number];
            const ClipFeet feet = clipFeet(model_, clip, legs, ground.strides_m[number]);
            const double phase = clip.duration_s > 0.0 ? clipTime(clip, each.time_s) / clip.duration_s : 0.0;
            add(moved(samplePose(model_, clip, each.time_s), clip.name), each.weight,
                [&](std::size_t i, const glm::dvec3&) { return feet.curves[i].at(phase); });
            result.drop.add(feet.drop, each.weight);
        }
        return result;
    }

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

// Without a plane of its own the pose stands on flat ground.
std::vector<SolverReport> plant(const Model& model, const ResolvedPose& pose, const FeetWanted& wanted,
                                LocalPose& local) {
    const ResolvedGround& ground = *pose.ground;
    const glm::dmat3 model_from_file(modelFromFile(model));
    const glm::dvec3 up = glm::normalize(glm::inverse(model_from_file) * glm::dvec3(0.0, 1.0, 0.0));
    const ResolvedPlane plane = ground.plane.value_or(ResolvedPlane{0.0, up});
    const glm::dvec3 normal = model_from_file * plane.normal;
    const double drop_m = wanted.drop.at(-glm::dvec2(normal.x, normal.z) / normal.y);
    return plantFeet({ground.legs, ground.pelvis, up, ground.weight, drop_m / model.metres_per_unit,
                      groundOfPlane(plane, up)},
                     wanted.marks, pose.tree, local);
}

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
    if (pose.ground) result.legs = plant(model, pose, evaluation.feet(*pose.ground), result.local);
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
