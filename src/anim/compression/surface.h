// What compression needs of a model: how far its nodes move its surface, and its error against exact poses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"
#include "anim/pose/vertex_groups.h"
#include "core/error_tally.h"

namespace phalanx {

class ClipDecoder;

// How far the surface moves when a node does, in the rest pose, scaled to a model 1.8 m tall. A vertex that
// follows the node by a part of its weights counts by that part. Every node counts as if it moved a vertex
// kNodeReach_mm from its origin, so that attachments and hands with nothing in them keep their places.
struct NodeLever {
    double turn_mm = 0.0;   // per radian
    double shift_mm = 0.0;  // per unit of its translation
};

inline constexpr double kNodeReach_mm = 30.0;

struct ModelSurface {
    explicit ModelSurface(const Model& of);

    const Model& model;  // must outlive it
    VertexGroups groups;
    std::vector<NodeLever> levers;  // per node
    double mm_per_metre = 1000.0;
};

// Measures decoded poses of one clip against exact ones, computed in double.
class SurfaceMeter {
  public:
    // At the frames of `intervals` and at per_interval - 1 moments between two of them. Long clips are
    // measured at fewer moments.
    SurfaceMeter(const ModelSurface& surface, const Clip& clip, std::uint32_t intervals,
                 unsigned per_interval);

    // Millimetres of all vertices at all moments, for a model 1.8 m tall.
    void measure(ClipDecoder& decoder, ErrorTally& errors) const;
    // True if the 99th percentile and the maximum are within the limits. Stops at the first vertex that is
    // beyond the maximum.
    bool within(ClipDecoder& decoder, double p99_mm, double max_mm) const;

    std::size_t moments() const { return phases_.size(); }

  private:
    template <typename Use>
    bool eachMoment(ClipDecoder& decoder, const Use& use) const;

    const ModelSurface& surface_;
    std::vector<double> phases_;
    std::vector<glm::dmat4> palettes_;         // per moment and joint
    std::vector<std::vector<double>> morphs_;  // per moment, in models with morph targets
};

}  // namespace phalanx
