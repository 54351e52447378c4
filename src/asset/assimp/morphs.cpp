#include "asset/assimp/morphs.h"

#include <assimp/mesh.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "anim/pose/finite.h"
#include "asset/assimp/convert.h"
#include "asset/common/unique_names.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// A target: neighbouring shapes of one name are one channel of FBX.
struct Shape {
    std::string name;  // unique in the mesh
    const aiAnimMesh* last = nullptr;
    unsigned shapes = 1;
};

// Assimp 5.4 names a shape of FBX by its channel and its geometry, "Smile.Smile", where 5.2 gives "Smile".
std::string nameOf(const aiAnimMesh& shape) {
    std::string name = toString(shape.mName);
    const std::size_t half = name.size() / 2;
    const std::string_view text(name);
    const bool twice =
        name.size() % 2 == 1 && name[half] == '.' && text.substr(0, half) == text.substr(half + 1);
    return twice ? name.substr(0, half) : name;
}

std::vector<Shape> shapesOf(const aiMesh& mesh) {
    std::vector<Shape> result;
    UniqueNames names;
    std::string previous;
    for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) {
        const aiAnimMesh& shape = *mesh.mAnimMeshes[i];
        const std::string name = nameOf(shape);
        if (!result.empty() && !name.empty() && name == previous) {
            result.back().last = &shape;
            ++result.back().shapes;
        } else {
            result.push_back({names.take(name.empty() ? fmt::format("target {}", i) : name), &shape});
        }
        previous = name;
    }
    return result;
}

double restWeight(const Shape& shape, bool is_fbx) {
    const auto weight = static_cast<double>(shape.last->mWeight);
    return (is_fbx && shape.shapes == 1) || !std::isfinite(weight) ? 0.0 : weight;
}

}  // namespace

AssimpMorphs listMorphs(const AssimpParts& parts, bool is_fbx, const std::string& file, Notes& notes) {
    std::map<int, std::map<std::string, double>> weights;  // by node and name
    std::set<std::pair<int, std::string>> between;
    for (std::size_t i = 0; i < parts.parts.size(); ++i) {
        const int node = parts.parts[i].node;
        for (const Shape& shape : shapesOf(*parts.meshes[i])) {
            weights[node].emplace(shape.name, restWeight(shape, is_fbx));
            if (shape.shapes > 1) between.emplace(node, shape.name);
        }
    }
    AssimpMorphs result;
    std::map<std::pair<int, std::string>, std::size_t> index_of;
    for (const auto& [node, of_name] : weights) {
        for (const auto& [name, weight] : of_name) {
            index_of[{node, name}] = result.targets.size();
            MorphTarget& target = result.targets.emplace_back();
            target.name = name;
            target.node = node;
            target.rest_weight = weight;
        }
    }
    if (result.targets.size() > kMaxMorphTargets) {
        throw inputError(file, fmt::format("has {} morph targets; the limit is {}", result.targets.size(),
                                           kMaxMorphTargets));
    }
    if (!between.empty()) {
        notes.warn(fmt::format("{} with in-between shapes, which are not supported; only the last is used",
                               counted(between.size(), "morph target")));
    }
    for (std::size_t i = 0; i < parts.parts.size(); ++i) {
        const int node = parts.parts[i].node;
        std::vector<std::size_t>& list = result.of_node[node];
        const std::vector<Shape> shapes = shapesOf(*parts.meshes[i]);
        if (!list.empty() || shapes.empty()) continue;
        for (const Shape& shape : shapes) list.push_back(index_of.at({node, shape.name}));
    }
    std::erase_if(result.of_node, [](const auto& entry) { return entry.second.empty(); });
    return result;
}

void readDeltas(const SourcePart& part, const aiMesh& from, const AssimpMorphs& morphs,
                const std::string& file, PartMesh& mesh) {
    for (const Shape& shape : shapesOf(from)) {
        const aiAnimMesh& morphed = *shape.last;
        const std::string what =
            fmt::format("morph target {} of part {}", printable(shape.name), printable(part.name));
        if (morphed.mNumVertices != from.mNumVertices) {
            throw inputError(file, fmt::format("{} has {} vertices, but the part has {}", what,
                                               morphed.mNumVertices, from.mNumVertices));
        }
        const auto target = std::ranges::find_if(morphs.targets, [&](const MorphTarget& each) {
            return each.node == part.node && each.name == shape.name;
        });
        PartMorph morph;
        morph.target = static_cast<std::size_t>(target - morphs.targets.begin());
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            MorphDelta delta;
            delta.vertex = static_cast<std::uint32_t>(v);
            if (morphed.mVertices != nullptr)
                delta.position = glm::vec3(toGlm(morphed.mVertices[v]) - toGlm(from.mVertices[v]));
            if (morphed.mNormals != nullptr && !mesh.without_normal[v])
                delta.normal = glm::vec3(toGlm(morphed.mNormals[v])) - mesh.vertices[v].normal;
            if (!isFinite(glm::dvec3(delta.position)) || !isFinite(glm::dvec3(delta.normal)))
                throw inputError(file, fmt::format("vertex {} of {} is not finite", v, what));
            // Smaller differences are rounding, of normals that were normalized twice.
            constexpr float kSameNormal = 1e-6F;
            if (glm::length(delta.normal) < kSameNormal) delta.normal = glm::vec3(0.0F);
            if (delta.position != glm::vec3(0.0F) || delta.normal != glm::vec3(0.0F))
                morph.deltas.push_back(delta);
        }
        if (!morph.deltas.empty()) mesh.morphs.push_back(std::move(morph));
    }
    std::ranges::sort(mesh.morphs, {}, &PartMorph::target);
}

int morphedNode(const AssimpMorphs& morphs, const NodeTree& tree, const std::string& channel) {
    const std::size_t star = channel.find_last_of('*');
    const std::string name = channel.substr(0, star);
    for (const auto& [node, list] : morphs.of_node) {
        if (tree.nodes()[static_cast<std::size_t>(node)].name == name) return node;
    }
    return -1;
}

}  // namespace phalanx
