// Computes thousands of exact palettes of one clip. The results equal those of pose.h, but everything that
// does not depend on the time is computed once.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// Model and clip must outlive it. Not thread-safe.
class PoseSampler {
  public:
    PoseSampler(const Model& model, const Clip& clip);

    // Equals modelFromBind(model, samplePose(model, clip, time_s)) except for rounding in double. Valid until
    // the next call.
    const std::vector<glm::dmat4>& sample(double time_s);

    // The weights of the morph targets at the time of the last sample(), the rest weights before it. Valid
    // until the next call.
    const std::vector<double>& morphWeights() const { return morph_weights_; }

  private:
    struct Step {
        int node = 0;
        int parent = -1;
        const Track<glm::dvec3>* translations = nullptr;  // nullptr: use `start`
        const Track<glm::dquat>* rotations = nullptr;
        const Track<glm::dvec3>* scales = nullptr;
        Transform start;
        glm::dmat4 parent_from_node{1.0};  // used for nodes without tracks
    };

    const Model& model_;
    const Clip& clip_;
    std::vector<Step> steps_;  // the nodes that the palette needs, parents first
    std::vector<glm::dmat4> model_from_node_;
    std::vector<glm::dmat4> model_from_bind_;
    std::vector<double> morph_weights_;
};

}  // namespace phalanx
