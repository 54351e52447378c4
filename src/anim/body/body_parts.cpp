#include "anim/body/body_parts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "anim/layers/pose_tree.h"
#include "anim/pose/joint_names.h"
#include "anim/pose/pose.h"

namespace phalanx {
namespace {

// The axis of a joint that points along the model's +Z at rest.
glm::dvec3 forwardAxis(const Model& model, int node) {
    const std::vector<glm::dmat4> file_from_node = fileFromNode(fileTree(model), restPose(model));
    const glm::dmat3 model_from_node(modelFromFile(model) * file_from_node[static_cast<std::size_t>(node)]);
    const glm::dvec3 axis = glm::inverse(model_from_node) * glm::dvec3(0.0, 0.0, 1.0);
    // Short decimals, as files have them.
    return glm::round(glm::normalize(axis) * 1000.0) / 1000.0;
}

// Nodes, by what their names mean.
struct Found {
    std::vector<int> heads;  // or necks, from which a mask begins
    std::vector<int> faces;  // heads without necks
    std::vector<int> arms;   // of both sides
    std::vector<int> spine;  // what head and arms hang from, from the root up
    std::vector<int> weapons;
};

Found foundIn(const JointNames& find) {
    Found found;
    found.heads = find.highest([](const std::string& name) {
        return hasAny(name, {"head", "neck"}) && !hasAny(name, {"headtop", "necklace"});
    });
    found.faces = find.highest(
        [](const std::string& name) { return hasAny(name, {"head"}) && !hasAny(name, {"headtop"}); });
    found.arms = find.highest([](const std::string& name) {
        return sideOf(name) != BodySide::kNone && hasAny(name, {"shoulder", "clavicle", "collar", "arm"}) &&
               !hasAny(name, {"armature", "forearm", "lowerarm", "armor", "army"});
    });
    found.weapons = find.highest([](const std::string& name) {
        return hasAny(name, {"weapon", "rifle", "gun"}) && !hasAny(name, {"holster"});
    });
    std::vector<int> ends = found.heads;
    ends.insert(ends.end(), found.arms.begin(), found.arms.end());
    for (const int end : ends) {
        std::vector<int> chain;
        for (const int node : find.ancestors(end)) {
            if (hasAny(find.plainName(node), {"spine", "chest", "torso", "abdomen", "waist"}))
                chain.push_back(node);
        }
        if (chain.size() > found.spine.size()) found.spine = std::move(chain);
    }
    return found;
}

std::vector<NamedMask> masksOf(const JointNames& find, const Found& found) {
    std::vector<NamedMask> masks;
    // weightOf: of the node with an index; 0: it is left out.
    const auto add = [&](const char* name, const std::vector<int>& nodes, const auto& weightOf) {
        PoseMask mask(std::in_place);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (const double weight = weightOf(i); weight > 0.0)
                mask->emplace_back(find.nameOf(nodes[i]), weight);
        }
        if (!mask->empty()) masks.push_back({name, std::move(mask)});
    };
    const auto whole = [](std::size_t /*index*/) { return 1.0; };
    const auto on = [&](BodySide side) {
        return [&, side](std::size_t i) { return sideOf(find.plainName(found.arms[i])) == side ? 1.0 : 0.0; };
    };
    // Over the joints of the spine the weight grows to 1, so that it bends and does not break.
    add("Upper body", found.spine, [&](std::size_t i) {
        return std::round(1000.0 * static_cast<double>(i + 1) / static_cast<double>(found.spine.size())) /
               1000.0;
    });
    add("Head", found.heads, whole);
    add("Arms", found.arms, whole);
    add("Left arm", found.arms, on(BodySide::kLeft));
    add("Right arm", found.arms, on(BodySide::kRight));
    return masks;
}

std::vector<NamedAim> aimsOf(const Model& model, const JointNames& find, const Found& found) {
    std::vector<NamedAim> aims;
    const auto add = [&](const char* name, const std::vector<int>& chain, int joint) {
        PoseAim aim;
        for (const int node : chain) aim.chain.push_back(find.nameOf(node));
        aim.joint = find.nameOf(joint);
        aim.axis = forwardAxis(model, joint);
        aims.push_back({name, std::move(aim)});
    };
    if (!found.faces.empty()) {
        std::vector<int> chain;
        for (const int node : find.ancestors(found.faces.front())) {
            if (hasAny(find.plainName(node), {"neck"})) chain.push_back(node);
        }
        chain.push_back(found.faces.front());
        add("Look", chain, chain.back());
    }
    if (found.spine.empty()) return aims;
    add("Turn the chest", found.spine, found.spine.back());
    if (!found.weapons.empty()) add("Aim", found.spine, found.weapons.front());
    return aims;
}

std::vector<PoseReparent> heldOf(const JointNames& find, const Found& found) {
    std::vector<PoseReparent> held;
    if (found.spine.empty()) return held;
    for (const int weapon : found.weapons) {
        const std::vector<int> above = find.ancestors(weapon);
        if (std::ranges::find(above, found.spine.back()) == above.end())
            held.push_back({find.nameOf(weapon), find.nameOf(found.spine.back())});
    }
    return held;
}

// Hands two joints or more below the beginning of an arm.
std::vector<NamedHand> handsOf(const JointNames& find, const Found& found) {
    const std::vector<int> ends = find.highest([](const std::string& name) {
        return sideOf(name) != BodySide::kNone && hasAny(name, {"hand", "wrist", "palm"});
    });
    std::vector<NamedHand> hands;
    for (const BodySide side : {BodySide::kLeft, BodySide::kRight}) {
        for (const int end : ends) {
            if (sideOf(find.plainName(end)) != side) continue;
            const std::vector<int> above = find.ancestors(end);
            const auto arm = std::ranges::find_if(
                above, [&](int node) { return std::ranges::find(found.arms, node) != found.arms.end(); });
            if (above.end() - arm < 2) continue;
            hands.push_back({side == BodySide::kLeft ? "Left hand" : "Right hand", find.nameOf(end)});
            break;
        }
    }
    return hands;
}

}  // namespace

std::vector<std::string> uniqueJoints(const Model& model) {
    std::vector<std::string> names;
    for (const std::size_t n : uniqueNodes(model)) names.push_back(model.nodes[n].name);
    return names;
}

BodyParts bodyParts(const Model& model) {
    const JointNames find(model);
    const Found found = foundIn(find);
    return {masksOf(find, found), aimsOf(model, find, found), heldOf(find, found), handsOf(find, found)};
}

}  // namespace phalanx
