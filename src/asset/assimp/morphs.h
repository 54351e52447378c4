// The morph targets of an Assimp scene.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "asset/assimp/meshes.h"
#include "asset/assimp/node_tree.h"
#include "asset/common/notes.h"
#include "asset/source/model_source.h"

struct aiMesh;

namespace phalanx {

struct AssimpMorphs {
    // Without deltas. Of each node in the order of their names: since version 5.4 Assimp hands over an FBX
    // file's targets in an order that differs from run to run.
    std::vector<MorphTarget> targets;
    // By node: for each target of its meshes, in Assimp's order, the index into `targets`.
    std::map<int, std::vector<std::size_t>> of_node;
};

// A channel of FBX with several shapes has in-between shapes; only its last shape, the one at 100 %, is a
// target. Rest weights: Assimp hands over 1 for every FBX channel with one shape, so they are 0 there. Throws
// Error (kInput) that starts with `file` above kMaxMorphTargets.
AssimpMorphs listMorphs(const AssimpParts& parts, bool is_fbx, const std::string& file, Notes& notes);

// Sets mesh.morphs. Assimp has morphed vertices, not deltas. Throws Error (kInput) for vertices that are not
// finite or of another number than in the mesh.
void readDeltas(const SourcePart& part, const aiMesh& from, const AssimpMorphs& morphs,
                const std::string& file, PartMesh& mesh);

// The node with morph targets that a channel of weights is for; -1: there is none. Assimp appends '*' and a
// number to the names of FBX nodes.
int morphedNode(const AssimpMorphs& morphs, const NodeTree& tree, const std::string& channel);

}  // namespace phalanx
