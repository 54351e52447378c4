#include "asset/mesh/vertex_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace phalanx {
namespace {

constexpr double kSumTolerance = 1e-3;

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

void setWeights(PartMesh& mesh, int node, PaletteBuilder& palette, WeightCounts& counts) {
    const auto makeRigid = [&](Vertex& vertex) {
        vertex.joints.fill(palette.joint(node, glm::dmat4(1.0)));
        vertex.weights = {1.0F};
    };
    counts.negative += mesh.negative_weights;
    if (mesh.bones.empty()) {
        ++counts.rigid_parts;
        for (Vertex& vertex : mesh.vertices) makeRigid(vertex);
        return;
    }
    for (const Bone& bone : mesh.bones) {
        if (bone.node < 0) ++counts.lost_bones;
    }
    const auto jointOf = [&](const Bone& bone) {
        // If a bone has no node, its vertices follow the part's node; a joint that never moves would tear
        // them off the part.
        return bone.node < 0 ? palette.joint(node, glm::dmat4(1.0))
                             : palette.joint(bone.node, bone.joint_from_bind);
    };
    std::vector<Influence> row;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const std::span<const Influence> all_of(mesh.influences.data() + mesh.first_influence[v],
                                                mesh.first_influence[v + 1] - mesh.first_influence[v]);
        row.assign(all_of.begin(), all_of.end());
        Vertex& vertex = mesh.vertices[v];
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
            vertex.joints[k] = jointOf(mesh.bones[row[k].bone]);
            vertex.weights[k] = static_cast<float>(static_cast<double>(row[k].weight) / kept);
        }
        // Unused slots use the first joint: any valid joint is correct, and this one is fetched anyway.
        for (std::size_t k = row.size(); k < kWeightsPerVertex; ++k) vertex.joints[k] = vertex.joints[0];
    }
}

}  // namespace phalanx
