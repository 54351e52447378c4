// The joint between two bodies of a ragdoll: a ball with limits of twist and swing, friction, and motors.
// A hinge is a ball whose twist axis is the hinge, with hardly any swing.
#pragma once

#include <btBulletDynamicsCommon.h>

#include <array>

#include "bodies/ragdoll_sim.h"

namespace phalanx {

class BodyJoint final : public btTypedConstraint {
  public:
    // A is the parent. If the start is beyond the limits, they are widened to contain it.
    BodyJoint(btRigidBody& parent, btRigidBody& child, const SimBody& from, std::size_t body);

    // Before and after the solver: the joint's impulse of the last step is applied at once.
    void begin(btScalar dt, const SimTone& tone);
    void end(btScalar dt);

    void aim(const btQuaternion& parent_from_body) { target_ = parent_from_body; }

    std::size_t body() const { return body_; }
    double gap() const;  // metres
    // Moves and turns both bodies so that their anchors meet.
    void closeGap();

    void getInfo1(btConstraintInfo1* info) override;
    void getInfo2(btConstraintInfo2* info) override;
    void setParam(int, btScalar, int) override {}
    btScalar getParam(int, int) const override { return 0.0F; }

  private:
    static constexpr std::size_t kMostLimits = 2;
    struct Limit {
        btVector3 axis;        // world; the angle about it may not grow beyond the limit
        btScalar left = 0.0F;  // radians to the limit; negative: beyond it
    };
    // The angles between the bodies: twist, and the turn of the swing in the parent's limit space.
    struct Angles {
        btScalar twist = 0.0F;
        btVector3 swing{0.0F, 0.0F, 0.0F};
    };

    Angles angles() const;
    btScalar swingLimit(const btVector3& swing) const;  // in that direction

    std::size_t body_;
    btVector3 anchor_a_;  // body space
    btVector3 anchor_b_;
    btQuaternion a_from_limit_;
    btQuaternion b_from_limit_;
    btScalar twist_ = 0.0F;
    btScalar swing_y_ = 0.0F;
    btScalar swing_z_ = 0.0F;
    btQuaternion target_{0.0F, 0.0F, 0.0F, 1.0F};
    btQuaternion straight_;
    bool straightens_ = false;
    btScalar torque_scale_ = 1.0F;
    btScalar power_ = 0.0F;
    btScalar straighten_ = 0.0F;     // newton metres
    btScalar motor_impulse_ = 0.0F;  // most per substep
    std::array<Limit, kMostLimits> limits_;
    std::size_t limit_count_ = 0;
    btVector3 arm_a_{0.0F, 0.0F, 0.0F};
    btVector3 impulse_{0.0F, 0.0F, 0.0F};  // on A, of the last substep
    btVector3 torque_{0.0F, 0.0F, 0.0F};   // the same for turning, as far as friction and motors can give it
    btJointFeedback feedback_{};
};

}  // namespace phalanx
