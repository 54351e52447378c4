// Between our vectors and those of Bullet, which are in single precision; velocities of its bodies.
#pragma once

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransform.h>

#include "bodies/body_plan.h"

namespace phalanx {

inline btVector3 toBullet(const glm::dvec3& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}
inline btQuaternion toBullet(const glm::dquat& q) {
    return {static_cast<btScalar>(q.x), static_cast<btScalar>(q.y), static_cast<btScalar>(q.z),
            static_cast<btScalar>(q.w)};
}
inline btTransform toBullet(const Frame& frame) {
    return btTransform(toBullet(frame.turn), toBullet(frame.position));
}

inline glm::dvec3 fromBullet(const btVector3& v) {
    return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}
inline Frame fromBullet(const btTransform& transform) {
    const btQuaternion q = transform.getRotation();
    return {fromBullet(transform.getOrigin()),
            glm::normalize(glm::dquat(static_cast<double>(q.w()), static_cast<double>(q.x()),
                                      static_cast<double>(q.y()), static_cast<double>(q.z())))};
}

inline void scaleVelocity(btRigidBody& body, btScalar by) {
    body.setLinearVelocity(body.getLinearVelocity() * by);
    body.setAngularVelocity(body.getAngularVelocity() * by);
}

}  // namespace phalanx
