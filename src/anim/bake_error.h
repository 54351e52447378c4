// How far baked rows lead vertices astray between their frames. Used by the baker to choose rates, and by
// verify.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake.h"
#include "anim/model.h"

namespace phalanx {

// The rows of one clip before they are laid into the texture: frame-major, joints per frame.
using ClipFrames = std::vector<glm::mat4>;

class BakeErrorMeter {
  public:
    explicit BakeErrorMeter(const Model& model);

    // True where a bound over the joints' boxes already shows that no vertex errs by more than limit_mm.
    bool surelyUnder(double limit_mm, const Clip& clip, std::span<const glm::mat4> frames,
                     std::uint32_t intervals) const;

    // All vertices, at a quarter, a half and three quarters of each interval. Scaled to a model 1.8 m tall.
    BakeError measure(const Clip& clip, std::span<const glm::mat4> frames, std::uint32_t intervals) const;

  private:
    struct Box {
        glm::dvec3 min{1.0};
        glm::dvec3 max{-1.0};  // min > max: no vertex hangs on the joint
    };
    using Differences = std::vector<glm::mat4>;  // baked - exact, per joint

    Differences differences(const Clip& clip, std::span<const glm::mat4> frames, std::uint32_t intervals,
                            std::uint32_t interval, double within) const;

    const Model& model_;
    std::vector<Box> boxes_;  // bind space, of the vertices that a joint moves
    double mm_per_metre_;     // for a model of 1.8 m
};

}  // namespace phalanx
