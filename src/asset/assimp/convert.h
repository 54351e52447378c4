// Converts Assimp's types to GLM's. Include it only in .cpp files of the importer.
#pragma once

#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/types.h>
#include <assimp/vector3.h>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace phalanx {

// Assimp's matrices are row-major and multiply column vectors.
inline glm::dmat4 toGlm(const aiMatrix4x4& m) {
    return {m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4, m.d4};
}
inline glm::dvec3 toGlm(const aiVector3D& v) {
    return {v.x, v.y, v.z};
}
inline glm::dquat toGlm(const aiQuaternion& q) {
    return {q.w, q.x, q.y, q.z};
}
inline std::string toString(const aiString& s) {
    return {s.data, s.length};
}

}  // namespace phalanx
