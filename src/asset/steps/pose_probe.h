// Measures a model's poses by a few points per joint, for the decisions of the importer: does a clip close,
// does it walk away, how tall does the model stand, how fast do its feet go.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// Points in file units, in the axes of model space.
using ProbePoints = std::vector<glm::dvec3>;

class PoseProbe {
  public:
    // Keeps a reference to the model, which must have its vertices, nodes and palette. Takes the corners of
    // each joint's box of vertices.
    explicit PoseProbe(const Model& model);

    ProbePoints at(const Clip& clip, double time_s) const;
    ProbePoints atRest() const;

    // The largest distance between points of the same number.
    static double distance(const ProbePoints& a, const ProbePoints& b);

    // The diagonal of the box around the model at rest: what "small" is measured against. Above 0.
    double size() const { return size_; }

  private:
    ProbePoints transformed(const std::vector<glm::dmat4>& file_from_bind) const;

    const Model& model_;
    std::vector<std::vector<glm::dvec3>> corners_;  // bind space, per joint
    double size_ = 1.0;
};

// Vertices that follow a pose, in file units and the axes of model space.
ProbePoints skinPoints(const Model& model, const std::vector<Vertex>& vertices, const Clip* clip,
                       double time_s);

}  // namespace phalanx
