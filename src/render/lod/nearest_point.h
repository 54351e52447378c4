// The point of a triangle nearest to a given point.
#pragma once

#include <glm/glm.hpp>

namespace phalanx {

// The point of triangle a, b, c that is nearest to p. Ericson, Real-Time Collision Detection, 2005, section
// 5.1.5: regions of corners, edges and the inside.
inline glm::vec3 nearestOn(const glm::vec3& p, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const glm::vec3 ab = b - a;
    const glm::vec3 ac = c - a;
    const float d1 = glm::dot(ab, p - a);
    const float d2 = glm::dot(ac, p - a);
    if (d1 <= 0.0F && d2 <= 0.0F) return a;
    const float d3 = glm::dot(ab, p - b);
    const float d4 = glm::dot(ac, p - b);
    if (d3 >= 0.0F && d4 <= d3) return b;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0F && d1 >= 0.0F && d3 <= 0.0F) return a + ab * (d1 / (d1 - d3));
    const float d5 = glm::dot(ab, p - c);
    const float d6 = glm::dot(ac, p - c);
    if (d6 >= 0.0F && d5 <= d6) return c;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0F && d2 >= 0.0F && d6 <= 0.0F) return a + ac * (d2 / (d2 - d6));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0.0F && d4 - d3 >= 0.0F && d5 - d6 >= 0.0F)
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    return a + (ab * vb + ac * vc) / (va + vb + vc);
}

}  // namespace phalanx
