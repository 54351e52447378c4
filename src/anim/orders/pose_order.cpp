#include "anim/orders/pose_order.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/error.h"

namespace phalanx {
namespace {

template <typename Change, typename Item, typename Apply>
void applyAll(const std::vector<Change>& changes, std::vector<Item>& items, const char* what,
              const std::string& where, const Apply& apply) {
    if (changes.size() > items.size()) {
        throw usageError(
            where, fmt::format("{} has {} items, but the pose has {}", what, changes.size(), items.size()));
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        apply(changes[i], items[i]);
        if (changes[i].weight) items[i].weight = *changes[i].weight;
    }
}

}  // namespace

LayeredPose orderedPose(const LayeredPose& pose, const PoseOrder& order, const std::string& where) {
    LayeredPose result = pose;
    if (order.base) result.base = *order.base;
    const auto takeSource = [](const SourceChange& change, auto& item) {
        if (change.source) item.source = *change.source;
    };
    applyAll(order.layers, result.layers, "layers", where, takeSource);
    applyAll(order.additive, result.additive, "additive", where, takeSource);
    applyAll(order.aim, result.aim, "aim", where, [](const AimChange& change, PoseAim& item) {
        if (change.target) item.target = *change.target;
    });
    applyAll(order.ik, result.ik, "ik", where, [](const IkChange& change, PoseIk& item) {
        if (change.target) item.target = *change.target;
    });
    return result;
}

std::string fixedPartOf(const PoseFile& file) {
    LayeredPose fixed = file.pose;
    fixed.base.reset();
    for (PoseLayer& layer : fixed.layers) layer = {{}, 0.0, std::move(layer.mask)};
    for (PoseAdditive& each : fixed.additive)
        each = {{}, 0.0, std::move(each.reference), std::move(each.mask)};
    for (PoseAim& aim : fixed.aim) {
        aim.target = PoseTarget{};
        aim.weight = 0.0;
    }
    for (PoseIk& ik : fixed.ik) {
        ik.target = PoseTarget{};
        ik.weight = 0.0;
    }
    return poseText({std::move(fixed), file.spaces});
}

}  // namespace phalanx
