#include "anim/pose/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/error.h"
#include "core/printable.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

std::string lowered(const std::string& text) {
    std::string result = text;
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// K of "#K", if it is a number below `count`; else -1.
int numberAfterHash(const std::string& wanted, std::size_t count) {
    const std::string digits = wanted.substr(1);
    constexpr std::size_t kMostDigits = 6;
    if (digits.empty() || digits.size() > kMostDigits ||
        !std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); }))
        return -1;
    const int number = std::stoi(digits);
    return static_cast<std::size_t>(number) < count ? number : -1;
}

// The indices of all items of that name; without an exact match, of those that differ only in case.
template <typename Item>
std::vector<int> namedSo(const std::vector<Item>& items, const std::string& wanted) {
    std::vector<int> same;
    std::vector<int> similar;
    const std::string lower = lowered(wanted);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].name == wanted) same.push_back(static_cast<int>(i));
        if (lowered(items[i].name) == lower) similar.push_back(static_cast<int>(i));
    }
    return same.empty() ? similar : same;
}

std::string listClips(const Model& model) {
    std::vector<std::string> names;
    for (const Clip& clip : model.clips) names.push_back(clip.name);
    return listOfNames(names);
}

}  // namespace

glm::dmat4 toMatrix(const Transform& transform) {
    glm::dmat4 matrix = glm::mat4_cast(transform.rotation);
    for (int axis = 0; axis < 3; ++axis) matrix[axis] *= transform.scale[axis];
    matrix[3] = glm::dvec4(transform.translation, 1.0);
    return matrix;
}

Transform decompose(const glm::dmat4& matrix) {
    Transform result;
    result.translation = glm::dvec3(matrix[3]);
    glm::dmat3 axes(matrix);
    for (int axis = 0; axis < 3; ++axis) result.scale[axis] = glm::length(axes[axis]);
    if (glm::determinant(axes) < 0.0) result.scale.x = -result.scale.x;
    const double smallest = std::min({std::abs(result.scale.x), result.scale.y, result.scale.z});
    if (smallest <= 1e-12 * glm::length(result.scale)) return result;
    for (int axis = 0; axis < 3; ++axis) axes[axis] /= result.scale[axis];
    result.rotation = glm::normalize(glm::quat_cast(axes));
    return result;
}

bool hasSteps(const Clip& clip) {
    bool found = false;
    const auto look = [&](const auto& track) {
        if (track.interpolation != Interpolation::kStep) return;
        for (std::size_t k = 1; k < track.keys.size() && !found; ++k)
            found = track.keys[k].value != track.keys[k - 1].value;
    };
    eachTrackOf(clip, look);
    return found;
}

int findClip(const Model& model, const std::string& wanted) {
    if (model.clips.empty())
        throw usageError(printable(wanted), "no such clip; " + model.name + " has no clips");
    if (wanted.size() > 1 && wanted[0] == '#') {
        if (const int index = numberAfterHash(wanted, model.clips.size()); index >= 0) return index;
        throw usageError(printable(wanted), fmt::format("no such clip; {} has clips #0 to #{}", model.name,
                                                        model.clips.size() - 1));
    }
    const std::vector<int> found = namedSo(model.clips, wanted);
    if (!found.empty()) return found.front();
    throw usageError(printable(wanted), "no such clip; " + model.name + " has " + listClips(model));
}

std::vector<int> findNodes(const Model& model, const std::string& wanted) {
    if (wanted.size() > 1 && wanted[0] == '#') {
        const int number = numberAfterHash(wanted, model.nodes.size());
        if (number < 0) {
            throw usageError(printable(wanted), fmt::format("no such joint; {} has nodes #0 to #{}",
                                                            model.name, model.nodes.size() - 1));
        }
        return {model.numbered_nodes.empty() ? number
                                             : model.numbered_nodes[static_cast<std::size_t>(number)]};
    }
    std::vector<int> found = wanted.empty() ? std::vector<int>{} : namedSo(model.nodes, wanted);
    if (!found.empty()) return found;
    std::vector<std::string> names;
    for (const Node& node : model.nodes) names.push_back(node.name);
    const std::string near = nearestWord(wanted, names);
    throw usageError(printable(wanted), near.empty()
                                            ? "no such joint; " + model.name + " has " + listOfNames(names)
                                            : fmt::format("no such joint; did you mean {}?", near));
}

std::string nameOfNode(const Model& model, int node) {
    const std::string& name = model.nodes[static_cast<std::size_t>(node)].name;
    if (!name.empty() && name.front() != '#' && std::ranges::count(model.nodes, name, &Node::name) == 1)
        return name;
    const std::vector<int>& numbered = model.numbered_nodes;
    const auto number = std::ranges::find(numbered, node) - numbered.begin();
    return fmt::format("#{}", numbered.empty() ? node : static_cast<int>(number));
}

}  // namespace phalanx
