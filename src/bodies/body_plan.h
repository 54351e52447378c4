// The bodies of a biped for a ragdoll: shapes, masses, and how far its joints turn. Made of any model whose
// joints have names as in anim/body and anim/feet. Plain values, without a physics library.
//
// Spaces:  joint   origin and axes of a node, the axes at unit length; metres. Not scaled as the node is.
//          body    the centre of a body's shape, and the axes of its shape; metres.
//          limit   axes about which a joint turns: X is the twist axis, Y and Z are those of the swing.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <memory>
#include <string>
#include <vector>

#include "anim/pose/joint_names.h"
#include "anim/pose/model.h"

namespace phalanx {

inline constexpr std::size_t kMostBodies = 18;   // per ragdoll, with what its hands hold
inline constexpr double kRagdollMass_kg = 80.0;  // all bodies, without what hands hold

enum class BodyPart : std::uint8_t {
    kPelvis,
    kSpine,
    kHead,  // with the neck
    kUpperArm,
    kLowerArm,
    kHand,
    kThigh,
    kShin,
    kFoot,
    kHeld,  // a weapon: not joined to anything
};

// A position and axes. Maps a point p of the inner space to position + turn * p.
struct Frame {
    glm::dvec3 position{0.0};
    glm::dquat turn{1.0, 0.0, 0.0, 0.0};
};

struct BodyShape {
    bool capsule = false;     // else a box
    Frame joint_from_body;    // the middle of the shape; a capsule lies along Y
    glm::dvec3 half_m{0.0};   // capsule: radius, half the length with both ends, radius
    double capsule_m = 0.0;   // radius of the capsule that stands for the shape against other bodies;
    glm::dvec3 along_m{0.0};  // body space: from the middle to the centre of that capsule's end
};

// Of a body relative to its parent. Both limit frames coincide where the joint is in the middle of its range.
struct JointLimits {
    glm::dquat parent_from_limit{1.0, 0.0, 0.0, 0.0};  // the parent's joint space
    glm::dquat joint_from_limit{1.0, 0.0, 0.0, 0.0};
    double twist_rad = 0.0;  // to both sides about X
    double swing_y_rad = 0.0;
    double swing_z_rad = 0.0;
};

// A vertex of the skin that lies on the hull of a body.
struct HullVertex {
    glm::dvec3 position{0.0};  // bind space
    std::array<std::uint16_t, kWeightsPerVertex> joints{};
    std::array<float, kWeightsPerVertex> weights{};
};

struct PlanBody {
    std::string joint;  // the node's name
    int node = 0;
    int parent = -1;  // into BodyPlan::bodies; -1: the pelvis, and what hands hold
    BodyPart part = BodyPart::kPelvis;
    BodySide side = BodySide::kNone;
    BodyShape shape;
    bool detached = false;  // its node does not hang from the parent's: it is moved as well as turned
    double mass_kg = 0.0;
    JointLimits limits;
    std::vector<HullVertex> hull;  // at most kMostHullVertices
};

inline constexpr std::size_t kMostHullVertices = 64;

struct BodyPlan {
    std::vector<PlanBody> bodies;        // parents first: [0] is the pelvis; held ones last
    std::vector<int> body_of_node;       // that a node moves with; -1: nodes above the pelvis
    std::vector<glm::dquat> rest_turns;  // per body: of its joint at rest, in model space
    std::vector<bool> upper;             // per body: from the hips up, without the pelvis
    Model skeleton;                      // nodes and palette of the model, without meshes and clips
};

// `variant`: into Model::variants, whose vertices the shapes are fitted to; -1: all vertices. Throws Error
// (kInput) with whyNoBodies() if the model has no bodies.
BodyPlan makeBodyPlan(const Model& model, int variant = -1);

// One per variant: what a unit carries is a part of its body. Throws as makeBodyPlan().
std::vector<std::shared_ptr<const BodyPlan>> plansOfVariants(const Model& model);

// What makeBodyPlan() does not find in a model, a sentence; "" if it finds all.
std::string whyNoBodies(const Model& model);

// Nodes that a ragdoll moves, not only turns: the hips, and what hands hold.
std::vector<int> movedNodes(const BodyPlan& plan);

// The body of the hand that is nearest to a node; 0: there is none. model_from_node: modelFromNode().
int nearestHand(const BodyPlan& plan, const std::vector<glm::dmat4>& model_from_node, int node);

// Where a model stands in the world.
struct Stand {
    glm::dvec3 position{0.0};  // of the model's origin, metres
    double yaw_rad = 0.0;      // about +Y; at 0 the model looks along +Z
    double scale = 1.0;
};

// world_from_model.
glm::dmat4 toMatrix(const Stand& stand);

// The orthonormal axes of a matrix that may scale.
glm::dquat turnOf(const glm::dmat4& matrix);

}  // namespace phalanx
