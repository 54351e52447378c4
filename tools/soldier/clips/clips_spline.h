// A cubic spline through points, with given velocities at both ends; the acceleration is continuous.
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace phalanx::soldier {

class Spline {
  public:
    struct Point {
        float time_s;
        glm::vec3 value;
    };

    // Times ascend; at least 2 points.
    Spline(std::vector<Point> points, const glm::vec3& first_velocity, const glm::vec3& last_velocity);

    glm::vec3 at(float time_s) const;

  private:
    std::vector<Point> points_;
    std::vector<glm::vec3> velocities_;
};

}  // namespace phalanx::soldier
