// The soles of a model's feet: the vertices near the ground in its standing pose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// A foot is planted while it is at most this high above the ground, of the model's height.
inline constexpr double kPlantedHeight = 0.02;

// The vertices within 6 % of the height above the lowest one, at the beginning of standingClip(), as indices
// into Model::vertices. `height`: of the model, file units. Empty if the pose is not finite.
std::vector<std::uint32_t> soleVertices(const Model& model, double height);

// Some vertices of a model, and the morph targets with the deltas of these vertices.
struct Surface {
    std::vector<Vertex> vertices;
    std::vector<MorphTarget> targets;
};
Surface surfaceOf(const Model& model, std::span<const std::uint32_t> chosen);

}  // namespace phalanx
