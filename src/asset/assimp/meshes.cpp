#include "asset/assimp/meshes.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "anim/pose/finite.h"
#include "asset/assimp/convert.h"
#include "asset/common/import_limits.h"
#include "asset/common/unique_names.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Weights stored as bytes or percent sum to at most a few hundred; a weight above this limit means that the
// file was misread.
constexpr double kAbsurdWeight = 70'000.0;
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

void checkNames(const SourcePart& part, const aiMesh& mesh, const NodeTree& tree, const std::string& file) {
    std::set<std::string> names;
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const std::string name = toString(mesh.mBones[b]->mName);
        if (!names.insert(name).second && tree.namesakes(name) > 1) {
            throw inputError(
                file,
                fmt::format("part {} has two bones called \"{}\", and {} nodes have that name, so the bones "
                            "cannot be told apart; rename one of them",
                            printable(part.name), printable(name), tree.namesakes(name)));
        }
    }
}

// Colours that are all white do not count, since some exporters always write them.
bool hasColors(const aiMesh& mesh) {
    const aiColor4D* colors = mesh.mColors[0];
    constexpr float kWhite = 0.99F;
    return colors != nullptr && std::any_of(colors, colors + mesh.mNumVertices, [](const aiColor4D& c) {
               return c.r < kWhite || c.g < kWhite || c.b < kWhite;
           });
}

void readIndices(const SourcePart& part, const aiMesh& mesh, const std::string& file,
                 std::vector<std::uint32_t>& indices) {
    indices.reserve(std::size_t{mesh.mNumFaces} * 3);
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        if (face.mNumIndices != 3) continue;
        for (unsigned k = 0; k < 3; ++k) {
            if (face.mIndices[k] >= mesh.mNumVertices) {
                throw inputError(
                    file, fmt::format("a triangle of part {} uses vertex {} of only {}", printable(part.name),
                                      face.mIndices[k], mesh.mNumVertices));
            }
            indices.push_back(face.mIndices[k]);
        }
    }
}

void readVertices(const SourcePart& part, const aiMesh& mesh, const UvSource& uv, const std::string& file,
                  PartMesh& result) {
    const aiVector3D* uvs =
        uv.channel < AI_MAX_NUMBER_OF_TEXTURECOORDS ? mesh.mTextureCoords[uv.channel] : nullptr;
    if (uvs == nullptr) uvs = mesh.mTextureCoords[0];
    result.vertices.resize(mesh.mNumVertices);
    result.without_normal.resize(mesh.mNumVertices);
    for (std::size_t v = 0; v < result.vertices.size(); ++v) {
        Vertex& vertex = result.vertices[v];
        const glm::dvec3 position = toGlm(mesh.mVertices[v]);
        if (!isFinite(position))
            throw inputError(file,
                             fmt::format("vertex {} of part {} is not finite", v, printable(part.name)));
        vertex.position = glm::vec3(position);
        const glm::dvec3 normal = mesh.mNormals != nullptr ? toGlm(mesh.mNormals[v]) : glm::dvec3(0.0);
        const double length = glm::length(normal);
        result.without_normal[v] = !(length > 1e-12) || !std::isfinite(length);
        if (!result.without_normal[v]) vertex.normal = glm::vec3(normal / length);
        // In Assimp, v points upwards.
        if (uvs != nullptr && std::isfinite(uvs[v].x) && std::isfinite(uvs[v].y))
            vertex.uv = uv.apply({uvs[v].x, 1.0F - uvs[v].y});
    }
}

void readInfluences(const SourcePart& part, const aiMesh& mesh, const std::string& file, PartMesh& result) {
    result.first_influence.assign(std::size_t{mesh.mNumVertices} + 1, 0);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const aiVertexWeight& entry = bone.mWeights[w];
            if (entry.mVertexId >= mesh.mNumVertices) {
                throw inputError(file, fmt::format("bone {} of part {} moves vertex {} of only {}",
                                                   printable(toString(bone.mName)), printable(part.name),
                                                   entry.mVertexId, mesh.mNumVertices));
            }
            if (!std::isfinite(entry.mWeight) ||
                std::abs(static_cast<double>(entry.mWeight)) > kAbsurdWeight) {
                throw inputError(
                    file,
                    fmt::format("bone {} of part {} has the invalid weight {}; the file is broken or its "
                                "weight format is not supported",
                                printable(toString(bone.mName)), printable(part.name), entry.mWeight));
            }
            if (entry.mWeight > 0.0F) ++result.first_influence[entry.mVertexId + std::size_t{1}];
            if (entry.mWeight < 0.0F) ++result.negative_weights;
        }
    }
    for (std::size_t v = 1; v < result.first_influence.size(); ++v)
        result.first_influence[v] += result.first_influence[v - 1];
    result.influences.resize(result.first_influence.back());
    std::vector<std::size_t> next(result.first_influence.begin(), result.first_influence.end() - 1);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const aiVertexWeight& entry = bone.mWeights[w];
            if (entry.mWeight > 0.0F) result.influences[next[entry.mVertexId]++] = {b, entry.mWeight};
        }
    }
}

}  // namespace

AssimpParts listParts(const aiScene& scene, const NodeTree& tree, const std::string& file) {
    AssimpParts result;
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
            if (result.parts.size() == kMaxParts)
                throw inputError(file, fmt::format("has more than {} parts, the limit", kMaxParts));
            const bool has_material = mesh.mMaterialIndex < scene.mNumMaterials;
            result.parts.push_back({result.parts.size(),
                                    static_cast<int>(n),
                                    names.take(base),
                                    {node_name, mesh_name},
                                    has_material ? static_cast<int>(mesh.mMaterialIndex) : -1,
                                    mesh.mNumVertices,
                                    mesh.mNumFaces});
            result.meshes.push_back(&mesh);
        }
    }
    return result;
}

PartMesh readMesh(const SourcePart& part, const aiMesh& mesh, const UvSource& uv, const NodeTree& tree,
                  const std::string& file) {
    PartMesh result;
    readIndices(part, mesh, file, result.indices);
    readVertices(part, mesh, uv, file, result);
    result.coloured = hasColors(mesh);
    if (mesh.mNumBones == 0) return result;
    checkNames(part, mesh, tree, file);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const std::string name = toString(mesh.mBones[b]->mName);
        result.bones.push_back({name, tree.find(name), toGlm(mesh.mBones[b]->mOffsetMatrix)});
    }
    readInfluences(part, mesh, file, result);
    return result;
}

}  // namespace phalanx
