#include "bodies/bullet/body_joint.h"

#include <algorithm>
#include <cmath>

#include "bodies/bullet/bullet_math.h"

namespace phalanx {
namespace {

constexpr btScalar kWarm = 0.9F;           // share of the last impulse that is applied at once
constexpr btScalar kNearLimit_rad = 0.3F;  // limits are solved from here on
constexpr btScalar kLimitErp = 0.15F;      // share of an angle beyond a limit that a substep corrects
constexpr btScalar kMotorErp = 0.08F;
constexpr btScalar kMostMotor_rad_s = 12.0F;
constexpr btScalar kStraighten_rad_s = 2.0F;
constexpr btScalar kMotor_Nm = 80.0F;  // at full power, of a joint between bodies of 10 kg
// Smaller gaps are the solver's alone: moving bodies under load every step makes limbs creep.
constexpr btScalar kLeftGap_m = 0.004F;
constexpr btScalar kTypical_kg = 10.0F;

btScalar angleOf(btScalar sine, btScalar cosine) {
    btScalar angle = 2.0F * std::atan2(sine, cosine);
    if (angle > SIMD_PI) angle -= 2.0F * SIMD_PI;
    if (angle < -SIMD_PI) angle += 2.0F * SIMD_PI;
    return angle;
}

// The turn as an axis times its angle.
btVector3 turnVector(btQuaternion q) {
    if (q.w() < 0.0F) q = -q;
    const btVector3 v(q.x(), q.y(), q.z());
    const btScalar sine = v.length();
    return sine < 1e-6F ? v * 2.0F : v * (2.0F * std::atan2(sine, q.w()) / sine);
}

}  // namespace

BodyJoint::BodyJoint(btRigidBody& parent, btRigidBody& child, const SimBody& from, std::size_t body)
    : btTypedConstraint(D6_CONSTRAINT_TYPE, parent, child),
      body_(body),
      anchor_a_(toBullet(from.anchor_in_parent)),
      anchor_b_(toBullet(from.anchor_in_body)),
      a_from_limit_(toBullet(from.parent_from_limit)),
      b_from_limit_(toBullet(from.body_from_limit)),
      twist_(static_cast<btScalar>(from.twist_rad)),
      swing_y_(static_cast<btScalar>(from.swing_y_rad)),
      swing_z_(static_cast<btScalar>(from.swing_z_rad)),
      straight_(toBullet(from.parent_from_straight)),
      straightens_(from.straightens),
      torque_scale_(std::min(1.0F / parent.getInvMass(), 1.0F / child.getInvMass()) / kTypical_kg) {
    const Angles now = angles();
    twist_ = std::max(twist_, std::abs(now.twist));
    if (const btScalar angle = now.swing.length(); angle > swingLimit(now.swing)) {
        const btScalar wider = angle / swingLimit(now.swing);
        swing_y_ *= wider;
        swing_z_ *= wider;
    }
    target_ = parent.getOrientation().inverse() * child.getOrientation();
    setJointFeedback(&feedback_);
    enableFeedback(true);
}

BodyJoint::Angles BodyJoint::angles() const {
    btQuaternion q = (m_rbA.getWorldTransform().getRotation() * a_from_limit_).inverse() *
                     (m_rbB.getWorldTransform().getRotation() * b_from_limit_);
    if (q.w() < 0.0F) q = -q;
    Angles result;
    result.twist = angleOf(q.x(), q.w());
    const btScalar length = std::sqrt(q.x() * q.x() + q.w() * q.w());
    if (length < 1e-5F) {  // half a turn of swing: twist is undefined
        result.twist = 0.0F;
        result.swing = turnVector(q);
        return result;
    }
    const btQuaternion twist(q.x() / length, 0.0F, 0.0F, q.w() / length);
    result.swing = turnVector(q * twist.inverse());
    return result;
}

btScalar BodyJoint::swingLimit(const btVector3& swing) const {
    const btScalar angle = swing.length();
    if (angle < 1e-6F) return std::min(swing_y_, swing_z_);
    const btScalar y = swing.y() / angle / swing_y_;
    const btScalar z = swing.z() / angle / swing_z_;
    return 1.0F / std::sqrt(std::max(1e-12F, y * y + z * z));
}

void BodyJoint::begin(btScalar dt, const SimTone& tone) {
    limit_count_ = 0;
    const Angles now = angles();
    const btQuaternion world_from_a = m_rbA.getWorldTransform().getRotation() * a_from_limit_;
    if (const btScalar left = twist_ - std::abs(now.twist); left < kNearLimit_rad) {
        const btVector3 x =
            quatRotate(m_rbB.getWorldTransform().getRotation() * b_from_limit_, btVector3(1.0F, 0.0F, 0.0F));
        limits_[limit_count_++] = {now.twist > 0.0F ? x : -x, left};
    }
    const btScalar angle = now.swing.length();
    if (const btScalar left = swingLimit(now.swing) - angle; left < kNearLimit_rad && angle > 1e-4F)
        limits_[limit_count_++] = {quatRotate(world_from_a, now.swing / angle), left};
    power_ = static_cast<btScalar>(tone.power);
    straighten_ = straightens_ ? static_cast<btScalar>(tone.straighten_Nm) : 0.0F;
    const btScalar spin = (m_rbB.getAngularVelocity() - m_rbA.getAngularVelocity()).length();
    const btScalar friction =
        static_cast<btScalar>(tone.joint_torque_Nm) + spin * static_cast<btScalar>(tone.joint_drag_Nms);
    motor_impulse_ = dt * torque_scale_ * (friction + straighten_ + power_ * kMotor_Nm);

    impulse_ *= kWarm;
    arm_a_ = m_rbA.getWorldTransform().getBasis() * anchor_a_;
    const btVector3 arm_b = m_rbB.getWorldTransform().getBasis() * anchor_b_;
    m_rbA.applyImpulse(impulse_, arm_a_);
    m_rbB.applyImpulse(-impulse_, arm_b);
    for (int k = 0; k < 3; ++k) torque_[k] = std::clamp(kWarm * torque_[k], -motor_impulse_, motor_impulse_);
    m_rbA.applyTorqueImpulse(torque_);
    m_rbB.applyTorqueImpulse(-torque_);
}

void BodyJoint::end(btScalar dt) {
    const btVector3 push = feedback_.m_appliedForceBodyA * dt;
    impulse_ += push;
    torque_ += feedback_.m_appliedTorqueBodyA * dt - arm_a_.cross(push);
}

void BodyJoint::getInfo1(btConstraintInfo1* info) {
    info->m_numConstraintRows = static_cast<int>(3 + 3 + limit_count_);
    info->nub = 0;
}

void BodyJoint::getInfo2(btConstraintInfo2* info) {
    int row = 0;
    const auto set = [](btScalar* rows, int at, const btVector3& v) {
        for (int k = 0; k < 3; ++k) rows[at + k] = v[k];
    };
    // Motors and friction first: later rows have the last word.
    const btQuaternion turn_a = m_rbA.getWorldTransform().getRotation();
    btVector3 wanted(0.0F, 0.0F, 0.0F);
    if (power_ > 0.0F || straighten_ > 0.0F) {
        const btQuaternion now = turn_a.inverse() * m_rbB.getWorldTransform().getRotation();
        const btQuaternion& target = power_ > 0.0F ? target_ : straight_;
        const btScalar most = power_ > 0.0F ? kMostMotor_rad_s : kStraighten_rad_s;
        wanted = quatRotate(turn_a, turnVector(target * now.inverse())) * (kMotorErp * info->fps);
        if (wanted.length() > most) wanted *= most / wanted.length();
    }
    for (int k = 0; k < 3; ++k, ++row) {
        const int at = row * info->rowskip;
        btVector3 axis(0.0F, 0.0F, 0.0F);
        axis[k] = 1.0F;
        set(info->m_J1angularAxis, at, -axis);
        set(info->m_J2angularAxis, at, axis);
        info->m_constraintError[at] = wanted[k];
        // What begin() has applied counts: `torque_` is that of A, which a positive row reduces.
        info->m_lowerLimit[at] = -motor_impulse_ + torque_[k];
        info->m_upperLimit[at] = motor_impulse_ + torque_[k];
    }
    for (std::size_t i = 0; i < limit_count_; ++i, ++row) {
        const int at = row * info->rowskip;
        set(info->m_J1angularAxis, at, -limits_[i].axis);
        set(info->m_J2angularAxis, at, limits_[i].axis);
        const btScalar left = limits_[i].left;
        info->m_constraintError[at] = left * info->fps * (left < 0.0F ? kLimitErp : 1.0F);
        info->m_lowerLimit[at] = -SIMD_INFINITY;
        info->m_upperLimit[at] = 0.0F;
    }
    const btVector3 arm_a = m_rbA.getWorldTransform().getBasis() * anchor_a_;
    const btVector3 arm_b = m_rbB.getWorldTransform().getBasis() * anchor_b_;
    const btVector3 gap =
        m_rbB.getWorldTransform().getOrigin() + arm_b - m_rbA.getWorldTransform().getOrigin() - arm_a;
    for (int k = 0; k < 3; ++k, ++row) {
        const int at = row * info->rowskip;
        btVector3 axis(0.0F, 0.0F, 0.0F);
        axis[k] = 1.0F;
        set(info->m_J1linearAxis, at, axis);
        set(info->m_J1angularAxis, at, arm_a.cross(axis));
        set(info->m_J2linearAxis, at, -axis);
        set(info->m_J2angularAxis, at, -arm_b.cross(axis));
        info->m_constraintError[at] = gap[k] * info->fps * info->erp;
    }
}

double BodyJoint::gap() const {
    return static_cast<double>(
        (m_rbB.getWorldTransform() * anchor_b_ - m_rbA.getWorldTransform() * anchor_a_).length());
}

void BodyJoint::closeGap() {
    const btTransform& a = m_rbA.getWorldTransform();
    const btTransform& b = m_rbB.getWorldTransform();
    const btVector3 arm_a = a.getBasis() * anchor_a_;
    const btVector3 arm_b = b.getBasis() * anchor_b_;
    const btVector3 gap = b.getOrigin() + arm_b - a.getOrigin() - arm_a;
    const btScalar length = gap.length();
    if (length < kLeftGap_m) return;
    const btVector3 n = gap / length;
    const btScalar weight = m_rbA.computeImpulseDenominator(a.getOrigin() + arm_a, n) +
                            m_rbB.computeImpulseDenominator(b.getOrigin() + arm_b, n);
    const btVector3 push = gap * ((length - kLeftGap_m) / (length * weight));
    const auto move = [](btRigidBody& body, const btVector3& arm, const btVector3& impulse) {
        btTransform world = body.getWorldTransform();
        world.setOrigin(world.getOrigin() + impulse * body.getInvMass());
        const btVector3 turn = body.getInvInertiaTensorWorld() * arm.cross(impulse);
        btQuaternion q = world.getRotation();
        q = (btQuaternion(turn.x(), turn.y(), turn.z(), 0.0F) * q) * 0.5F + q;
        world.setRotation(q.normalized());
        body.setWorldTransform(world);
    };
    move(m_rbA, arm_a, push);
    move(m_rbB, arm_b, -push);
}

}  // namespace phalanx
