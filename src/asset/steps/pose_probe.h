// Measures a model's poses by a few points per joint. The importer uses it to decide whether a clip closes
// and whether its root drifts, and to measure the height and the speed of the feet.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"
#include "anim/pose/pose.h"

namespace phalanx {

// Points in file units, in the axes of model space.
using ProbePoints = std::vector<glm::dvec3>;

class PoseProbe {
  public:
    // Keeps a reference to the model, which must have its vertices, nodes and palette. The points are the
    // corners of the bounding box of each joint's vertices, and the vertices that each morph target moves
    // farthest in each direction of each axis.
    explicit PoseProbe(const Model& model);

    ProbePoints at(const Clip& clip, double time_s) const;
    ProbePoints atRest() const;

    // The largest distance between points of the same index.
    static double distance(const ProbePoints& a, const ProbePoints& b);

    // The diagonal of the bounding box of the rest pose, the reference for relative limits. Above 0.
    double size() const { return size_; }

  private:
    void chooseMorphed();
    ProbePoints inPose(const LocalPose& pose) const;

    const Model& model_;
    std::vector<std::vector<glm::dvec3>> corners_;  // bind space, per joint
    std::vector<Vertex> morphed_;                   // vertices that morph targets move
    std::vector<MorphTarget> targets_;              // with the deltas of these vertices
    double size_ = 1.0;
};

// Skins vertices on the CPU, in file units and the axes of model space. `targets`: the model's, with the
// deltas of these vertices. clip == nullptr: the rest pose.
ProbePoints skinPoints(const Model& model, std::span<const Vertex> vertices,
                       std::span<const MorphTarget> targets, const Clip* clip, double time_s);

}  // namespace phalanx
