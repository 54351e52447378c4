// The named pieces of a file: which mesh hangs on which node, what it is called, and which ones are wanted.
#pragma once

#include <string>
#include <vector>

#include "asset/assimp/node_tree.h"
#include "asset/notes.h"

struct aiMesh;
struct aiScene;

namespace phalanx {

struct PartSource {
    const aiMesh* mesh = nullptr;
    int node = 0;      // into the tree
    std::string name;  // unique in the model
    std::vector<std::string>
        aliases;  // the node's and the mesh's own name: these may stand for several parts

    bool isCalled(const std::string& wanted) const;
};

// In the order of the file. A part has the name of its node, else of its mesh; where a node carries several
// meshes, the material's name follows, and a number where names still collide. Lines and points are no parts.
// Throws Error (kInput), led by `file`, past kMaxParts.
std::vector<PartSource> listParts(const aiScene& scene, const NodeTree& tree, const std::string& file);

// Takes the parts of these names out. Throws Error (kUsage), listing the parts with the closest name first,
// for a name that none has; Error (kInput) where nothing is left.
void hideParts(std::vector<PartSource>& parts, const std::vector<std::string>& hidden,
               const std::string& file);

}  // namespace phalanx
