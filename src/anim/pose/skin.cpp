#include "anim/pose/skin.h"

#include <cassert>

namespace phalanx {

glm::dmat3 normalMatrix(const glm::dmat3& linear) {
    const glm::dmat3 cofactor(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                              glm::cross(linear[0], linear[1]));
    return glm::dot(linear[0], cofactor[0]) < 0.0 ? -cofactor : cofactor;
}

std::vector<SkinnedVertex> skin(std::span<const Vertex> vertices, std::span<const glm::dmat4> palette) {
    std::vector<SkinnedVertex> result;
    result.reserve(vertices.size());
    for (const Vertex& vertex : vertices) {
        glm::dmat4 blended(0.0);
        for (int k = 0; k < kWeightsPerVertex; ++k) {
            assert(vertex.joints[k] < palette.size());
            if (vertex.weights[k] > 0.0F)
                blended += palette[vertex.joints[k]] * static_cast<double>(vertex.weights[k]);
        }
        const glm::dvec3 position(blended * glm::dvec4(glm::dvec3(vertex.position), 1.0));
        const glm::dvec3 normal = normalMatrix(glm::dmat3(blended)) * glm::dvec3(vertex.normal);
        const double length = glm::length(normal);
        result.push_back({position, length > 0.0 ? normal / length : glm::dvec3(0.0)});
    }
    return result;
}

}  // namespace phalanx
