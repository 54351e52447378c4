// A blend space in one model: its clips in step, and their travel over the ground.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "anim/layers/blend_space.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/model.h"

namespace phalanx {

// The phase of a clip, 0..1, at which the left foot comes down; nothing if no foot is clearly on the ground
// in one part of the cycle and off it in another, or both are at once.
//
// A foot is the lowest vertices of the rest pose on one side, and its height their mean. Its contact is 1 at
// the lowest height in the clip, and falls to 0 at 2 % of the model's height above it. It comes down where
// the contact rises above one half. The right foot, half a cycle later, has the same part in the result.
std::optional<double> contactPhase(const Model& model, const Clip& clip);

// Coordinates of a space as a point of the plane: with one dimension, y is 0.
glm::dvec2 planePoint(std::span<const double> at);

class SpaceClips {
  public:
    // Throws Error (kUsage) for a clip that the model does not have. The model must outlive it.
    SpaceClips(const Model& model, const BlendSpace& space);

    struct Point {
        int clip = 0;
        double sync = 0.0;         // phase of the clip where the common phase is 0; 0 for one-shots
        double rate_hz = 0.0;      // cycles per second, 1 / duration; 0 for single poses
        glm::dvec2 stride_m{0.0};  // travel per cycle, x and z of model space
    };
    std::span<const Point> points() const { return points_; }
    const SpaceGrid& grid() const { return grid_; }

    // The clips at a point of the space. `phase`: of the common cycle. A loop shows its phase + sync; a
    // one-shot shows phase * duration within its ends.
    ClipMix mixAt(std::span<const double> at, double phase) const;

    // Rate of the common phase and travel per cycle, weighted means of the clips': with both, the ground
    // speed rate * stride keeps the blended planted feet in place.
    double rateAt(const glm::dvec2& at) const;
    glm::dvec2 strideAt(const glm::dvec2& at) const;

  private:
    const Model& model_;
    std::vector<Point> points_;
    SpaceGrid grid_;
};

}  // namespace phalanx
