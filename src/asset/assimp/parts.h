// The parts of a model: pairs of node and mesh, with their names, and the selection by --hide.
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
    int node = 0;                      // index into the tree
    std::string name;                  // unique in the model
    std::vector<std::string> aliases;  // names of the node and of the mesh, which several parts may share

    bool isCalled(const std::string& wanted) const;
};

// Lists the parts in the order of the file. A part has the name of its node, or of its mesh if the node has
// none. If a node has several meshes, the material's name is appended, and a number if the name is still not
// unique. Meshes of lines or points are left out. Throws Error (kInput) that starts with `file` above
// kMaxParts.
std::vector<PartSource> listParts(const aiScene& scene, const NodeTree& tree, const std::string& file);

// Removes the parts with these names. For a name that no part has, throws Error (kUsage) that lists the
// parts, the closest name first. Throws Error (kInput) if no part is left.
void hideParts(std::vector<PartSource>& parts, const std::vector<std::string>& hidden,
               const std::string& file);

}  // namespace phalanx
