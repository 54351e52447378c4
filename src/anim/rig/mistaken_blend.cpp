#include "anim/rig/mistaken_blend.h"

#include <cmath>

namespace phalanx {
namespace {

constexpr double kSameRotation = 1e-6;  // sine of half the angle between them

glm::dvec4 asVector(const glm::dquat& q) {
    return {q.x, q.y, q.z, q.w};
}

glm::dquat asRotation(const glm::dvec4& v) {
    return {v.w, v.x, v.y, v.z};
}

LocalTransform moved(const glm::dvec3& translation, const glm::dvec4& rotation) {
    return {true, {translation, asRotation(glm::normalize(rotation)), glm::dvec3(1.0)}, glm::dmat4(1.0)};
}

glm::dvec4 slerped(const glm::dvec4& a, glm::dvec4 b, double weight, bool hemisphere) {
    if (hemisphere && glm::dot(a, b) < 0.0) b = -b;
    const double cosine = glm::dot(a, b);
    const glm::dvec4 across = b - a * cosine;
    const double sine = glm::length(across);
    if (sine < kSameRotation) return a;
    const double angle = weight * std::atan2(sine, cosine);
    return glm::normalize(a * std::cos(angle) + across * (std::sin(angle) / sine));
}

}  // namespace

LocalTransform blendAsTheyAre(std::span<const WeightedLocal> items) {
    glm::dvec3 translation(0.0);
    glm::dvec4 rotation(0.0);
    for (const WeightedLocal& item : items) {
        const Transform each = transformOf(*item.local);
        translation += item.weight * each.translation;
        rotation += item.weight * asVector(each.rotation);
    }
    return moved(translation, rotation);
}

LocalTransform addAsItIs(const LocalTransform& base, const LocalTransform& clip,
                         const LocalTransform& reference, double weight) {
    const Transform from = transformOf(reference);
    const Transform to = transformOf(clip);
    const Transform below = transformOf(base);
    const glm::dvec4 turn = asVector(glm::conjugate(from.rotation) * to.rotation);
    const glm::dvec4 part = glm::normalize(glm::mix(glm::dvec4(0.0, 0.0, 0.0, 1.0), turn, weight));
    return moved(below.translation + weight * (to.translation - from.translation),
                 asVector(below.rotation * asRotation(part)));
}

LocalTransform chainSlerps(std::span<const WeightedLocal> items, bool hemisphere) {
    Transform result = transformOf(*items.front().local);
    for (const WeightedLocal& item : items.subspan(1)) {
        const Transform each = transformOf(*item.local);
        result.translation = glm::mix(result.translation, each.translation, item.weight);
        result.rotation =
            asRotation(slerped(asVector(result.rotation), asVector(each.rotation), item.weight, hemisphere));
    }
    return moved(result.translation, asVector(result.rotation));
}

}  // namespace phalanx
