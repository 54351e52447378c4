#include "app/falls/shown_local_pose.h"

#include <bit>
#include <vector>

#include "anim/layers/local_blend.h"
#include "anim/rig/rig_pose.h"
#include "app/layers/target_places.h"
#include "render/techniques/technique.h"
#include "render/units/shown_pose.h"

namespace phalanx {
namespace {

LocalPose sampledAt(const Model& model, std::uint32_t clip, float phase) {
    if (clip >= model.clips.size()) return restPose(model);  // the clip of a model without clips
    const Clip& sampled = model.clips[clip];
    return samplePose(model, sampled, static_cast<double>(phase) * sampled.duration_s);
}

LocalPose playedPose(const Model& model, const UnitInstance& unit, const layout::UnitState& state) {
    const std::uint32_t a = unit.playback.y & 0xFFFFU;
    const std::uint32_t b = unit.playback.y >> 16U;
    const auto weight = static_cast<double>(state.weight);
    if (weight <= 0.0) return sampledAt(model, a, state.phase_a);
    if (weight >= 1.0) return sampledAt(model, b, state.phase_b);
    return blendPoses(sampledAt(model, a, state.phase_a), sampledAt(model, b, state.phase_b), weight);
}

// For records that play the unit's own clips.
void addFrames(const Crowd& crowd, std::uint32_t unit, const layout::UnitState& state, UnitStand& stand) {
    const std::vector<glm::uvec4> clips = crowd.clipTable(crowd.modelOf(unit));
    const std::uint32_t played = crowd.unitGoingOn(unit).playback.y;
    stand.weight = state.weight;
    for (const int clip : {0, 1}) {
        const glm::uvec4& entry = clips[clip == 0 ? played & 0xFFFFU : played >> 16U];
        const layout::ClipMoment moment =
            layout::clipMoment(clip == 0 ? state.cycle_a : state.cycle_b, entry.y);
        stand.frames[clip] = entry.x + moment.frame;
        stand.frames[clip + 2] = std::bit_cast<std::uint32_t>(moment.within);
    }
}

// Such a target is somewhere else in every frame, and a soldier who falls looks
// at no one.
void leaveOutUnits(LayerRecord& record) {
    const auto leaveOut = [](layout::LayerTarget& target, const layout::TargetKinds& kinds) {
        if (layout::targetIsOfUnit(kinds.before)) target.before.w = 0.0F;
        if (layout::targetIsOfUnit(kinds.after)) target.after.w = 0.0F;
    };
    for (std::size_t i = 0; i < PH_LAYER_AIMS; ++i) leaveOut(record.aims[i], record.aim_kinds[i]);
    for (std::size_t i = 0; i < PH_LAYER_IKS; ++i) leaveOut(record.iks[i], record.ik_kinds[i]);
}

const glm::dmat4& at(const std::vector<glm::dmat4>& matrices, int index) {
    return matrices[static_cast<std::size_t>(index)];
}

}  // namespace

const LayeredUnits* layersOf(const Stage& stage, std::uint32_t unit) {
    if (!findTechnique(stage.render.technique).no_layers.empty()) return nullptr;
    const std::vector<LayeredUnits*>& by_group = stage.renderer.layers();
    return by_group.empty() ? nullptr : by_group[static_cast<std::size_t>(stage.crowd.placeOf(unit).group)];
}

Stand standAt(const glm::vec4& placement, const UnitInstance& unit) {
    return {glm::dvec3(placement), static_cast<double>(placement.w),
            static_cast<double>(std::bit_cast<float>(unit.look.y))};
}

LocalPose localPoseOf(const Model& model, const LayerRig& rig, const LocalPose& of_joints) {
    LocalPose pose = restPose(model);
    const std::vector<glm::dmat4> rest = modelFromNode(model, pose);
    std::vector<glm::dmat4> model_from_joint;
    std::vector<int> joint_of_node(model.nodes.size(), -1);
    for (std::size_t j = 0; j < rig.joints.size(); ++j) {
        const RigJoint& joint = rig.joints[j];
        const glm::dmat4 local = toMatrix(of_joints.nodes[j].transform);
        model_from_joint.push_back(joint.parent < 0 ? local : at(model_from_joint, joint.parent) * local);
        joint_of_node[static_cast<std::size_t>(joint.node)] = static_cast<int>(j);
    }
    const glm::dmat4 model_from_file = modelFromFile(model);
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (joint_of_node[n] < 0) continue;
        // The parent in the file, which layers may have replaced by another.
        const int parent = model.nodes[n].parent;
        const glm::dmat4& scaled = parent < 0 ? model_from_file : at(rest, parent);
        const double metres_per_unit = glm::length(glm::dvec3(scaled[0]));
        const glm::dmat4 model_from_parent =
            parent < 0 ? glm::dmat4(glm::mat3_cast(decompose(model_from_file).rotation))
                       : at(model_from_joint, joint_of_node[static_cast<std::size_t>(parent)]);
        const glm::dmat4 local = glm::inverse(model_from_parent) * at(model_from_joint, joint_of_node[n]);
        Transform transform = transformOf(pose.nodes[n]);
        transform.rotation = glm::normalize(glm::quat_cast(glm::dmat3(local)));
        transform.translation = glm::dvec3(local[3]) / metres_per_unit;
        pose.nodes[n] = {true, transform, glm::dmat4(1.0)};
    }
    return pose;
}

LocalPose shownLocalPose(const LoadedModel& loaded, const Crowd& crowd, std::uint32_t unit,
                         const LayeredUnits* layers, Ticks now) {
    const UnitInstance& instance = crowd.unitGoingOn(unit);
    const layout::UnitState state = crowd.stateGoingOn(unit, now);
    if (layers == nullptr) return playedPose(loaded.model, instance, state);
    LayerRecord record = layers->record(crowd.placeOf(unit).index);
    leaveOutUnits(record);
    UnitStand stand = standOf(unit, crowd, now);
    stand.placement = state.placement;
    addFrames(crowd, unit, state, stand);
    const LayerRig& rig = layers->rig().rig();
    return localPoseOf(loaded.model, rig, rigLocals(rig, poseShownBy(record, rig, now, stand)));
}

void moveNodes(const Model& model, std::span<const int> nodes, const glm::dmat4& motion, LocalPose& pose) {
    const std::vector<glm::dmat4> model_from_node = modelFromNode(model, pose);
    for (const int node : nodes) {
        const auto n = static_cast<std::size_t>(node);
        const int parent = model.nodes[n].parent;
        const glm::dmat4 model_from_parent = parent < 0 ? modelFromFile(model) : at(model_from_node, parent);
        const glm::dmat4 local = glm::inverse(model_from_parent) * motion * model_from_node[n];
        Transform transform = transformOf(pose.nodes[n]);
        transform.translation = glm::dvec3(local[3]);
        const glm::dmat3 in_parent =
            glm::dmat3(glm::inverse(model_from_parent)) * glm::dmat3(motion) * glm::dmat3(model_from_parent);
        transform.rotation = glm::normalize(decompose(glm::dmat4(in_parent)).rotation * transform.rotation);
        pose.nodes[n] = {true, transform, glm::dmat4(1.0)};
    }
}

}  // namespace phalanx
