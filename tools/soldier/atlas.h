// The atlas: where each patch's chart lies in it, and its pixels.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "patch.h"
#include "soldier.h"

namespace phalanx::soldier {

inline constexpr int kAtlasSize = 1024;

// Texture coordinates of every vertex of every patch, 0..1, v downwards. Charts keep a few texels of
// distance. The scale is the largest at which all charts fit.
struct AtlasLayout {
    std::vector<std::vector<glm::vec2>> uv;  // per patch, per vertex
    float texels_per_metre = 0.0F;           // at detail 1
};
AtlasLayout packAtlas(const std::vector<Patch>& patches);

// Paints all charts, with ambient occlusion baked at rest and colour bled over the charts' edges.
Atlas paintAtlas(const std::vector<Patch>& patches, const AtlasLayout& layout);

}  // namespace phalanx::soldier
