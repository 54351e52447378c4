// Measures a model's poses by a few points per joint. The importer uses it to decide whether a clip closes
// and whether its root drifts, and to measure the height and the speed of the feet.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// Points in file units, in the axes of model space.
using ProbePoints = std::vector<glm::dvec3>;

class PoseProbe {
  public:
    // Keeps a reference to the model, which must have its vertices, nodes and palette. The points are the
    // corners of the bounding box of each joint's vertices.
    explicit PoseProbe(const Model& model);

    ProbePoints at(const Clip& clip, double time_s) const;
    ProbePoints atRest() const;

    // The largest distance between points of the same index.
    static double distance(const ProbePoints& a, const ProbePoints& b);

    // The diagonal of the bounding box of the rest pose, the reference for relative limits. Above 0.
    double size() const { return size_; }

  private:
    ProbePoints transformed(const std::vector<glm::dmat4>& file_from_bind) const;

    const Model& model_;
    std::vector<std::vector<glm::dvec3>> corners_;  // bind space, per joint
    double size_ = 1.0;
};

// Skins vertices on the CPU, in file units and the axes of model space. clip == nullptr: the rest pose.
ProbePoints skinPoints(const Model& model, const std::vector<Vertex>& vertices, const Clip* clip,
                       double time_s);

}  // namespace phalanx
