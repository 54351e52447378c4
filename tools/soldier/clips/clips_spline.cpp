#include "clips/clips_spline.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace phalanx::soldier {

// Equal accelerations on both sides of the inner points give a tridiagonal system for the velocities, which
// is solved by elimination. W. H. Press et al., "Numerical Recipes", 3rd ed., sections 2.4 and 3.3.
Spline::Spline(std::vector<Point> points, const glm::vec3& first_velocity, const glm::vec3& last_velocity)
    : points_(std::move(points)), velocities_(points_.size()) {
    assert(points_.size() >= 2);
    const std::size_t n = points_.size();
    velocities_.front() = first_velocity;
    velocities_.back() = last_velocity;
    const auto length = [&](std::size_t i) { return points_[i + 1].time_s - points_[i].time_s; };
    const auto secant = [&](std::size_t i) { return (points_[i + 1].value - points_[i].value) / length(i); };
    std::vector<float> upper(n, 0.0F);
    std::vector<glm::vec3> right(n);
    right[0] = first_velocity;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const float before = 1.0F / length(i - 1), after = 1.0F / length(i);
        const float pivot = 2.0F * (before + after) - before * upper[i - 1];
        upper[i] = after / pivot;
        right[i] = (3.0F * (secant(i - 1) * before + secant(i) * after) - before * right[i - 1]) / pivot;
    }
    for (std::size_t i = n - 2; i >= 1; --i) velocities_[i] = right[i] - upper[i] * velocities_[i + 1];
}

glm::vec3 Spline::at(float time_s) const {
    std::size_t i = 0;
    while (i + 2 < points_.size() && time_s >= points_[i + 1].time_s) ++i;
    const float length = points_[i + 1].time_s - points_[i].time_s;
    const float u = std::clamp((time_s - points_[i].time_s) / length, 0.0F, 1.0F);
    const float v = 1.0F - u;
    return points_[i].value * (v * v * (1.0F + 2.0F * u)) +
           points_[i + 1].value * (u * u * (1.0F + 2.0F * v)) +
           (velocities_[i] * v - velocities_[i + 1] * u) * (u * v * length);
}

}  // namespace phalanx::soldier
