// Which bodies of a ragdoll collide with each other, and where two capsules are nearest.
#pragma once

#include <LinearMath/btVector3.h>

#include "bodies/ragdoll_sim.h"

namespace phalanx {

// Whether `a` keeps off `b`. The trunk is rounder than its bodies, so its parts do not collide with each
// other, nor do limbs with what they hang from, nor hands with what they hold.
bool collide(const SimBody& a, const SimBody& b);

// Closest points of the segments p0 p1 and q0 q1. (Ericson, "Real-Time Collision Detection", 5.1.9.)
void closestPoints(const btVector3& p0, const btVector3& p1, const btVector3& q0, const btVector3& q1,
                   btVector3& on_p, btVector3& on_q);

}  // namespace phalanx
