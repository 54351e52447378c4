// Assimp's nodes as an array, parents first, and the lookup of nodes by name.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"

struct aiNode;

namespace phalanx {

class NodeTree {
  public:
    // Throws Error (kInput) that starts with `file` if the tree has more than kMaxNodes.
    NodeTree(const aiNode& root, const std::string& file, Notes& notes);

    const std::vector<Node>& nodes() const { return nodes_; }
    const aiNode& source(std::size_t index) const { return *sources_[index]; }

    // The node for a bone or channel of that name, -1 if none. If several nodes have the name, it is the one
    // without meshes, then the one with the larger subtree, then the first.
    int find(const std::string& name) const;

    // The number of nodes with that name.
    std::size_t namesakes(const std::string& name) const;

  private:
    std::vector<Node> nodes_;
    std::vector<const aiNode*> sources_;
    std::unordered_map<std::string, int> by_name_;
};

}  // namespace phalanx
