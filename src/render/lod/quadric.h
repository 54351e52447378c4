// A weighted sum of squared distances to planes.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

namespace phalanx {

// x^T A x + 2 b^T x + c.
struct Quadric {
    std::array<double, 6> a{};  // xx, xy, xz, yy, yz, zz
    glm::dvec3 b{0.0};
    double c = 0.0;
    double weight = 0.0;  // of all planes

    // The plane n * x + d = 0, n of unit length.
    void addPlane(const glm::dvec3& n, double d, double w) {
        a[0] += w * n.x * n.x;
        a[1] += w * n.x * n.y;
        a[2] += w * n.x * n.z;
        a[3] += w * n.y * n.y;
        a[4] += w * n.y * n.z;
        a[5] += w * n.z * n.z;
        b += w * d * n;
        c += w * d * d;
        weight += w;
    }
    void add(const Quadric& other) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += other.a[i];
        b += other.b;
        c += other.c;
        weight += other.weight;
    }
    double at(const glm::dvec3& p) const { return glm::dot(p, times(p) + 2.0 * b) + c; }
    glm::dvec3 times(const glm::dvec3& p) const {
        return {a[0] * p.x + a[1] * p.y + a[2] * p.z, a[1] * p.x + a[3] * p.y + a[4] * p.z,
                a[2] * p.x + a[4] * p.y + a[5] * p.z};
    }
    glm::dmat3 matrix() const { return {a[0], a[1], a[2], a[1], a[3], a[4], a[2], a[4], a[5]}; }
};

}  // namespace phalanx
