// Ambient occlusion by casting rays against a set of triangles.
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace phalanx::soldier {

struct Triangle {
    glm::vec3 a, b, c;
};

// A bounding-volume tree over triangles, split at the middle of the longest axis.
class Occluder {
  public:
    explicit Occluder(std::vector<Triangle> triangles);

    // How open the half space over a point is: 1 where no ray meets anything within `reach_m`, else the mean
    // of how far the rays came. The rays are cosine weighted, the same for every point but for a turn by
    // `turn_rad`.
    float openness(const glm::vec3& point, const glm::vec3& normal, float reach_m, int rays,
                   float turn_rad) const;

  private:
    struct Node {
        glm::vec3 low, high;
        int first, count;  // triangles of a leaf
        int right;         // an inner node's second child; its first one follows it. -1 in a leaf
    };
    int build(int first, int count);
    float nearest(const glm::vec3& origin, const glm::vec3& way, float reach) const;

    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace phalanx::soldier
