// Whether all components of a value are finite numbers.
#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace phalanx {

inline bool isFinite(double value) {
    return std::isfinite(value);
}
template <int N, typename T>
bool isFinite(const glm::vec<N, T>& v) {
    for (int i = 0; i < N; ++i) {
        if (!std::isfinite(v[i])) return false;
    }
    return true;
}
inline bool isFinite(const glm::dquat& q) {
    return std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z);
}
inline bool isFinite(const glm::dmat4& m) {
    return isFinite(m[0]) && isFinite(m[1]) && isFinite(m[2]) && isFinite(m[3]);
}

}  // namespace phalanx
