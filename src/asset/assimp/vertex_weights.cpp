#include "asset/assimp/vertex_weights.h"

#include <assimp/mesh.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "asset/assimp/convert.h"
#include "core/error.h"

namespace phalanx {
namespace {

struct Influence {
    unsigned bone = 0;
    float weight = 0.0F;
};

// Weights stored as bytes or percent sum to at most a few hundred; a weight above this limit means that the
// file was misread.
constexpr double kAbsurdWeight = 70'000.0;
constexpr double kSumTolerance = 1e-3;

void checkNames(const PartSource& part, const NodeTree& tree, const std::string& file) {
    std::set<std::string> names;
    for (unsigned b = 0; b < part.mesh->mNumBones; ++b) {
        const std::string name = toString(part.mesh->mBones[b]->mName);
        if (!names.insert(name).second && tree.namesakes(name) > 1) {
            throw inputError(
                file,
                fmt::format("part {} has two bones called \"{}\", and {} nodes have that name, so the bones "
                            "cannot be told apart; rename one of them",
                            part.name, name, tree.namesakes(name)));
        }
    }
}

// Influences of all vertices in one array; those of vertex v are at [first[v], first[v + 1]).
struct InfluenceTable {
    std::vector<std::size_t> first;
    std::vector<Influence> influences;
};

InfluenceTable gather(const PartSource& part, const std::string& file, WeightCounts& counts) {
    const aiMesh& mesh = *part.mesh;
    InfluenceTable table;
    table.first.assign(std::size_t{mesh.mNumVertices} + 1, 0);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const aiVertexWeight& entry = bone.mWeights[w];
            if (entry.mVertexId >= mesh.mNumVertices) {
                throw inputError(
                    file, fmt::format("bone {} of part {} moves vertex {} of only {}", toString(bone.mName),
                                      part.name, entry.mVertexId, mesh.mNumVertices));
            }
            if (!std::isfinite(entry.mWeight) ||
                std::abs(static_cast<double>(entry.mWeight)) > kAbsurdWeight) {
                throw inputError(
                    file,
                    fmt::format("bone {} of part {} has the invalid weight {}; the file is broken or its "
                                "weight format is not supported",
                                toString(bone.mName), part.name, entry.mWeight));
            }
            if (entry.mWeight > 0.0F) ++table.first[entry.mVertexId + std::size_t{1}];
            if (entry.mWeight < 0.0F) ++counts.negative;
        }
    }
    for (std::size_t v = 1; v < table.first.size(); ++v) table.first[v] += table.first[v - 1];
    table.influences.resize(table.first.back());
    std::vector<std::size_t> next(table.first.begin(), table.first.end() - 1);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const aiVertexWeight& entry = bone.mWeights[w];
            if (entry.mWeight > 0.0F) table.influences[next[entry.mVertexId]++] = {b, entry.mWeight};
        }
    }
    return table;
}

// Merges the weights of the same bone, sorts by weight, largest first, and returns their number.
std::size_t tidy(std::vector<Influence>& row, WeightCounts& counts) {
    std::stable_sort(row.begin(), row.end(),
                     [](const Influence& a, const Influence& b) { return a.bone < b.bone; });
    std::size_t used = 0;
    for (const Influence& influence : row) {
        if (used > 0 && row[used - 1].bone == influence.bone) {
            row[used - 1].weight += influence.weight;
            ++counts.repeated;
        } else {
            row[used++] = influence;
        }
    }
    row.resize(used);
    std::stable_sort(row.begin(), row.end(),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    return used;
}

}  // namespace

void WeightCounts::report(Notes& notes) const {
    if (renormalised > 0)
        notes.info(fmt::format("weights of {} did not sum to 1; renormalized",
                               counted(renormalised, "vertex", "vertices")));
    if (cut > 0) {
        notes.info(fmt::format("{} had more than {} weights; the largest were kept",
                               counted(cut, "vertex", "vertices"), kWeightsPerVertex));
    }
    if (repeated > 0)
        notes.info(
            fmt::format("{} of a bone that the vertex already uses; summed", counted(repeated, "weight")));
    if (negative > 0) notes.warn(fmt::format("{} below 0; left out", counted(negative, "weight")));
    if (unweighted > 0) {
        notes.info(fmt::format("{} of skinned parts had no weights; attached to the part's node",
                               counted(unweighted, "vertex", "vertices")));
    }
    if (lost_bones > 0)
        notes.warn(fmt::format("{} without a node; their vertices follow the part's node",
                               counted(lost_bones, "bone")));
    if (rigid_parts > 0) {
        notes.info(fmt::format("{} without bones; each follows its own node", counted(rigid_parts, "part")));
    }
}

void readWeights(const PartSource& part, const NodeTree& tree, PaletteBuilder& palette,
                 const std::string& file, std::vector<Vertex>& vertices, WeightCounts& counts) {
    const aiMesh& mesh = *part.mesh;
    const auto makeRigid = [&](Vertex& vertex) {
        vertex.joints.fill(palette.joint(part.node, glm::dmat4(1.0)));
        vertex.weights = {1.0F};
    };
    if (mesh.mNumBones == 0) {
        ++counts.rigid_parts;
        for (Vertex& vertex : vertices) makeRigid(vertex);
        return;
    }
    checkNames(part, tree, file);
    const InfluenceTable table = gather(part, file, counts);

    std::vector<int> nodes(mesh.mNumBones);
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        nodes[b] = tree.find(toString(mesh.mBones[b]->mName));
        if (nodes[b] < 0) ++counts.lost_bones;
    }
    const auto jointOf = [&](unsigned bone) {
        // If a bone has no node, its vertices follow the part's node; a joint that never moves would tear
        // them off the part.
        return nodes[bone] < 0 ? palette.joint(part.node, glm::dmat4(1.0))
                               : palette.joint(nodes[bone], toGlm(mesh.mBones[bone]->mOffsetMatrix));
    };
    std::vector<Influence> row;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        row.assign(table.influences.begin() + static_cast<std::ptrdiff_t>(table.first[v]),
                   table.influences.begin() + static_cast<std::ptrdiff_t>(table.first[v + 1]));
        Vertex& vertex = vertices[v];
        const std::size_t found = tidy(row, counts);
        if (found == 0) {
            ++counts.unweighted;
            makeRigid(vertex);
            continue;
        }
        double all = 0.0;
        for (const Influence& influence : row) all += static_cast<double>(influence.weight);
        if (std::abs(all - 1.0) > kSumTolerance) ++counts.renormalised;
        if (found > kWeightsPerVertex) ++counts.cut;
        row.resize(std::min<std::size_t>(found, kWeightsPerVertex));
        double kept = 0.0;
        for (const Influence& influence : row) kept += static_cast<double>(influence.weight);
        vertex.weights = {};
        for (std::size_t k = 0; k < row.size(); ++k) {
            vertex.joints[k] = jointOf(row[k].bone);
            vertex.weights[k] = static_cast<float>(static_cast<double>(row[k].weight) / kept);
        }
        // Unused slots use the first joint: any valid joint is correct, and this one is fetched anyway.
        for (std::size_t k = row.size(); k < kWeightsPerVertex; ++k) vertex.joints[k] = vertex.joints[0];
    }
}

}  // namespace phalanx
