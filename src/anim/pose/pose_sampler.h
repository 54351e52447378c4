// One clip's exact palettes, thousands of them: what pose.h computes, with all that does not change from
// moment to moment done once.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// Model and clip must outlive it. Not for two threads at once.
class PoseSampler {
  public:
    PoseSampler(const Model& model, const Clip& clip);

    // modelFromBind(model, samplePose(model, clip, time_s)), to the rounding of a double. Valid until the
    // next call.
    const std::vector<glm::dmat4>& sample(double time_s);

  private:
    struct Step {
        int node = 0;
        int parent = -1;
        const std::vector<Key<glm::dvec3>>* translations = nullptr;  // nullptr: as in `start`
        const std::vector<Key<glm::dquat>>* rotations = nullptr;
        const std::vector<Key<glm::dvec3>>* scales = nullptr;
        Transform start;
        glm::dmat4 parent_from_node{1.0};  // of nodes that nothing moves
    };

    const Model& model_;
    const Clip& clip_;
    std::vector<Step> steps_;  // the nodes that the palette needs, parents first
    std::vector<glm::dmat4> model_from_node_;
    std::vector<glm::dmat4> model_from_bind_;
};

}  // namespace phalanx
