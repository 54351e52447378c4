// Joints and weights of a mesh's vertices.
#pragma once

#include <string>
#include <vector>

#include "asset/assimp/node_tree.h"
#include "asset/assimp/palette.h"
#include "asset/assimp/parts.h"
#include "asset/notes.h"

namespace phalanx {

// Counts over all meshes, for the notes.
struct WeightCounts {
    std::size_t renormalised = 0;  // vertices whose weights did not sum to 1
    std::size_t cut = 0;           // vertices with more than kWeightsPerVertex weights
    std::size_t repeated = 0;      // weights of a joint that the vertex already uses
    std::size_t unweighted = 0;    // vertices of a skinned mesh without any weight
    std::size_t negative = 0;      // weights below 0
    std::size_t lost_bones = 0;    // bones without a node
    std::size_t rigid_parts = 0;

    void report(Notes& notes) const;
};

// Sets the joints and weights of one part's vertices. `vertices` must already have the size of the mesh.
void readWeights(const PartSource& part, const NodeTree& tree, PaletteBuilder& palette,
                 const std::string& file, std::vector<Vertex>& vertices, WeightCounts& counts);

}  // namespace phalanx
