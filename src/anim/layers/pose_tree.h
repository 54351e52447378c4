// Matrices and turns of joints in the hierarchy of a pose.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"

namespace phalanx {

// The hierarchy of the file, without reparenting.
PoseTree fileTree(const Model& model);

// file_from_node of each node: the product of its ancestors' transforms, in the file's units and axes.
std::vector<glm::dmat4> fileFromNode(const PoseTree& tree, const LocalPose& pose);

// A node's origin.
inline glm::dvec3 originOf(std::span<const glm::dmat4> file_from_node, int node) {
    return glm::dvec3(file_from_node[static_cast<std::size_t>(node)][3]);
}

// Sine of an angle at which bones count as straight.
inline constexpr double kStraight = 1e-6;

// Turns a node and all that follows it by `turn`, a rotation in the file's axes, about the node's origin.
// Only the node's own rotation changes; where its ancestors scale unevenly, that is an approximation.
// `file_from_node`: of the pose before the turn; it is not updated.
void turnNode(const PoseTree& tree, std::span<const glm::dmat4> file_from_node, int node,
              const glm::dquat& turn, LocalPose& pose);

// The shortest turn from one direction to another; half a turn about `half_turn_axis` if they are opposite.
// Any lengths above 0; the axis has unit length.
glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& half_turn_axis);

// A direction perpendicular to `v`, of unit length.
glm::dvec3 perpendicularTo(const glm::dvec3& v);

// The hinge of a limb in the space of its middle joint: the normal of the plane through the three joints, for
// limbs that are straight in a pose. If they are straight here too: as a knee of a model that faces +Z. About
// it the lower bone bends by negative angles.
// `file_from_node`: of the rest pose; `model_from_file`: without translation.
glm::dvec3 restHinge(int upper, int middle, int end, std::span<const glm::dmat4> file_from_node,
                     const glm::dmat3& model_from_file);

// How an aim or an IK ended.
struct SolverReport {
    int joint = 0;
    double error =
        0.0;  // aim: angle to the wanted direction, radians; IK: distance to the target, file units
    bool limited = false;       // aim: a limit binds; IK: the target is out of reach of its bones
    double sideways_rad = 0.0;  // aim: the target's direction from the joint, before limits
    double up_rad = 0.0;
};

}  // namespace phalanx
