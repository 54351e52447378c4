// The rigid bodies of one ragdoll, their joints and contacts. Implemented with Bullet (bullet/), or not at
// all (no_bullet/): bodiesAvailable() is false then. One thread at a time may use a RagdollSim; different
// ones share nothing.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "bodies/body_mistakes.h"
#include "bodies/body_plan.h"

namespace phalanx {

class Terrain;

// Whether this build has a physics library.
bool bodiesAvailable();
// Why it has none, a sentence; "" if it has one.
std::string whyNoBodies();

// Positions are relative to the ragdoll's origin, world axes, metres. Body space: see body_plan.h.
struct SimBody {
    Frame world_from_body;
    glm::dvec3 velocity_m_s{0.0};  // of the centre
    glm::dvec3 spin_rad_s{0.0};    // world axes
    double mass_kg = 1.0;
    glm::dvec3 half_m{0.1};        // of the box that has the body's moments of inertia
    std::vector<glm::dvec3> hull;  // body space: points that touch the ground
    double capsule_m = 0.0;        // against other bodies, see BodyShape
    glm::dvec3 along_m{0.0};
    bool driven = false;                // moves as RagdollSim::drive() says, not by forces
    BodyPart part = BodyPart::kPelvis;  // which others it collides with
    BodySide side = BodySide::kNone;

    // The joint to the parent; -1: none.
    int parent = -1;
    glm::dvec3 anchor_in_parent{0.0};  // body space of the parent
    glm::dvec3 anchor_in_body{0.0};
    glm::dquat parent_from_limit{1.0, 0.0, 0.0, 0.0};  // body space of the parent
    glm::dquat body_from_limit{1.0, 0.0, 0.0, 0.0};
    // The turn in which the limb is straight, towards which SimTone::straighten_Nm turns it.
    glm::dquat parent_from_straight{1.0, 0.0, 0.0, 0.0};
    bool straightens = false;
    double twist_rad = 0.0;
    double swing_y_rad = 0.0;
    double swing_z_rad = 0.0;
};

struct SimStart {
    std::vector<SimBody> bodies;       // parents first
    const Terrain* terrain = nullptr;  // must outlive the simulation; nullptr: the plane y = 0 of the world
    glm::dvec3 origin{0.0};            // world
    BodyMistakes mistakes;
};

// What changes from step to step.
struct SimTone {
    double damping = 0.05;         // share of the velocity lost per second
    double joint_torque_Nm = 2.0;  // friction of a joint between bodies of 10 kg
    double joint_drag_Nms = 1.0;   // the same per rad/s: limbs do not whip
    double straighten_Nm = 0.0;    // the same of motors that straighten hips, knees and spine
    int iterations = 8;            // of the solver
    // If the fastest body exceeds this, all velocities are scaled down by the same factor. 0: no limit.
    double most_speed_m_s = 0.0;
    double power = 0.0;  // 0..1: strength of the motors towards RagdollSim::setTargets()
};

class RagdollSim {
  public:
    RagdollSim() = default;
    virtual ~RagdollSim() = default;
    RagdollSim(const RagdollSim&) = delete;
    RagdollSim& operator=(const RagdollSim&) = delete;
    RagdollSim(RagdollSim&&) = delete;
    RagdollSim& operator=(RagdollSim&&) = delete;

    virtual void step(double step_s, const SimTone& tone) = 0;
    virtual Frame frame(std::size_t body) const = 0;
    // The largest distance between the two ends of a joint, metres.
    virtual double jointGap() const = 0;
    // Turns that motors aim at, per body: parent_from_body. Bodies without a parent: unused.
    virtual void setTargets(const std::vector<glm::dquat>& parent_from_body) = 0;
    // Where a driven body is at the end of the next step.
    virtual void drive(std::size_t body, const Frame& world_from_body) = 0;
};

// Throws Error (kEnvironment) if there is no physics library.
std::unique_ptr<RagdollSim> makeRagdollSim(const SimStart& start);

}  // namespace phalanx
