// One ragdoll: it begins in a pose of an animation, falls, comes to rest, and gives poses of the model again.
// It does not depend on other ragdolls, on threads or on frame rates. RagdollField runs many of them.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/pose.h"
#include "bodies/body_plan.h"
#include "bodies/ragdoll_sim.h"

namespace phalanx {

inline constexpr double kRagdollStep_s = 1.0 / 60.0;
// A ragdoll without motors is at rest when no part of it has moved faster than this for that long, or after
// kMostFall_s; units taller than 2 m after longer.
inline constexpr double kRestSpeed_m_s = 0.05;
inline constexpr double kRestFor_s = 0.25;
inline constexpr double kMostFall_s = 4.0;

enum class RagdollRange : std::uint8_t {
    kWhole,
    kFromHips,  // spine, head and arms; the hips follow RagdollTarget, and the rest stays as it was
};

// A push at the middle of a body.
struct RagdollImpulse {
    int node = -1;            // the body that this node moves with is pushed; -1: none
    glm::dvec3 push_Ns{0.0};  // newton seconds, world
};

struct RagdollStart {
    std::shared_ptr<const BodyPlan> plan;
    Stand stand;                   // of the unit now
    glm::dvec3 velocity_m_s{0.0};  // of the unit over the ground, world
    LocalPose before;              // its pose `between_s` ago
    LocalPose now;
    double between_s = 1.0 / 60.0;  // above 0
    RagdollImpulse impulse;
    std::uint32_t seed = 0;  // of the small differences between equal falls
    RagdollRange range = RagdollRange::kWhole;
    double powered = 0.0;  // 0..1: motors hold the pose `now`, or the last target
    BodyMistakes mistakes;
};

// What motors aim at, and where the driven part of a kFromHips ragdoll is.
struct RagdollTarget {
    Stand stand;
    LocalPose pose;
    double powered = 0.0;  // 0..1
};

// A pose to draw. Of joints only rotations change, so bones keep their lengths; hips and what hands hold are
// also moved; with BodyMistakes::loose_joints all bodies are.
struct RagdollPose {
    Stand stand;  // under the hips, on the ground; yaw and scale are those of the start
    LocalPose pose;
    double speed_m_s = 0.0;  // of the fastest part
    bool at_rest = false;    // the pose will not change any more
};

class Ragdoll {
  public:
    // `terrain`: nullptr: the plane y = 0; must outlive it. Throws Error (kEnvironment) if there is no
    // physics library.
    Ragdoll(const RagdollStart& start, const Terrain* terrain);

    // The bodies after a step.
    struct State {
        std::vector<Frame> bodies;  // relative to origin(), world axes
        double speed_m_s = 0.0;     // of the fastest part during the step
        double joint_gap_m = 0.0;   // the largest distance between the two ends of a joint
        bool at_rest = false;
    };

    // Simulates kRagdollStep_s. Does nothing at rest.
    void step();
    int steps() const { return steps_; }
    double time_s() const { return steps_ * kRagdollStep_s; }
    // It was still faster than kRestSpeed_m_s after kMostFall_s.
    bool stoppedByTime() const { return stopped_by_time_; }
    const State& state() const { return state_; }
    void setTarget(const RagdollTarget& target);

    // The pose between two states, `blend` 0..1, `time_s` after the start. Uses nothing that step() changes.
    RagdollPose pose(const State& from, const State& to, double blend, double time_s) const;
    RagdollPose pose() const { return pose(state_, state_, 0.0, time_s()); }
    // Points of the skin on the hull of a body in a pose of this ragdoll, world.
    std::vector<glm::dvec3> hull(const RagdollPose& pose, std::size_t body) const;

    const BodyPlan& plan() const { return *plan_; }
    const glm::dvec3& origin() const { return origin_; }

  private:
    Frame frameOf(const Stand& stand, std::size_t body, const std::vector<glm::dmat4>& model_from_node) const;
    std::vector<glm::dquat> targetTurns(const LocalPose& pose) const;
    SimTone tone() const;

    std::shared_ptr<const BodyPlan> plan_;
    const Terrain* terrain_;
    Stand stand_;
    glm::dvec3 origin_;
    LocalPose base_;  // the pose at the start: what no body moves stays so
    RagdollRange range_;
    double powered_;
    BodyMistakes mistakes_;
    double straighten_Nm_ = 0.0;  // differs between falls
    double slowness_ = 1.0;       // of a tall one: falls take as long as the square root of the height
    std::unique_ptr<RagdollSim> sim_;
    std::vector<std::size_t> sim_of_body_;  // index into the simulation
    State state_;
    int steps_ = 0;
    int limp_from_ = 0;  // the last step with motors
    double slow_s_ = 0.0;
    bool stopped_by_time_ = false;
};

// Rounds the rotations of a pose to 16 bits per number, as a texture of resting poses has them.
LocalPose roundedPose(const LocalPose& pose);

}  // namespace phalanx
