// Assimp's nodes in a row, parents first, and which node a name means.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "anim/pose/model.h"
#include "asset/notes.h"

struct aiNode;

namespace phalanx {

class NodeTree {
  public:
    // `original_names`: what nodes() calls those that were renamed before Assimp saw them; find() knows the
    // new names. Throws Error (kInput), led by `file`, where the tree has more than kMaxNodes.
    NodeTree(const aiNode& root, const std::map<std::string, std::string>& original_names,
             const std::string& file, Notes& notes);

    static constexpr std::size_t kMaxNodes = 65'536;

    const std::vector<Node>& nodes() const { return nodes_; }
    const aiNode& source(std::size_t index) const { return *sources_[index]; }

    // The node that a bone or a channel of that name means, -1 where there is none. Of several namesakes it
    // is the one without meshes, then the one with the larger subtree, then the first.
    int find(const std::string& name) const;

    // How many nodes bear it.
    std::size_t namesakes(const std::string& name) const;

  private:
    std::vector<Node> nodes_;
    std::vector<const aiNode*> sources_;
    std::unordered_map<std::string, int> by_name_;
};

}  // namespace phalanx
