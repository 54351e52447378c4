// The texture atlas: the positions of the patches' charts, and the pixels.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "mesh/patch.h"
#include "soldier.h"

namespace phalanx::soldier {

inline constexpr int kAtlasSize = 1024;

// Packs the charts with a few texels between them, at the largest scale at which all fit. The result has
// texture coordinates, 0..1, v downwards.
struct AtlasLayout {
    std::vector<std::vector<glm::vec2>> uv;  // per patch, per vertex
    float texels_per_metre = 0.0F;           // at detail 1
};
AtlasLayout packAtlas(const std::vector<Patch>& patches);

// Paints all charts, with ambient occlusion of the rest pose, and extends the colours over the charts' edges.
Atlas paintAtlas(const std::vector<Patch>& patches, const AtlasLayout& layout);

}  // namespace phalanx::soldier
