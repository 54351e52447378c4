// Converts Assimp's meshes to vertices, indices and parts, and collects the joints that they use.
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

// Weights are summed per joint, reduced to the kWeightsPerVertex largest and renormalized. A mesh without
// bones, and a vertex without weights, are attached rigidly to the mesh's node. Vertices are welded only if
// they are equal in everything, joints and weights included. Throws Error (kInput) that starts with `file`
// for non-finite or absurd values, indices out of range, sizes above the limits, and two bones with the same
// name if several nodes have that name.
MeshData readMeshes(const std::vector<PartSource>& sources, const NodeTree& tree,
                    const MaterialSet& materials, PaletteBuilder& palette, const std::string& file,
                    Notes& notes);

}  // namespace phalanx
