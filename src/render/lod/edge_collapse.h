// A mesh simplifier that reaches any number of triangles and minimizes the error over many poses at once. No
// GL.
#pragma once

#include <cstddef>
#include <vector>

#include "render/lod/collapse_mesh.h"

namespace phalanx {

// Collapses edges, the cheapest first, until only the most important component is left with a few
// triangles. Each edge is collapsed to the place with the smallest error: Garland and Heckbert, "Surface
// Simplification Using Quadric Error Metrics", SIGGRAPH 1997; the errors are summed over poses as in Mohr and
// Gleicher, "Deformation Sensitive Decimation", 2003, and each is brought to bind space by the skin matrices
// at the new vertex. Small components are removed as a whole. Seams of texture coordinates and normals move
// with the surface: Hoppe, "New Quadric Metric for Simplifying Meshes with Appearance Attributes", IEEE
// Visualization 1999.
//
// Where thousands of triangles meet in one point the work would grow with the square of their number; then it
// stops at a limit. Deterministic.
class EdgeCollapse {
  public:
    // `input`, and what it refers to, must outlive this. low, high: the box of positions in bind space that
    // new vertices stay in.
    EdgeCollapse(const CollapseInput& input, const glm::vec3& low, const glm::vec3& high);

    struct Step {
        double cost = 0.0;     // of this step or an earlier one, whichever is larger
        std::size_t left = 0;  // triangles after it
    };
    const std::vector<Step>& steps() const { return steps_; }
    std::size_t triangles() const { return all_; }  // before the first step, without copies
    bool stopped() const { return stopped_; }       // at the limit
    const CollapseMesh& mesh() const { return mesh_; }

  private:
    CollapseMesh mesh_;
    std::size_t all_ = 0;
    bool stopped_ = false;
    std::vector<Step> steps_;
};

}  // namespace phalanx
