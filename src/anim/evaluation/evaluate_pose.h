// The reference of layered poses: a ResolvedPose evaluated in double precision from exactly sampled clips, in
// the order that docs/pose.md gives. Of the baker and the shaders it shares what defines a pose, not how it
// is computed: contact curves (anim/feet), new parents, and the constants of layers.h.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "anim/evaluation/chain_ik.h"
#include "anim/layers/pose_tree.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

struct EvaluatedPose {
    LocalPose local;  // relative to the parents in `parents`
    std::vector<int> parents;
    std::vector<glm::dmat4> file_from_node;  // per node, in the file's units and axes
    std::vector<SolverReport> legs;          // as ResolvedGround::legs
    std::vector<SolverReport> aims;          // as ResolvedPose::aims
    std::vector<SolverReport> iks;
};

// Makes the transforms of reparented joints relative to their new parents: each joint stays where it is.
// `file_tree`: fileTree(model), to which `pose` belongs; `name`: of the clip, for errors. Throws Error
// (kUsage) if a new parent's scale is 0.
void reparentNodes(const Model& model, const PoseTree& file_tree, std::span<const Reparented> reparented,
                   const std::string& name, LocalPose& pose);

// Throws Error (kUsage) if a joint is reparented to one whose scale is 0 in a clip. `traces`: gets the rounds
// of each IK.
EvaluatedPose evaluatePose(const Model& model, const ResolvedPose& pose,
                           std::vector<IkTrace>* traces = nullptr);

// model_from_bind in metres, per joint of the palette.
std::vector<glm::dmat4> paletteOf(const Model& model, std::span<const glm::dmat4> file_from_node);

}  // namespace phalanx
