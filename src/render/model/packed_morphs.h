// The morph targets of a packed mesh as the GPU reads them: 4 bytes per vertex and 16 bytes per delta. No GL.
//
// Bit layout: u_morphs in layouts.h. Precision: 16 bits per component, 1/32767 of the model's longest
// component of a position's delta, and of a normal's.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct PackedMorphs {
    std::uint32_t targets = 0;      // 0: the model has none, and texels is empty
    std::uint32_t first_delta = 0;  // the texel where deltas begin
    std::vector<glm::uvec4> texels;
    float position_step = 1.0F;  // file units per step of a delta
    float normal_step = 1.0F;

    std::size_t bytes() const { return texels.size() * sizeof(glm::uvec4); }
    // Whether a target moves this vertex.
    bool moves(std::uint32_t vertex) const;
    // The number of deltas of vertices before this one.
    std::size_t deltasBefore(std::uint32_t vertex) const;
};

// `model_vertex`: the vertex that deltas refer to, by packed vertex. Deltas that round to zero are left out.
PackedMorphs packMorphs(std::span<const MorphTarget> morph_targets,
                        std::span<const std::uint32_t> model_vertex);

// Decodes the packed bits as the shaders do: the deltas that the reference implementation should use, by
// packed vertex. Names, nodes and weights at rest are not set.
std::vector<MorphTarget> unpackMorphs(const PackedMorphs& morphs);

}  // namespace phalanx
