#include "anim/rig/own_pose.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "anim/layers/local_blend.h"
#include "anim/layers/resolved_pose.h"
#include "anim/rig/rig_pose.h"

namespace phalanx {
namespace {

constexpr double kZero = 32767.0;  // the number of 0

std::uint16_t packed(double steps) {
    return static_cast<std::uint16_t>(std::lround(std::clamp(steps, -kZero, kZero) + kZero));
}

glm::dvec4 unpacked(const glm::u16vec4& texel) {
    return glm::dvec4(texel) - kZero;
}

}  // namespace

OwnPoseRig ownPoseRig(const Model& model, std::span<const int> free_nodes) {
    ResolvedPose setup;
    setup.tree = fileTree(model);
    OwnPoseRig result{bakeLayerRig(model, {}, setup), 2.0 * model.height_m / kZero};
    for (RigJoint& joint : result.rig.joints) {
        if (std::ranges::find(free_nodes, joint.node) != free_nodes.end())
            joint.track = static_cast<int>(result.rig.tracks++);
    }
    assert(result.rig.tracks > 0);
    return result;
}

std::size_t ownPoseTexels(const OwnPoseRig& rig) {
    return rig.rig.joints.size() + rig.rig.tracks;
}

std::size_t ownPoseBytes(const OwnPoseRig& rig) {
    return ownPoseTexels(rig) * sizeof(glm::u16vec4);
}

OwnPose packOwnPose(const Model& model, const OwnPoseRig& rig, const LocalPose& pose, std::uint32_t slot) {
    OwnPose result(ownPoseTexels(rig), glm::u16vec4(0));
    const std::size_t first_track = rig.rig.joints.size();
    for (std::size_t j = 0; j < rig.rig.joints.size(); ++j) {
        const RigJoint& joint = rig.rig.joints[j];
        const Transform local =
            rigTransform(model, joint, transformOf(pose.nodes[static_cast<std::size_t>(joint.node)]));
        const glm::dquat turn = glm::normalize(local.rotation);
        result[j] = {packed(turn.x * kZero), packed(turn.y * kZero), packed(turn.z * kZero),
                     packed(turn.w * kZero)};
        if (joint.track < 0) continue;
        const glm::dvec3 steps = local.translation / rig.step_m;
        result[first_track + static_cast<std::size_t>(joint.track)] = {packed(steps.x), packed(steps.y),
                                                                       packed(steps.z), 0};
    }
    setSlot(rig, slot, result);
    return result;
}

std::uint32_t slotOf(const OwnPoseRig& rig, const OwnPose& pose) {
    return pose[rig.rig.joints.size()].w;
}

void setSlot(const OwnPoseRig& rig, std::uint32_t slot, OwnPose& pose) {
    pose[rig.rig.joints.size()].w = static_cast<std::uint16_t>(slot);
}

bool isOwnPose(const OwnPoseRig& rig, const OwnPose& pose) {
    for (std::size_t j = 0; j < rig.rig.joints.size(); ++j) {
        const double length = glm::length(unpacked(pose[j])) / kZero;
        if (!(std::abs(length - 1.0) < 0.01)) return false;
    }
    return true;
}

LocalPose ownLocals(const OwnPoseRig& rig, const OwnPose& pose) {
    const std::vector<RigJoint>& joints = rig.rig.joints;
    LocalPose locals;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const glm::dvec4 turn = glm::normalize(unpacked(pose[j]));
        Transform local{glm::dvec3(joints[j].translation), glm::dquat(turn.w, turn.x, turn.y, turn.z),
                        glm::dvec3(1.0)};
        if (joints[j].track >= 0) {
            const std::size_t texel = joints.size() + static_cast<std::size_t>(joints[j].track);
            local.translation = rig.step_m * glm::dvec3(unpacked(pose[texel]));
        }
        locals.nodes.push_back({true, local, glm::dmat4(1.0)});
    }
    return locals;
}

std::vector<glm::dmat4> ownPalette(const OwnPoseRig& rig, const OwnPose& pose) {
    const LocalPose locals = ownLocals(rig, pose);
    std::vector<glm::dmat4> model_from_joint;
    for (std::size_t j = 0; j < locals.nodes.size(); ++j) {
        const glm::dmat4 parent_from_joint = toMatrix(locals.nodes[j].transform);
        const int parent = rig.rig.joints[j].parent;
        model_from_joint.push_back(parent < 0 ? parent_from_joint
                                              : model_from_joint[static_cast<std::size_t>(parent)] *
                                                    parent_from_joint);
    }
    std::vector<glm::dmat4> palette;
    for (const RigSkin& skin : rig.rig.palette)
        palette.push_back(model_from_joint[static_cast<std::size_t>(skin.joint)] * rigFromBind(skin));
    return palette;
}

}  // namespace phalanx
