#include "bodies/bullet/body_pairs.h"

#include <algorithm>
#include <initializer_list>

namespace phalanx {

bool collide(const SimBody& a, const SimBody& b) {
    const auto any = [](BodyPart part, std::initializer_list<BodyPart> parts) {
        return std::ranges::find(parts, part) != parts.end();
    };
    using enum BodyPart;
    if (any(a.part, {kLowerArm, kHand})) {
        if (any(b.part, {kPelvis, kSpine, kHead, kThigh, kShin})) return true;
        return a.side != b.side && any(b.part, {kUpperArm, kLowerArm, kHand});
    }
    if (any(a.part, {kShin, kFoot})) return a.side != b.side && any(b.part, {kThigh, kShin, kFoot});
    if (a.part == kHeld) return any(b.part, {kPelvis, kSpine, kHead, kThigh, kShin, kFoot});
    return false;
}

void closestPoints(const btVector3& p0, const btVector3& p1, const btVector3& q0, const btVector3& q1,
                   btVector3& on_p, btVector3& on_q) {
    const btVector3 d1 = p1 - p0;
    const btVector3 d2 = q1 - q0;
    const btVector3 r = p0 - q0;
    const btScalar a = d1.length2();
    const btScalar e = d2.length2();
    const btScalar f = d2.dot(r);
    const btScalar c = d1.dot(r);
    const btScalar b = d1.dot(d2);
    constexpr btScalar kPoint = 1e-8F;
    const auto unit = [](btScalar value) { return std::clamp(value, btScalar(0.0), btScalar(1.0)); };
    btScalar s = 0.0F;
    btScalar t = 0.0F;
    if (e <= kPoint) {
        s = a <= kPoint ? 0.0F : unit(-c / a);
    } else if (a <= kPoint) {
        t = unit(f / e);
    } else {
        const btScalar denominator = a * e - b * b;
        s = denominator > 1e-8F * a * e ? unit((b * f - c * e) / denominator) : 0.5F;
        t = (b * s + f) / e;
        if (t < 0.0F || t > 1.0F) {
            t = unit(t);
            s = unit((b * t - c) / a);
        }
    }
    on_p = p0 + d1 * s;
    on_q = q0 + d2 * t;
}

}  // namespace phalanx
