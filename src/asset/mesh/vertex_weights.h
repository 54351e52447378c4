// Joints and weights of a part's vertices.
#pragma once

#include "asset/common/notes.h"
#include "asset/mesh/palette.h"
#include "asset/source/model_source.h"

namespace phalanx {

// Counts over all parts, for the notes.
struct WeightCounts {
    std::size_t renormalised = 0;  // vertices whose weights did not sum to 1
    std::size_t cut = 0;           // vertices with more than kWeightsPerVertex weights
    std::size_t repeated = 0;      // weights of a joint that the vertex already uses
    std::size_t unweighted = 0;    // vertices of a skinned part without any weight
    std::size_t negative = 0;      // weights below 0
    std::size_t lost_bones = 0;    // bones without a node
    std::size_t rigid_parts = 0;

    void report(Notes& notes) const;
};

// Sets the joints and weights of the vertices from the influences: summed per bone, reduced to the
// kWeightsPerVertex largest and normalized. A part without bones, a vertex without weights and a bone without
// a node follow the part's node.
void setWeights(PartMesh& mesh, int node, PaletteBuilder& palette, WeightCounts& counts);

}  // namespace phalanx
