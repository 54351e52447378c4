#include "anim/rig/rig_pose.h"

#include <array>
#include <cassert>
#include <utility>

#include "anim/bake/frame_lookup.h"
#include "anim/evaluation/aim.h"
#include "anim/evaluation/plant_feet.h"
#include "anim/evaluation/solve_ik.h"
#include "anim/feet/clip_feet.h"
#include "anim/layers/local_blend.h"
#include "anim/layers/pose_tree.h"
#include "anim/pose/pose.h"
#include "anim/rig/mistaken_blend.h"

namespace phalanx {
namespace {

LocalTransform rigid(const glm::dvec3& translation, const glm::dquat& rotation) {
    return {true, {translation, rotation, glm::dvec3(1.0)}, glm::dmat4(1.0)};
}

glm::dvec4 texelOf(const LayerRig& rig, std::uint32_t frame, std::size_t place) {
    return glm::dvec4(rig.texels[frame * rig.texelsPerFrame() + place]);
}

bool ofOddClip(const LayerRig& rig, std::uint32_t frame) {
    for (std::size_t c = 1; c < rig.clips.size(); c += 2) {
        const BakedClip& clip = rig.clips[c];
        if (frame >= clip.first_frame && frame <= clip.first_frame + clip.intervals) return true;
    }
    return false;
}

glm::dvec3 translationAt(const LayerRig& rig, std::uint32_t frame, const RigJoint& joint) {
    if (joint.track < 0) return glm::dvec3(joint.translation);
    return glm::dvec3(texelOf(rig, frame, rig.joints.size() + static_cast<std::size_t>(joint.track)));
}

class RigEvaluation {
  public:
    RigEvaluation(const LayerRig& rig, const RigPose& pose, LayerMistakes mistakes)
        : rig_(rig), pose_(pose), mistakes_(mistakes) {
        for (std::size_t j = 0; j < rig.joints.size(); ++j) {
            tree_.parents.push_back(rig.joints[j].parent);
            tree_.order.push_back(static_cast<int>(j));
        }
    }

    const LocalPose& locals() {
        local_ = posedBy(pose_.base);
        if (!mistakes_.aim_before_layers) layOver();
        if (rig_.ground) plant(*rig_.ground);
        for (std::size_t i = 0; i < pose_.aims.size(); ++i) solve(rig_.aims[i], pose_.aims[i]);
        for (std::size_t i = 0; i < pose_.iks.size(); ++i) solve(rig_.iks[i], pose_.iks[i]);
        if (mistakes_.aim_before_layers) layOver();
        return local_;
    }
    glm::dvec3 placeByClips(int joint) const {
        glm::dvec3 place(0.0);
        for (; joint >= 0; joint = tree_.parents[static_cast<std::size_t>(joint)]) {
            const auto j = static_cast<std::size_t>(joint);
            const Transform local = transformOf(laidOver(mixed(pose_.base, j), j));
            place = local.translation + local.rotation * place;
        }
        return place;
    }
    std::vector<FootMark> marks() const { return wantedFeet().marks; }
    // After locals().
    std::vector<glm::dmat4> palette() const {
        return mistakes_.inRows() ? mistakenPalette() : rightPalette();
    }

  private:
    LocalTransform blend(std::span<const WeightedLocal> items, const LocalTransform* pole = nullptr) const {
        return mistakes_.no_hemisphere ? blendAsTheyAre(items) : blendLocals(items, pole);
    }

    LocalTransform mixed(const RigMix& mix, std::size_t joint) const {
        std::vector<LocalTransform> samples;
        for (const RigSample& sample : mix) samples.push_back(rigSample(rig_, sample, joint, mistakes_));
        std::vector<WeightedLocal> items;
        for (std::size_t i = 0; i < mix.size(); ++i) items.push_back({&samples[i], mix[i].weight});
        if (mistakes_.chained_slerps) return chainSlerps(items, !mistakes_.no_hemisphere);
        return blend(items, &samples.front());
    }

    LocalPose posedBy(const RigMix& mix) const {
        LocalPose pose;
        for (std::size_t j = 0; j < rig_.joints.size(); ++j) pose.nodes.push_back(mixed(mix, j));
        return pose;
    }

    double maskOf(int mask, std::size_t joint) const {
        return static_cast<double>(rig_.masks[static_cast<std::size_t>(mask)][joint]);
    }

    // Layers and additive clips, as far as they act on local transforms.
    LocalTransform laidOver(LocalTransform local, std::size_t joint) const {
        if (!mistakes_.model_space_masks) {
            for (const RigLayer& layer : pose_.layers)
                local = over(local, mixed(layer.clips, joint), weightOf(layer, joint));
        }
        if (mistakes_.added_matrices) return local;
        for (const RigAdditive& each : pose_.additive) {
            const auto add = mistakes_.no_hemisphere ? addAsItIs : addLocal;
            local = add(local, mixed(each.clips, joint), mixed(each.reference, joint), weightOf(each, joint));
        }
        return local;
    }
    void layOver() {
        for (std::size_t j = 0; j < local_.nodes.size(); ++j) local_.nodes[j] = laidOver(local_.nodes[j], j);
    }

    // Marks of the ankles and drops of the pelvis.
    struct Feet {
        std::vector<FootMark> marks;
        PelvisDrop drop;
    };
    Feet feetOf(const RigMix& mix) const {
        const std::size_t legs = rig_.ground->legs.size();
        Feet feet{std::vector<FootMark>(legs), {}};
        const auto add = [&](std::uint32_t frame, double weight) {
            if (!(weight > 0.0)) return;
            for (std::size_t i = 0; i < rig_.feetTexels(); ++i) {
                const glm::dvec4 texel = weight * texelOf(rig_, frame, rig_.firstFeetTexel() + i);
                if (i < legs) {
                    feet.marks[i].place += glm::dvec3(texel);
                    feet.marks[i].contact += texel.w;
                    continue;
                }
                for (std::size_t d = 0; d < 4; ++d)
                    feet.drop.drops_m[4 * (i - legs) + d] += texel[static_cast<int>(d)];
            }
        };
        for (const RigSample& sample : mix) {
            add(sample.frame, sample.weight * (1.0 - sample.within));
            add(sample.frame + 1, sample.weight * sample.within);
        }
        return feet;
    }

    // After all layers.
    Feet wantedFeet() const {
        const RigGround& ground = *rig_.ground;
        Feet feet = feetOf(pose_.base);
        for (const RigLayer& layer : pose_.layers) {
            const Feet over = feetOf(layer.clips);
            for (std::size_t i = 0; i < feet.marks.size(); ++i)
                feet.marks[i].blend(over.marks[i],
                                    weightOf(layer, static_cast<std::size_t>(ground.legs[i].end)));
            feet.drop.blend(over.drop, weightOf(layer, static_cast<std::size_t>(ground.pelvis)));
        }
        return feet;
    }

    void plant(const RigGround& ground) {
        Feet feet = wantedFeet();
        if (mistakes_.feet_switch) {
            for (FootMark& mark : feet.marks) mark.contact = mark.contact < 0.5 ? 0.0 : 1.0;
        }
        const auto below = ground.plane   ? groundOfPlane(*ground.plane, glm::dvec3(0.0, 1.0, 0.0))
                           : pose_.ground ? pose_.ground
                                          : [](const glm::dvec3&) { return GroundAt{}; };
        const GroundAt here = below(glm::dvec3(0.0));
        const double drop_m = feet.drop.at(-glm::dvec2(here.normal.x, here.normal.z) / here.normal.y);
        plantFeet({ground.legs, ground.pelvis, glm::dvec3(0.0, 1.0, 0.0), ground.weight * pose_.ground_weight,
                   drop_m, below, mistakes_.no_pelvis_drop},
                  feet.marks, tree_, local_);
    }

    template <typename Operator>
    double weightOf(const Operator& each, std::size_t joint) const {
        return each.weight * maskOf(each.mask, joint);
    }

    LocalTransform over(const LocalTransform& below, const LocalTransform& above, double weight) const {
        const std::array<WeightedLocal, 2> items{WeightedLocal{&below, 1.0 - weight},
                                                 WeightedLocal{&above, weight}};
        return blend(items, &below);
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
        ResolvedIk resolved;
        resolved.chain = ik.chain;
        resolved.rest_hinge = glm::dvec3(ik.rest_hinge);
        resolved.target = wanted.target;
        resolved.weight = wanted.weight;
        resolved.pole = wanted.pole;
        resolved.solver = ik.rounds > 0 ? IkSolver::kFabrik : IkSolver::kTwoBone;
        resolved.rounds = ik.rounds;
        solveIk(resolved, tree_, local_);
    }

    std::vector<glm::dmat4> rightPalette() const {
        const std::vector<glm::dmat4> model_from_joint = fileFromNode(tree_, local_);
        std::vector<glm::dmat4> result;
        for (const RigSkin& skin : rig_.palette) {
            result.push_back(model_from_joint[static_cast<std::size_t>(skin.joint)] * rigFromBind(skin));
        }
        return result;
    }

    // model_from_joint as rotation and translation, whose quaternions have the signs of their factors.
    LocalPose inModel(const LocalPose& pose) const {
        LocalPose result;
        for (std::size_t j = 0; j < pose.nodes.size(); ++j) {
            const Transform each = transformOf(pose.nodes[j]);
            const int parent = rig_.joints[j].parent;
            if (parent < 0) {
                result.nodes.push_back(rigid(each.translation, each.rotation));
                continue;
            }
            const Transform& to = result.nodes[static_cast<std::size_t>(parent)].transform;
            result.nodes.push_back(
                rigid(to.translation + to.rotation * each.translation, to.rotation * each.rotation));
        }
        return result;
    }

    std::vector<glm::dmat4> mistakenPalette() const {
        LocalPose model = inModel(local_);
        std::vector<glm::dmat4> added(model.nodes.size(), glm::dmat4(0.0));
        if (mistakes_.model_space_masks) {
            for (const RigLayer& layer : pose_.layers) {
                const LocalPose above = inModel(posedBy(layer.clips));
                for (std::size_t j = 0; j < model.nodes.size(); ++j)
                    model.nodes[j] = over(model.nodes[j], above.nodes[j], weightOf(layer, j));
            }
        }
        if (mistakes_.added_matrices) {
            for (const RigAdditive& each : pose_.additive) {
                const LocalPose clip = inModel(posedBy(each.clips));
                const LocalPose reference = inModel(posedBy(each.reference));
                for (std::size_t j = 0; j < added.size(); ++j) {
                    added[j] += weightOf(each, j) *
                                (toMatrix(clip.nodes[j].transform) - toMatrix(reference.nodes[j].transform));
                }
            }
        }
        std::vector<glm::dmat4> result;
        for (const RigSkin& skin : rig_.palette) {
            const auto joint = static_cast<std::size_t>(skin.joint);
            result.push_back((toMatrix(model.nodes[joint].transform) + added[joint]) * rigFromBind(skin));
        }
        return result;
    }

    const LayerRig& rig_;
    const RigPose& pose_;
    LayerMistakes mistakes_;
    PoseTree tree_;
    LocalPose local_;
};

}  // namespace

// Between two frames: linear, then normalized.
LocalTransform rigSample(const LayerRig& rig, const RigSample& sample, std::size_t joint,
                         const LayerMistakes& mistakes) {
    const RigJoint& of_joint = rig.joints[joint];
    glm::dvec4 turn = texelOf(rig, sample.frame, joint);
    glm::dvec3 translation = translationAt(rig, sample.frame, of_joint);
    if (sample.within > 0.0) {
        turn = glm::mix(turn, texelOf(rig, sample.frame + 1, joint), sample.within);
        translation = glm::mix(translation, translationAt(rig, sample.frame + 1, of_joint), sample.within);
    }
    if (mistakes.no_hemisphere && ofOddClip(rig, sample.frame)) turn = -turn;
    return rigid(translation, glm::normalize(glm::dquat(turn.w, turn.x, turn.y, turn.z)));
}

LocalPose rigLocals(const LayerRig& rig, const RigPose& pose, const LayerMistakes& mistakes) {
    return RigEvaluation(rig, pose, mistakes).locals();
}

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

glm::dvec3 placeByClips(const LayerRig& rig, const RigPose& pose, int joint) {
    return RigEvaluation(rig, pose, {}).placeByClips(joint);
}

std::vector<FootMark> footMarks(const LayerRig& rig, const RigPose& pose) {
    return RigEvaluation(rig, pose, {}).marks();
}

std::vector<glm::dmat4> evaluateRigPose(const LayerRig& rig, const RigPose& pose,
                                        const LayerMistakes& mistakes) {
    RigEvaluation evaluation(rig, pose, mistakes);
    evaluation.locals();
    return evaluation.palette();
}

}  // namespace phalanx
