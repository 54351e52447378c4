// Reads the parts of an Assimp scene.
#pragma once

#include <string>
#include <vector>

#include "asset/assimp/node_tree.h"
#include "asset/source/model_source.h"

struct aiMesh;
struct aiScene;

namespace phalanx {

struct AssimpParts {
    std::vector<SourcePart> parts;
    std::vector<const aiMesh*> meshes;  // of the parts
};

// Lists the parts in the order of the file. A part has the name of its node, or of its mesh if the node has
// none. If a node has several meshes, the material's name is appended, and a number if the name is still not
// unique. Meshes of lines or points are left out. Throws Error (kInput) that starts with `file` above
// kMaxParts.
AssimpParts listParts(const aiScene& scene, const NodeTree& tree, const std::string& file);

// See ModelSource::mesh(). Throws Error (kInput), too, for two bones with the same name if several nodes have
// that name.
PartMesh readMesh(const SourcePart& part, const aiMesh& mesh, const UvSource& uv, const NodeTree& tree,
                  const std::string& file);

}  // namespace phalanx
