#include "anim/layers/rig_pose.h"

#include <array>
#include <cassert>
#include <utility>

#include "anim/bake/frame_lookup.h"
#include "anim/layers/aim.h"
#include "anim/layers/local_blend.h"
#include "anim/layers/pose_tree.h"
#include "anim/layers/two_bone_ik.h"
#include "anim/pose/pose.h"

namespace phalanx {
namespace {

LocalTransform rigid(const glm::dvec3& translation, const glm::dquat& rotation) {
    return {true, {translation, rotation, glm::dvec3(1.0)}, glm::dmat4(1.0)};
}

class RigEvaluation {
  public:
    RigEvaluation(const LayerRig& rig, const RigPose& pose) : rig_(rig), pose_(pose) {
        for (std::size_t j = 0; j < rig.joints.size(); ++j) {
            tree_.parents.push_back(rig.joints[j].parent);
            tree_.order.push_back(static_cast<int>(j));
        }
        local_.nodes.resize(rig.joints.size());
    }

    std::vector<glm::dmat4> run() {
        for (std::size_t j = 0; j < local_.nodes.size(); ++j) local_.nodes[j] = blended(j);
        for (std::size_t i = 0; i < pose_.aims.size(); ++i) solve(rig_.aims[i], pose_.aims[i]);
        for (std::size_t i = 0; i < pose_.iks.size(); ++i) solve(rig_.iks[i], pose_.iks[i]);
        return palette();
    }

  private:
    glm::dvec4 texel(std::uint32_t frame, std::size_t place) const {
        return glm::dvec4(rig_.texels[frame * rig_.texelsPerFrame() + place]);
    }
    glm::dvec3 translationAt(std::uint32_t frame, const RigJoint& joint) const {
        if (joint.track < 0) return glm::dvec3(joint.translation);
        return glm::dvec3(texel(frame, rig_.joints.size() + static_cast<std::size_t>(joint.track)));
    }

    // Between two frames: linear, then normalized.
    LocalTransform sampled(const RigSample& sample, std::size_t j) const {
        const RigJoint& joint = rig_.joints[j];
        glm::dvec4 turn = texel(sample.frame, j);
        glm::dvec3 translation = translationAt(sample.frame, joint);
        if (sample.within > 0.0) {
            turn = glm::mix(turn, texel(sample.frame + 1, j), sample.within);
            translation = glm::mix(translation, translationAt(sample.frame + 1, joint), sample.within);
        }
        return rigid(translation, glm::normalize(glm::dquat(turn.w, turn.x, turn.y, turn.z)));
    }

    LocalTransform mixed(const RigMix& mix, std::size_t joint) const {
        std::vector<LocalTransform> samples;
        for (const RigSample& sample : mix) samples.push_back(sampled(sample, joint));
        std::vector<WeightedLocal> items;
        for (std::size_t i = 0; i < mix.size(); ++i) items.push_back({&samples[i], mix[i].weight});
        return blendLocals(items, &samples.front());
    }

    double maskOf(int mask, std::size_t joint) const {
        return static_cast<double>(rig_.masks[static_cast<std::size_t>(mask)][joint]);
    }

    LocalTransform blended(std::size_t joint) const {
        LocalTransform result = mixed(pose_.base, joint);
        for (const RigLayer& layer : pose_.layers) {
            const double weight = layer.weight * maskOf(layer.mask, joint);
            const LocalTransform below = result;
            const LocalTransform over = mixed(layer.clips, joint);
            const std::array<WeightedLocal, 2> items{WeightedLocal{&below, 1.0 - weight},
                                                     WeightedLocal{&over, weight}};
            result = blendLocals(items);
        }
        for (const RigAdditive& each : pose_.additive) {
            result = addLocal(result, mixed(each.clips, joint), mixed(each.reference, joint),
                              each.weight * maskOf(each.mask, joint));
        }
        return result;
    }

    // Rig space of the roots is model space, so that points and angles are those of model space.
    void solve(const RigAim& aim, const RigAimTarget& wanted) {
        if (!(wanted.weight > 0.0)) return;
        ResolvedAim resolved;
        resolved.chain = aim.chain;
        resolved.joint = aim.joint;
        resolved.axis = glm::normalize(glm::dvec3(aim.axis));
        resolved.target = wanted.target;
        resolved.weight = wanted.weight;
        resolved.most_sideways_rad = static_cast<double>(aim.most_sideways_rad);
        resolved.most_up_down_rad = static_cast<double>(aim.most_up_down_rad);
        solveAim(resolved, glm::dmat3(1.0), tree_, local_);
    }
    void solve(const RigIk& ik, const RigIkTarget& wanted) {
        if (!(wanted.weight > 0.0)) return;
        solveTwoBones({ik.upper, ik.middle, ik.end, glm::dvec3(ik.rest_hinge), wanted.target, wanted.weight,
                       wanted.pole},
                      tree_, local_);
    }

    std::vector<glm::dmat4> palette() const {
        const std::vector<glm::dmat4> model_from_joint = fileFromNode(tree_, local_);
        std::vector<glm::dmat4> result;
        for (const RigSkin& skin : rig_.palette) {
            result.push_back(model_from_joint[static_cast<std::size_t>(skin.joint)] * rigFromBind(skin));
        }
        return result;
    }

    const LayerRig& rig_;
    const RigPose& pose_;
    PoseTree tree_;
    LocalPose local_;
};

}  // namespace

glm::dmat4 rigFromBind(const RigSkin& skin) {
    glm::dmat4 result(1.0);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column)
            result[column][row] = static_cast<double>(skin.rows[static_cast<std::size_t>(row)][column]);
    }
    return result;
}

RigPose rigPoseOf(const Model& model, const LayerRig& rig, const ResolvedPose& pose) {
    const auto sampleOf = [&](const WeightedClip& each) -> RigSample {
        const Clip& clip = model.clips[static_cast<std::size_t>(each.clip)];
        const double phase = clip.duration_s > 0.0 ? clipTime(clip, each.time_s) / clip.duration_s : 0.0;
        const FramePair pair = lookUpFrames(rig.clips, each.clip, phase, FrameLookup::kLinear);
        return {pair.before, pair.within, each.weight};
    };
    const auto mixOf = [&](const ClipMix& clip_mix) {
        RigMix mix;
        for (const WeightedClip& each : heaviestFirst(clip_mix)) mix.push_back(sampleOf(each));
        return mix;
    };
    const glm::dmat4 model_from_file = modelFromFile(model);
    const auto placed = [&](const glm::dvec3& point) {
        return glm::dvec3(model_from_file * glm::dvec4(point, 1.0));
    };
    RigPose result;
    result.base = pose.base.empty() ? RigMix{{rig.restFrame(), 0.0, 1.0}} : mixOf(pose.base);
    assert(rig.layer_masks.size() == pose.layers.size() && rig.additive_masks.size() == pose.additive.size());
    for (std::size_t i = 0; i < pose.layers.size(); ++i)
        result.layers.push_back({mixOf(pose.layers[i].clips), pose.layers[i].weight, rig.layer_masks[i]});
    for (std::size_t i = 0; i < pose.additive.size(); ++i) {
        const ResolvedAdditive& each = pose.additive[i];
        result.additive.push_back(
            {mixOf(each.clips), mixOf({each.reference}), each.weight, rig.additive_masks[i]});
    }
    for (const ResolvedAim& aim : pose.aims) result.aims.push_back({placed(aim.target), aim.weight});
    for (const ResolvedIk& ik : pose.iks) {
        result.iks.push_back({placed(ik.target), ik.weight, std::nullopt});
        if (ik.pole) result.iks.back().pole = placed(*ik.pole);
    }
    return result;
}

std::vector<glm::dmat4> evaluateRigPose(const LayerRig& rig, const RigPose& pose) {
    return RigEvaluation(rig, pose).run();
}

}  // namespace phalanx
