#include "anim/feet/legs.h"

#include <fmt/format.h>

#include <algorithm>

#include "anim/pose/joint_names.h"
#include "anim/pose/pose.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

constexpr double kLowAtRest = 0.25;  // of the model's height: hands in a T pose are higher

int parentOf(const Model& model, int node) {
    return node < 0 ? -1 : model.nodes[static_cast<std::size_t>(node)].parent;
}

bool hasKneeAndHip(const Model& model, int ankle) {
    return parentOf(model, parentOf(model, ankle)) >= 0;
}

}  // namespace

std::vector<int> anklesOf(const Model& model) {
    if (!model.ankles.empty()) return model.ankles;
    const JointNames names(model);
    const std::vector<glm::dmat4> rest = modelFromNode(model, restPose(model));
    std::vector<int> found = names.highest([](const std::string& name) {
        return sideOf(name) != BodySide::kNone && hasAny(name, {"foot", "ankle", "paw", "hoof", "hand"}) &&
               !hasAny(name, {"ik", "pole", "ctrl"});
    });
    std::erase_if(found, [&](int node) {
        const double height = rest[static_cast<std::size_t>(node)][3].y;
        return !hasKneeAndHip(model, node) || height > kLowAtRest * model.height_m;
    });
    std::ranges::stable_sort(found, {}, [&](int node) { return sideOf(names.plainName(node)); });
    if (found.size() < 2 || found.size() > kMostLegs) return {};
    return found;
}

std::vector<int> namedAnkles(const Model& model, std::span<const std::string> names,
                             const std::string& where) {
    std::vector<int> ankles;
    for (const std::string& name : names) {
        const std::vector<int> nodes = [&] {
            try {
                return findNodes(model, name);
            } catch (const Error& error) {
                throw usageError(where, error.what());
            }
        }();
        if (nodes.size() > 1) {
            throw usageError(
                where, fmt::format("{} nodes are called {}; give one as #K", nodes.size(), printable(name)));
        }
        const int node = nodes.front();
        if (!hasKneeAndHip(model, node))
            throw usageError(where, fmt::format("{} has no two ancestors, knee and hip", printable(name)));
        if (std::ranges::find(ankles, node) != ankles.end())
            throw usageError(where, fmt::format("names {} twice", printable(name)));
        ankles.push_back(node);
    }
    if (ankles.size() < 2 || ankles.size() > kMostLegs)
        throw usageError(where, fmt::format("names {} ankles; 2 to {} are needed", ankles.size(), kMostLegs));
    return ankles;
}

}  // namespace phalanx
