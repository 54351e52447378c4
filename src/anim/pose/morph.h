// Selections and ranges of morph targets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// The same targets for other vertices: vertex i of the result is vertex chosen[i] of the model. Several may
// be copies of one.
std::vector<MorphTarget> selectDeltas(std::span<const MorphTarget> targets,
                                      std::span<const std::uint32_t> chosen);

struct WeightRange {
    double min = 0.0;
    double max = 1.0;
};

// Per target, a range that contains its weight at rest and in all clips, 0 and 1. A spline may exceed its
// keys; the range contains its control points, and so the whole curve.
std::vector<WeightRange> morphRanges(const Model& model);

}  // namespace phalanx
