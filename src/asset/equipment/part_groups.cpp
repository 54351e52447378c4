#include "asset/equipment/part_groups.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "anim/pose/pose.h"

namespace phalanx {
namespace {

constexpr double kLeastSize = 0.1;     // diagonal of a box, relative to the model's height
constexpr double kLeastCommon = 0.25;  // volume of the intersection of two boxes, relative to their union
constexpr double kGrip = 0.1;          // tolerance of the origin test, relative to the box's diagonal

struct Box {
    glm::dvec3 low{std::numeric_limits<double>::max()};
    glm::dvec3 high{std::numeric_limits<double>::lowest()};

    void add(const glm::dvec3& point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    glm::dvec3 size() const { return glm::max(high - low, glm::dvec3(0.0)); }
    double volume() const {
        const glm::dvec3 s = size();
        return s.x * s.y * s.z;
    }
    bool containsOrigin() const {
        const double spare = kGrip * glm::length(size());
        return glm::all(glm::lessThanEqual(low, glm::dvec3(spare))) &&
               glm::all(glm::greaterThanEqual(high, glm::dvec3(-spare)));
    }
};

Box intersection(const Box& a, const Box& b) {
    return {glm::max(a.low, b.low), glm::min(a.high, b.high)};
}

bool overlap(const Box& a, const Box& b) {
    const Box both = intersection(a, b);
    return glm::all(glm::lessThanEqual(both.low, both.high));
}

// All parts of one rigid mesh, in the space of the node that it hangs on.
struct Item {
    int parent = 0;
    std::vector<std::size_t> parts;
    Box box;
};

// The only joint that moves the part; nullopt if there are several.
std::optional<std::size_t> onlyJoint(const Model& model, const Part& part) {
    if (part.vertex_count == 0) return std::nullopt;
    const auto first = model.vertices.begin() + part.first_vertex;
    const std::uint16_t joint = first->joints[0];
    const bool rigid = std::all_of(first, first + part.vertex_count, [&](const Vertex& vertex) {
        return vertex.joints[0] == joint && vertex.weights[1] == 0.0F;
    });
    if (!rigid) return std::nullopt;
    return joint;
}

// A mesh without weights follows its node by the identity (Joint in model.h); a skinned one has a bind
// matrix.
bool isRigidMesh(const Model& model, std::size_t joint) {
    return model.palette[joint].joint_from_bind == glm::dmat4(1.0);
}

std::vector<Item> itemsOf(const Model& model) {
    std::map<std::size_t, Item> by_joint;
    bool skinned = false;
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
        const std::optional<std::size_t> joint = onlyJoint(model, model.parts[p]);
        if (joint && isRigidMesh(model, *joint)) {
            by_joint[*joint].parts.push_back(p);
        } else {
            skinned = skinned || model.parts[p].vertex_count > 0;
        }
    }
    std::vector<Item> items;
    if (!skinned) return items;
    const std::vector<glm::dmat4> model_from_node = modelFromNode(model, restPose(model));
    for (auto& [joint, item] : by_joint) {
        const Node& node = model.nodes[static_cast<std::size_t>(model.palette[joint].node)];
        item.parent = node.parent;
        if (node.parent < 0) continue;
        for (const std::size_t p : item.parts) {
            const Part& part = model.parts[p];
            for (std::uint32_t v = 0; v < part.vertex_count; ++v) {
                const glm::dvec3 at(model.vertices[part.first_vertex + v].position);
                item.box.add(glm::dvec3(node.parent_from_node_rest * glm::dvec4(at, 1.0)));
            }
        }
        const glm::dmat3 linear(model_from_node[static_cast<std::size_t>(node.parent)]);
        const glm::dvec3 size = item.box.size();
        const double across_m =
            glm::length(glm::dvec3(glm::length(linear[0]) * size.x, glm::length(linear[1]) * size.y,
                                   glm::length(linear[2]) * size.z));
        if (across_m >= kLeastSize * model.height_m) items.push_back(std::move(item));
    }
    std::ranges::sort(items, {}, [](const Item& item) { return item.parts.front(); });
    return items;
}

bool areAlternatives(const Item& a, const Item& b) {
    if (a.parent != b.parent || !overlap(a.box, b.box)) return false;
    const double common = intersection(a.box, b.box).volume();
    if (common > 0.0 && common >= kLeastCommon * (a.box.volume() + b.box.volume() - common)) return true;
    return a.box.containsOrigin() && b.box.containsOrigin();
}

}  // namespace

std::vector<PartGroup> findAlternatives(const Model& model) {
    const std::vector<Item> items = itemsOf(model);
    // Per item the first item of its group; alternatives of alternatives are in the same group.
    std::vector<std::size_t> leader(items.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    for (std::size_t b = 0; b < items.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
            if (leader[a] == leader[b] || !areAlternatives(items[a], items[b])) continue;
            const std::size_t kept = std::min(leader[a], leader[b]);
            const std::size_t merged = std::max(leader[a], leader[b]);
            std::ranges::replace(leader, merged, kept);
        }
    }
    std::vector<PartGroup> groups;
    for (std::size_t first = 0; first < items.size(); ++first) {
        if (leader[first] != first || std::ranges::count(leader, first) < 2) continue;
        PartGroup& group = groups.emplace_back();
        group.name = model.nodes[static_cast<std::size_t>(items[first].parent)].name;
        for (std::size_t i = first; i < items.size(); ++i) {
            if (leader[i] != first) continue;
            group.choices.push_back({model.parts[items[i].parts.front()].name, items[i].parts});
        }
        const auto same = [&](const PartGroup& other) { return other.name == group.name; };
        const auto before = std::count_if(groups.begin(), groups.end() - 1, same);
        if (before > 0) group.name += " " + std::to_string(before + 1);
    }
    return groups;
}

}  // namespace phalanx
