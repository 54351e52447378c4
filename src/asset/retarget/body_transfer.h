// Poses a body like another one of different proportions: retargeting.
//
// - Turns are carried over in model space, relative to the reference poses, after the arms and legs of both
//   reference poses are brought to the same directions (T pose or A pose). Absolute local rotations would
//   depend on the axes of each skeleton's joints.
// - The hips follow the source's, scaled by the length of the legs. Where legs would not reach, the hips go
//   down a little all through the clip, or the way over the ground is made shorter.
// - Feet: ankles follow the scaled paths of the source's by two-bone IK; while a foot is on the ground, it
//   stays where it was put down.
// - Hands: seen from the shoulders they are where the source has them, scaled by the length of the arms, by
//   two-bone IK; hands that hold one thing keep the distance between them.
// Source of the method: M. Gleicher, Retargetting Motion to New Characters, SIGGRAPH 1998,
// https://doi.org/10.1145/280814.280820, with the constraints solved per frame.
#pragma once

#include <array>
#include <set>
#include <vector>

#include "anim/body/body_map.h"
#include "asset/retarget/body_motion.h"
#include "asset/retarget/body_skeleton.h"
#include "asset/retarget/motion_goals.h"
#include "asset/retarget/target_pose.h"

namespace phalanx {

// A joint that hangs from none that the body moves, but is held by a hand: it follows the hand as in
// `hand_from_held`.
struct HeldJoint {
    int node = 0;
    int hand = 0;  // node
    glm::dmat4 hand_from_held{1.0};
};

struct TransferredClip {
    Clip clip;                  // of the target's nodes
    double stride_scale = 1.0;  // ways over the ground are shorter by this, beside BodyTransfer::scale()
};

class BodyTransfer {
  public:
    // `target_level`: ankleLevel() of the target and its own clips. absolute_rotations: see ClipOptions.
    // Keeps references to both skeletons.
    BodyTransfer(const BodySkeleton& source, const BodySkeleton& target, double target_level,
                 std::vector<HeldJoint> held = {}, bool absolute_rotations = false);

    // With the name, markers and times of `like`.
    TransferredClip transfer(const BodyMotion& motion, const Clip& like) const;

    // Lengths of the target over the source: of the legs.
    double scale() const { return scale_; }

  private:
    // So that the legs reach.
    struct Fit {
        double stride = 1.0;  // of all ways over the ground, beside scale_
        double drop = 0.0;    // of the hips
    };
    using AnkleGoals = std::array<std::vector<PlantedAnkle>, 2>;

    void align();
    void takeAbsoluteRotations();
    glm::dquat turnOf(const BodyFrame& frame, BodyRole role) const;
    glm::dquat wanted(const BodyFrame& frame, BodyRole role, std::size_t index) const;
    // The place of the target's body that belongs to a place of the source's, both in body axes.
    glm::dvec3 placeOf(const glm::dvec3& source, double source_level, double stride) const;
    void poseBody(const BodyMotion& motion, std::size_t i, const Fit& fit, TargetPose& pose) const;
    std::array<glm::dvec3, 2> ankleGoals(const BodyMotion& motion, const AnkleGoals& ankles, std::size_t i,
                                         double stride) const;
    double hipsDrop(const BodyMotion& motion, const AnkleGoals& ankles, double stride,
                    TargetPose& pose) const;
    Fit fitLegs(const BodyMotion& motion, const AnkleGoals& ankles, TargetPose& pose) const;
    std::vector<bool> neededMoments(const BodyMotion& motion, const std::vector<LocalPose>& poses) const;
    void placeHands(const BodyFrame& frame, double grip, TargetPose& pose) const;
    bool moves(int node) const { return moving_.contains(node); }

    const BodySkeleton& source_;
    const BodySkeleton& target_;
    double target_level_;
    double scale_;
    double arm_scale_;
    std::vector<HeldJoint> held_;
    bool source_has_hands_;
    std::set<int> moving_;             // nodes that are moved, not only turned
    std::vector<glm::dquat> aligned_;  // per node of the target: its turn in the source's reference pose
};

}  // namespace phalanx
