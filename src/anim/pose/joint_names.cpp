#include "anim/pose/joint_names.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace phalanx {
namespace {

std::string lower(std::string_view text) {
    std::string result;
    for (const char c : text) result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace

bool hasAny(std::string_view name, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

BodySide sideOf(std::string_view lower_name) {
    if (lower_name.find("left") != std::string_view::npos) return BodySide::kLeft;
    if (lower_name.find("right") != std::string_view::npos) return BodySide::kRight;
    const auto separator = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; };
    for (std::size_t i = 1; i < lower_name.size(); ++i) {
        const bool alone =
            separator(lower_name[i - 1]) && (i + 1 == lower_name.size() || separator(lower_name[i + 1]));
        if (alone && lower_name[i] == 'l') return BodySide::kLeft;
        if (alone && lower_name[i] == 'r') return BodySide::kRight;
    }
    return BodySide::kNone;
}

std::vector<std::size_t> uniqueNodes(const Model& model) {
    std::map<std::string_view, int> counts;
    for (const Node& node : model.nodes) ++counts[node.name];
    std::vector<bool> moves(model.nodes.size(), false);
    for (const Joint& joint : model.palette) moves[static_cast<std::size_t>(joint.node)] = true;
    std::vector<std::size_t> nodes;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (moves[n] && counts[model.nodes[n].name] == 1) nodes.push_back(n);
    }
    return nodes;
}

JointNames::JointNames(const Model& model) : model_(model), names_(model.nodes.size()) {
    for (const std::size_t n : uniqueNodes(model)) names_[n] = lower(model.nodes[n].name);
}

std::vector<int> JointNames::ancestors(int node) const {
    std::vector<int> result;
    for (int n = model_.nodes[static_cast<std::size_t>(node)].parent; n >= 0;
         n = model_.nodes[static_cast<std::size_t>(n)].parent)
        result.push_back(n);
    std::reverse(result.begin(), result.end());
    return result;
}

}  // namespace phalanx
