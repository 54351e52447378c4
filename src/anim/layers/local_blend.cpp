#include "anim/layers/local_blend.h"

#include <algorithm>
#include <cassert>

namespace phalanx {
namespace {

bool sameMatrix(const LocalTransform& a, const LocalTransform& b) {
    return !a.driven && !b.driven && a.whole == b.whole;
}

}  // namespace

Transform transformOf(const LocalTransform& local) {
    return local.driven ? local.transform : decompose(local.whole);
}

LocalTransform blendLocals(std::span<const WeightedLocal> items, const LocalTransform* pole) {
    const WeightedLocal* heaviest = nullptr;
    std::size_t counted = 0;
    bool same = true;
    for (const WeightedLocal& item : items) {
        if (!(item.weight > 0.0)) continue;
        ++counted;
        same = same && (heaviest == nullptr || sameMatrix(*item.local, *heaviest->local));
        if (heaviest == nullptr || item.weight > heaviest->weight) heaviest = &item;
    }
    assert(heaviest != nullptr);
    if (counted == 1 || same) return *heaviest->local;
    const glm::dquat side_of = transformOf(pole != nullptr ? *pole : *heaviest->local).rotation;
    Transform sum{glm::dvec3(0.0), glm::dquat(0.0, 0.0, 0.0, 0.0), glm::dvec3(0.0)};
    for (const WeightedLocal& item : items) {
        if (!(item.weight > 0.0)) continue;
        const Transform each = transformOf(*item.local);
        sum.translation += item.weight * each.translation;
        sum.scale += item.weight * each.scale;
        // On the heaviest one's side, the sum has at least its length along it, so it is never 0.
        const double side = glm::dot(each.rotation, side_of) < 0.0 ? -item.weight : item.weight;
        sum.rotation = sum.rotation + each.rotation * side;
    }
    sum.rotation = glm::normalize(sum.rotation);
    return {true, sum, glm::dmat4(1.0)};
}

LocalTransform addLocal(const LocalTransform& base, const LocalTransform& clip,
                        const LocalTransform& reference, double weight) {
    if (weight == 0.0 || sameMatrix(clip, reference)) return base;
    const Transform from = transformOf(reference);
    const Transform to = transformOf(clip);
    Transform result = transformOf(base);
    glm::dquat turn = glm::conjugate(from.rotation) * to.rotation;
    if (turn.w < 0.0) turn = -turn;
    const glm::dquat identity(1.0, 0.0, 0.0, 0.0);
    result.rotation =
        glm::normalize(result.rotation * glm::normalize(identity * (1.0 - weight) + turn * weight));
    result.translation += weight * (to.translation - from.translation);
    for (int axis = 0; axis < 3; ++axis) {
        if (from.scale[axis] != 0.0)
            result.scale[axis] *= 1.0 + weight * (to.scale[axis] / from.scale[axis] - 1.0);
    }
    return {true, result, glm::dmat4(1.0)};
}

}  // namespace phalanx
