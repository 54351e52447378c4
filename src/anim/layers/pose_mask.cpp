#include "anim/layers/pose_mask.h"

#include <algorithm>

#include "anim/layers/resolved_pose.h"

namespace phalanx {
namespace {

using Entries = PoseMask::value_type;

// Without the node's own weight. A name that it shares becomes one name for each of the others.
Entries entriesWithout(const Model& model, int node, const Entries& entries) {
    Entries result;
    for (const auto& [name, weight] : entries) {
        const std::vector<int> named = findNodes(model, name);
        if (std::ranges::find(named, node) == named.end()) {
            result.emplace_back(name, weight);
            continue;
        }
        for (const int other : named) {
            if (other != node) result.emplace_back(nameOfNode(model, other), weight);
        }
    }
    return result;
}

// Covers all nodes: the roots of the pose with weight 1.
Entries wholeBody(const Model& model, const std::vector<PoseReparent>& reparent) {
    std::vector<bool> moved(model.nodes.size(), false);
    for (const PoseReparent& each : reparent) {
        for (const int node : findNodes(model, each.joint)) moved[static_cast<std::size_t>(node)] = true;
    }
    Entries result;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        if (model.nodes[i].parent < 0 && !moved[i])
            result.emplace_back(nameOfNode(model, static_cast<int>(i)), 1.0);
    }
    return result;
}

}  // namespace

void toggleJoint(const Model& model, const std::vector<PoseReparent>& reparent, int node, PoseMask& mask) {
    const auto covered = [&] {
        return maskWeights(model, reparent, mask, "mask")[static_cast<std::size_t>(node)] > 0.0;
    };
    const bool was = covered();
    if (!mask) mask = wholeBody(model, reparent);
    mask = entriesWithout(model, node, *mask);
    if (covered() == was) mask->emplace_back(nameOfNode(model, node), was ? 0.0 : 1.0);
}

}  // namespace phalanx
