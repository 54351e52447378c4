// IK of a chain of joints on plain numbers: FABRIK (Aristidou and Lasenby 2011) and CCD (Wang and Chen 1991).
// docs/ik.md compares them.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "anim/layers/layered_pose.h"

namespace phalanx {

// With limits, the first bone stays in a cone about its direction at rest and may twist; each further joint
// but the end bends only about its hinge, from straight to kMostBend_deg.
inline constexpr double kConeOfFirstBone_deg = 90.0;
inline constexpr double kMostBend_deg = 150.0;

// Directions of unit length in the axes of the chain's positions.
struct ChainLimits {
    glm::dvec3 first_bone{0.0, 1.0, 0.0};  // at rest: the middle of the cone
    std::vector<glm::dvec3> hinges;  // per inner joint; at the start, each turns with the bone before it
};

// A chain as it lies before it is solved. Any axes and units in which its ancestors scale evenly.
struct IkChain {
    std::vector<glm::dvec3> joints;   // positions from the root to the end: kLeastIkJoints to kMostIkJoints
    glm::dvec3 hinge{1.0, 0.0, 0.0};  // about which a straight chain bends, by negative angles; unit length
    glm::dvec3 target{0.0};
    std::optional<glm::dvec3>
        pole;  // the bend points to its side; with limits, only that of a straight chain
    std::optional<ChainLimits> limits;
};

// How long to go on.
struct IkEffort {
    IkSolver solver = IkSolver::kFabrik;  // or kCcd
    int rounds = kIkRounds;
    double tolerance = 0.0;  // rounds end when the end is as near to the target
};

// The joints after a round, and how far the end is from the target.
struct IkRound {
    std::vector<glm::dvec3> joints;
    double error = 0.0;
};
struct IkTrace {
    IkRound start;  // as the chain is before
    std::vector<IkRound> rounds;
};

struct ChainSolution {
    std::vector<glm::dquat>
        turns;             // of each joint but the end: from its orientation before, in the chain's axes
    double error = 0.0;    // distance of the end from the target
    bool limited = false;  // the bones are too short for the target, or one is too long
    int rounds = 0;        // carried out
};

// The result keeps the root and the lengths of bones. Without limits:
// - Of a target that is out of reach, the chain becomes straight towards it, in one round.
// - A chain that lies on the line from the root to the target, within 0.5 % of its length, is bent a little
//   before the first round, towards the pole or about the hinge: rounds alone would leave it straight.
// - The error does not increase from round to round.
// - At last, with a pole, the chain turns about the line from its root to its end.
// With limits, the round with the least error counts. `trace`: gets each round.
ChainSolution solveChain(const IkChain& chain, const IkEffort& effort, IkTrace* trace = nullptr);

}  // namespace phalanx
