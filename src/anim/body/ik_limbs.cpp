#include "anim/body/ik_limbs.h"

#include <algorithm>
#include <cctype>

#include "anim/body/body_parts.h"
#include "anim/layers/pose_tree.h"

namespace phalanx {
namespace {

constexpr std::size_t kChainsOfAnyModel[] = {3, 5};
constexpr double kLeastBone = 0.02;  // of the height: shorter ones are helpers

int parentIn(const Model& model, int node) {
    return node < 0 ? -1 : model.nodes[static_cast<std::size_t>(node)].parent;
}

// From an ancestor down to a node; empty if it is none, or if the chain is too short or too long.
std::vector<int> chainBetween(const Model& model, int ancestor, int node) {
    std::vector<int> chain;
    for (; node >= 0 && chain.size() < kMostIkJoints; node = parentIn(model, node)) {
        chain.insert(chain.begin(), node);
        if (node == ancestor) break;
    }
    if (chain.empty() || chain.front() != ancestor || chain.size() < kLeastIkJoints) return {};
    return chain;
}

bool isFoot(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.find("foot") != std::string::npos || name.find("ankle") != std::string::npos;
}

std::vector<IkLimb> namedLimbs(const Model& model) {
    const auto nodeOf = [&](const std::string& name) { return findNodes(model, name).front(); };
    const BodyParts parts = bodyParts(model);
    std::vector<IkLimb> limbs;
    const auto add = [&](std::string_view name, int ancestor, int end) {
        std::vector<int> chain = ancestor < 0 ? std::vector<int>() : chainBetween(model, ancestor, end);
        if (!chain.empty()) limbs.push_back({name, std::move(chain)});
    };
    std::vector<int> ends;
    for (const NamedHand& hand : parts.hands) ends.push_back(nodeOf(hand.joint));
    const std::size_t hands = ends.size();
    for (const std::string& name : uniqueJoints(model)) {
        if (isFoot(name) &&
            !isFoot(model.nodes[static_cast<std::size_t>(parentIn(model, nodeOf(name)))].name))
            ends.push_back(nodeOf(name));
    }
    for (const int end : ends) add("arms and legs", parentIn(model, parentIn(model, end)), end);
    const auto spine = std::ranges::find(parts.masks, "Upper body", &NamedMask::name);
    if (spine == parts.masks.end()) return limbs;
    const int lowest = nodeOf(spine->mask->front().first);
    const auto look = std::ranges::find(parts.aims, "Look", &NamedAim::name);
    if (look != parts.aims.end()) add("spine", lowest, nodeOf(look->aim.joint));
    for (std::size_t i = 0; i < hands; ++i) add("spine and arms", lowest, ends[i]);
    return limbs;
}

std::vector<IkLimb> anyLimbs(const Model& model) {
    const std::vector<glm::dmat4> at_rest = fileFromNode(fileTree(model), restPose(model));
    std::vector<IkLimb> limbs;
    for (const std::size_t joints : kChainsOfAnyModel) {
        for (const Joint& joint : model.palette) {
            std::vector<int> chain{joint.node};
            while (chain.size() < joints) {
                const int parent = parentIn(model, chain.front());
                if (parent < 0 ||
                    !(glm::distance(originOf(at_rest, parent), originOf(at_rest, chain.front())) *
                          model.metres_per_unit >
                      kLeastBone * model.height_m))
                    break;
                chain.insert(chain.begin(), parent);
            }
            if (chain.size() == joints)
                limbs.push_back({joints == 3 ? "three joints" : "five joints", chain});
        }
    }
    return limbs;
}

}  // namespace

std::vector<IkLimb> ikLimbs(const Model& model) {
    std::vector<IkLimb> limbs = namedLimbs(model);
    return limbs.empty() ? anyLimbs(model) : limbs;
}

}  // namespace phalanx
