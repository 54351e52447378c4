// Meshes -> vertices, indices, parts, and the joints that they use.
#pragma once

#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/assimp/materials.h"
#include "asset/assimp/node_tree.h"
#include "asset/assimp/palette.h"
#include "asset/assimp/parts.h"
#include "asset/notes.h"

namespace phalanx {

struct MeshData {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;  // by material, then in the order of the file
    std::vector<Part> parts;             // in the order of the file
};

// Weights are summed per joint, cut to the kWeightsPerVertex largest and made to sum to 1. A mesh without
// bones hangs rigidly on its node, and so does a vertex without weights. Vertices are welded only where all
// of it is equal, joints and weights too. Throws Error (kInput), led by `file`, for what cannot be drawn:
// non-finite or absurd values, indices out of range, sizes over the limits, two bones of one name where two
// nodes bear it.
MeshData readMeshes(const std::vector<PartSource>& sources, const NodeTree& tree,
                    const MaterialSet& materials, PaletteBuilder& palette, const std::string& file,
                    Notes& notes);

}  // namespace phalanx
