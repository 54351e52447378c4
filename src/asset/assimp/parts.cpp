#include "asset/assimp/parts.h"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>

#include "asset/assimp/convert.h"
#include "asset/import_limits.h"
#include "asset/steps/unique_names.h"
#include "core/error.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

std::string listClosestFirst(const std::vector<PartSource>& parts, const std::string& wanted) {
    std::vector<std::string> names;
    for (const PartSource& part : parts) names.push_back(part.name);
    std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
        return editDistance(a, wanted) < editDistance(b, wanted);
    });
    constexpr std::size_t kShown = 40;
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < kShown; ++i) list += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > kShown) list += fmt::format(" and {} more", names.size() - kShown);
    return list;
}

bool isTriangles(const aiMesh& mesh) {
    return (mesh.mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0 && mesh.mNumFaces > 0 &&
           mesh.mNumVertices > 0 && mesh.mVertices != nullptr;
}

std::string materialName(const aiScene& scene, const aiMesh& mesh) {
    aiString name;
    if (mesh.mMaterialIndex < scene.mNumMaterials)
        scene.mMaterials[mesh.mMaterialIndex]->Get(AI_MATKEY_NAME, name);
    return toString(name);
}

}  // namespace

bool PartSource::isCalled(const std::string& wanted) const {
    return name == wanted || std::find(aliases.begin(), aliases.end(), wanted) != aliases.end();
}

std::vector<PartSource> listParts(const aiScene& scene, const NodeTree& tree, const std::string& file) {
    std::vector<PartSource> parts;
    UniqueNames names;
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
        const aiNode& node = tree.source(n);
        for (unsigned i = 0; i < node.mNumMeshes; ++i) {
            if (node.mMeshes[i] >= scene.mNumMeshes) continue;
            const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
            if (!isTriangles(mesh)) continue;
            const std::string& node_name = tree.nodes()[n].name;
            const std::string mesh_name = toString(mesh.mName);
            std::string base = node_name.empty() ? mesh_name : node_name;
            if (base.empty()) base = "part";
            if (const std::string suffix = materialName(scene, mesh);
                node.mNumMeshes > 1 && !suffix.empty()) {
                base += ":" + suffix;
            }
            if (parts.size() == kMaxParts)
                throw inputError(file, fmt::format("has more than {} parts, the limit", kMaxParts));
            parts.push_back({&mesh, static_cast<int>(n), names.take(base), {node_name, mesh_name}});
        }
    }
    return parts;
}

void hideParts(std::vector<PartSource>& parts, const std::vector<std::string>& hidden,
               const std::string& file) {
    std::vector<bool> hide(parts.size(), false);
    for (const std::string& wanted : hidden) {
        bool exact = false;
        bool found = false;
        for (const PartSource& part : parts) exact = exact || part.name == wanted;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (exact ? parts[i].name != wanted : wanted.empty() || !parts[i].isCalled(wanted)) continue;
            hide[i] = true;
            found = true;
        }
        if (!found) {
            throw usageError(file, fmt::format("has no part \"{}\" to hide; its parts are {}", wanted,
                                               listClosestFirst(parts, wanted)));
        }
    }
    std::vector<PartSource> kept;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!hide[i]) kept.push_back(std::move(parts[i]));
    }
    if (kept.empty() && !hidden.empty())
        throw inputError(file, "has nothing to draw: all of its parts are hidden");
    parts = std::move(kept);
}

}  // namespace phalanx
