// A triangle surface in one pose, for distance queries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace phalanx {

using Triangles = std::vector<std::uint32_t>;  // three packed vertex indices each
using Points = std::vector<glm::vec3>;         // positions of all packed vertices in one pose, metres

// The same triangles in an order in which neighbours in the list are close together in this pose.
Triangles groupTriangles(const Triangles& triangles, const Points& points);

class PosedSurface {
  public:
    // triangles: in any order, for sample(). grouped: groupTriangles() of them in any pose, for the tree of
    // bounding boxes. All must outlive the surface.
    PosedSurface(const Triangles& triangles, const Triangles& grouped, const Points& points);

    // Distance from p to the nearest triangle, metres. FLT_MAX without triangles.
    float distanceTo(const glm::vec3& p) const;
    // The search begins at a triangle of `grouped`, and stops at the first one that is no farther than
    // `enough`.
    struct Nearest {
        float distance;
        std::uint32_t triangle;
    };
    Nearest nearestTo(const glm::vec3& p, std::uint32_t first, float enough) const;
    // A corner or the centre of a triangle. number: less than samples.
    glm::vec3 sample(std::size_t number, std::size_t samples) const;
    std::size_t triangles() const { return triangles_.size() / 3; }

  private:
    static constexpr std::size_t kWidth = 4;  // children per node, and triangles per leaf
    using Four [[gnu::vector_size(16)]] = float;
    // Bounds of kWidth children, by coordinate. A child that does not exist is infinitely far away.
    struct Node {
        std::array<Four, 3> low;
        std::array<Four, 3> high;
    };

    struct Search {
        glm::vec3 p;
        float enough_square;
        float best_square;
        std::uint32_t best;  // triangle
    };
    void test(std::size_t triangle, Search& state) const;
    void search(std::size_t level, std::size_t index, Search& state) const;

    const Triangles& triangles_;
    const Triangles& grouped_;
    const Points& points_;
    std::vector<std::vector<Node>> levels_;  // from nodes of triangles up to a single root
};

}  // namespace phalanx
