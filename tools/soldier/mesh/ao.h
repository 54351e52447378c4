// Ambient occlusion by casting rays against a set of triangles.
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace phalanx::soldier {

struct Triangle {
    glm::vec3 a, b, c;
};

// A bounding volume hierarchy over triangles, split at the middle of the longest axis.
class Occluder {
  public:
    explicit Occluder(std::vector<Triangle> triangles);

    // The openness of the half space above a point: 1 if no ray hits anything within `reach_m`, else the mean
    // relative length of the rays. The rays are cosine weighted, and the same for every point except for a
    // rotation by `turn_rad`.
    float openness(const glm::vec3& point, const glm::vec3& normal, float reach_m, int rays,
                   float turn_rad) const;

  private:
    struct Node {
        glm::vec3 low, high;
        int first, count;  // the triangles of a leaf
        int right;  // index of an inner node's second child, its first child is the next node; -1: a leaf
    };
    int build(int first, int count);
    float nearest(const glm::vec3& origin, const glm::vec3& way, float reach) const;

    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace phalanx::soldier
