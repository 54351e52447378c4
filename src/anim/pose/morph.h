// Selections and ranges of morph targets.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// The same targets for other vertices: vertex i of the result is vertex chosen[i] of the model. Several may
// be copies of one.
std::vector<MorphTarget> selectDeltas(std::span<const MorphTarget> targets,
                                      std::span<const std::uint32_t> chosen);

// A name for target number `target` by which findMorphTarget() finds it: its own, or "#K" with its number if
// another target has that name.
std::string uniqueName(std::span<const MorphTarget> targets, std::size_t target);
// Throws Error (kUsage) if there is no such target.
std::uint32_t findMorphTarget(std::span<const MorphTarget> targets, const std::string& name);

struct WeightRange {
    double min = 0.0;
    double max = 1.0;
};

// Per target, a range that contains its weight at rest and in all clips, 0 and 1. A spline may exceed its
// keys; the range contains its control points, and so the whole curve.
std::vector<WeightRange> morphRanges(const Model& model);

// Whether a target moves a vertex by more than 2 % of the diagonal of the bind box. Targets that do not, as
// those of a face on a whole body, are for near views: LODs are drawn without them, and under layers they
// follow the unit's own clips.
bool targetsMoveFar(const Model& model);

}  // namespace phalanx
