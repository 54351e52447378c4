#include "anim/pose/skin.h"

#include <cassert>

namespace phalanx {

glm::dmat3 normalMatrix(const glm::dmat3& linear) {
    const glm::dmat3 cofactor(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                              glm::cross(linear[0], linear[1]));
    return glm::dot(linear[0], cofactor[0]) < 0.0 ? -cofactor : cofactor;
}

std::vector<SkinnedVertex> skin(std::span<const Vertex> vertices, std::span<const glm::dmat4> palette,
                                const MorphState& morphs) {
    assert(morphs.targets.size() == morphs.weights.size());
    std::vector<SkinnedVertex> result;
    result.reserve(vertices.size());
    for (const Vertex& vertex : vertices)
        result.push_back({glm::dvec3(vertex.position), glm::dvec3(vertex.normal)});
    for (std::size_t t = 0; t < morphs.targets.size(); ++t) {
        const double weight = morphs.weights[t];
        if (weight == 0.0) continue;
        for (const MorphDelta& delta : morphs.targets[t].deltas) {
            assert(delta.vertex < result.size());
            result[delta.vertex].position += weight * glm::dvec3(delta.position);
            result[delta.vertex].normal += weight * glm::dvec3(delta.normal);
        }
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        const Vertex& vertex = vertices[i];
        glm::dmat4 blended(0.0);
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            assert(vertex.joints[k] < palette.size());
            if (vertex.weights[k] > 0.0F)
                blended += palette[vertex.joints[k]] * static_cast<double>(vertex.weights[k]);
        }
        // The length of the morphed normal has no effect: it is linear in the result, which is normalized.
        const glm::dvec3 normal = normalMatrix(glm::dmat3(blended)) * result[i].normal;
        const double length = glm::length(normal);
        result[i] = {glm::dvec3(blended * glm::dvec4(result[i].position, 1.0)),
                     length > 0.0 ? normal / length : glm::dvec3(0.0)};
    }
    return result;
}

std::vector<SkinnedVertex> skin(const Model& model, const LocalPose& pose) {
    return skin(model.vertices, modelFromBind(model, pose), {model.morph_targets, pose.morph_weights});
}

}  // namespace phalanx
