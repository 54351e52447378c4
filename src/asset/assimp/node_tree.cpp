#include "asset/assimp/node_tree.h"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "asset/assimp/convert.h"
#include "asset/common/import_limits.h"
#include "core/error.h"

namespace phalanx {
namespace {

// Assimp lists all bones of a Half-Life model as children of this node; only their pointers to the parent
// show which bone they hang on.
constexpr const char* kFlatBones = "<MDL_bones>";

}  // namespace

NodeTree::NodeTree(const aiNode& root, const std::string& file, Notes& notes) {
    std::vector<std::pair<const aiNode*, int>> open{{&root, -1}};
    std::map<const aiNode*, int> known;
    while (!open.empty()) {
        auto [source, parent] = open.back();
        open.pop_back();
        if (nodes_.size() == kMaxNodes) {
            throw inputError(file, fmt::format("has more than {} nodes, the limit", kMaxNodes));
        }
        if (parent >= 0 && nodes_[static_cast<std::size_t>(parent)].name == kFlatBones) {
            const auto bone = known.find(source->mParent);
            if (bone != known.end()) parent = bone->second;
        }
        const int index = static_cast<int>(nodes_.size());
        known.emplace(source, index);
        nodes_.push_back({toString(source->mName), parent, toGlm(source->mTransformation)});
        sources_.push_back(source);
        for (unsigned i = source->mNumChildren; i > 0; --i)
            open.emplace_back(source->mChildren[i - 1], index);
    }

    std::vector<std::size_t> subtree(nodes_.size(), 1);
    for (std::size_t i = nodes_.size(); i-- > 1;)
        subtree[static_cast<std::size_t>(nodes_[i].parent)] += subtree[i];
    const auto rank = [&](std::size_t i) { return std::pair(sources_[i]->mNumMeshes == 0, subtree[i]); };
    std::set<std::string> shared;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i].name.empty()) continue;
        const auto [entry, fresh] = by_name_.try_emplace(nodes_[i].name, static_cast<int>(i));
        if (fresh) continue;
        shared.insert(nodes_[i].name);
        if (rank(i) > rank(static_cast<std::size_t>(entry->second))) entry->second = static_cast<int>(i);
    }
    if (!shared.empty()) {
        notes.info(fmt::format(
            "{} shared by several nodes ({}); bones and channels use the node without meshes, then the one "
            "with the larger subtree",
            counted(shared.size(), "name"), *shared.begin()));
    }
}

int NodeTree::find(const std::string& name) const {
    const auto entry = by_name_.find(name);
    return entry == by_name_.end() ? -1 : entry->second;
}

std::size_t NodeTree::namesakes(const std::string& name) const {
    return static_cast<std::size_t>(
        std::count_if(sources_.begin(), sources_.end(),
                      [&](const aiNode* source) { return toString(source->mName) == name; }));
}

}  // namespace phalanx
