#include "anim/layers/resolved_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "anim/layers/pose_tree.h"
#include "anim/layers/resolve_ground.h"
#include "anim/layers/space_clips.h"
#include "core/error.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// Depth first from the roots; nodes that no root reaches are in a cycle and missing in the result.
std::vector<int> parentsFirst(const std::vector<int>& parents) {
    std::vector<std::vector<int>> children(parents.size());
    std::vector<int> open;
    for (std::size_t i = parents.size(); i-- > 0;) {
        if (parents[i] < 0) {
            open.push_back(static_cast<int>(i));
        } else {
            children[static_cast<std::size_t>(parents[i])].push_back(static_cast<int>(i));
        }
    }
    std::vector<int> order;
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        order.push_back(node);
        const std::vector<int>& below = children[static_cast<std::size_t>(node)];
        open.insert(open.end(), below.begin(), below.end());
    }
    return order;
}

class Resolver {
  public:
    Resolver(const Model& model, const BlendSpaces& spaces, const std::string& where)
        : model_(model), spaces_(spaces), where_(where) {}

    ResolvedPose run(const LayeredPose& pose) {
        reparent(pose.reparent);
        if (pose.base) resolveBase(*pose.base);
        for (std::size_t i = 0; i < pose.layers.size(); ++i) {
            const PoseLayer& layer = pose.layers[i];
            const std::string path = fmt::format("layers[{}]", i);
            result_.layers.push_back(
                {mix(layer.source, path), layer.weight, maskOf(layer.mask, path + ".mask")});
        }
        for (std::size_t i = 0; i < pose.additive.size(); ++i) {
            const PoseAdditive& item = pose.additive[i];
            const std::string path = fmt::format("additive[{}]", i);
            result_.additive.push_back(
                {mix(item.source, path),
                 {clip(item.reference.clip, path + ".reference.clip"), item.reference.time_s, 1.0},
                 item.weight,
                 maskOf(item.mask, path + ".mask")});
        }
        if (pose.ground) result_.ground = resolveGround(model_, *pose.ground, spaces_, result_.tree, where_);
        for (std::size_t i = 0; i < pose.aim.size(); ++i) aim(pose.aim[i], fmt::format("aim[{}]", i));
        for (std::size_t i = 0; i < pose.ik.size(); ++i) ik(pose.ik[i], fmt::format("ik[{}]", i));
        return std::move(result_);
    }

    std::vector<double> run(const std::vector<PoseReparent>& moved, const PoseMask& mask) {
        reparent(moved);
        return maskOf(mask, "mask");
    }

  private:
    [[noreturn]] void fail(const std::string& path, const std::string& what) const {
        throw usageError(where_, path + " " + what);
    }
    // "layers[0].clip: Fly: no such clip ..."
    template <typename Find>
    auto named(const std::string& path, const Find& find) const {
        try {
            return find();
        } catch (const Error& error) {
            throw usageError(where_, path + ": " + error.what());
        }
    }
    int clip(const std::string& name, const std::string& path) const {
        return named(path, [&] { return findClip(model_, name); });
    }
    std::vector<int> joints(const std::string& name, const std::string& path) const {
        return named(path, [&] { return findNodes(model_, name); });
    }
    int joint(const std::string& name, const std::string& path) const {
        const std::vector<int> found = joints(name, path);
        if (found.size() > 1) {
            fail(path, fmt::format("is one joint, but {} nodes are called {}; give one as #K", found.size(),
                                   printable(name)));
        }
        return found.front();
    }
    const std::string& nameOf(int node) const { return model_.nodes[static_cast<std::size_t>(node)].name; }

    void resolveBase(const LayerSource& source) {
        result_.base = mix(source, "base");
        BaseCycle& cycle = result_.cycle;
        const WeightedClip heaviest = heaviestFirst(result_.base).front();
        const double duration_s = clipAt(heaviest.clip).duration_s;
        glm::dvec2 speed(0.0);  // m/s
        bool in_step = source.point.has_value();
        for (const WeightedClip& each : result_.base) {
            in_step = in_step && isCycle(each.clip);
            speed.y += each.weight * clipAt(each.clip).stride_speed;
        }
        if (source.point) {
            const SpaceClips clips = spaceOf(*source.point, "base");
            const glm::dvec2 at = planePoint(source.point->at);
            if (in_step) {
                cycle = {true, source.point->phase, clips.rateAt(at), clips.strideAt(at)};
                return;
            }
            speed = clips.rateAt(at) * clips.strideAt(at);
        }
        if (!(duration_s > 0.0)) return;
        cycle = {false, heaviest.time_s / duration_s, 1.0 / duration_s, speed * duration_s};
    }
    const Clip& clipAt(int index) const { return model_.clips[static_cast<std::size_t>(index)]; }
    bool isCycle(int index) const { return clipAt(index).loops && clipAt(index).duration_s > 0.0; }

    ClipMix mix(const LayerSource& source, const std::string& path) const {
        if (source.point) return spaceOf(*source.point, path).mixAt(source.point->at, source.point->phase);
        const bool list = path == "base";
        ClipMix result;
        double sum = 0.0;
        for (std::size_t i = 0; i < source.clips.size(); ++i) {
            const PoseClip& each = source.clips[i];
            const int index = clip(each.clip, (list ? fmt::format("{}[{}]", path, i) : path) + ".clip");
            // A layer's own weight is in its mask.
            const double weight = list ? each.weight : 1.0;
            if (weight > 0.0) result.push_back({index, each.time_s, weight});
            sum += weight;
        }
        if (!(sum > 0.0)) fail(path, "has weights of sum 0");
        for (WeightedClip& each : result) each.weight /= sum;
        return result;
    }
    SpaceClips spaceOf(const PoseSpacePoint& point, const std::string& path) const {
        const BlendSpace* const space = spaces_.find(point.space);
        if (space == nullptr) {
            std::vector<std::string> names;
            for (const BlendSpace& each : spaces_.spaces) names.push_back(each.name);
            fail(path + ".space", fmt::format("is {}, but {}", printable(point.space),
                                              names.empty() ? "no blend space is declared"
                                                            : "there is only " + listOfNames(names)));
        }
        if (point.at.size() != static_cast<std::size_t>(space->dimensions)) {
            fail(path + ".at", fmt::format("has {} coordinates; {} has {}", point.at.size(),
                                           printable(space->name), space->dimensions));
        }
        return named(path + ".space." + printable(space->name), [&] { return SpaceClips(model_, *space); });
    }

    void reparent(const std::vector<PoseReparent>& items) {
        for (const Node& node : model_.nodes) result_.tree.parents.push_back(node.parent);
        std::set<int> moved;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string path = fmt::format("reparent[{}]", i);
            const int to = joint(items[i].to, path + ".to");
            for (const int node : joints(items[i].joint, path + ".joint")) {
                if (!moved.insert(node).second)
                    fail(path + ".joint",
                         fmt::format("names {} for the second time", printable(nameOf(node))));
                result_.reparented.push_back({node, to});
                result_.tree.parents[static_cast<std::size_t>(node)] = to;
            }
        }
        result_.tree.order = parentsFirst(result_.tree.parents);
        if (result_.tree.order.size() == model_.nodes.size()) return;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string path = fmt::format("reparent[{}]", i);
            for (const int node : joints(items[i].joint, path + ".joint")) {
                if (isAncestor(node, joint(items[i].to, path + ".to"))) {
                    fail(path, fmt::format("makes a cycle: {} would follow {}, which follows it",
                                           printable(items[i].joint), printable(items[i].to)));
                }
            }
        }
    }

    // Whether `node` is `other` or one of its ancestors in the pose's hierarchy, which may have a cycle.
    bool isAncestor(int node, int other) const {
        for (std::size_t steps = 0; other >= 0 && steps <= model_.nodes.size(); ++steps) {
            if (other == node) return true;
            other = result_.tree.parents[static_cast<std::size_t>(other)];
        }
        return false;
    }

    std::vector<double> maskOf(const PoseMask& mask, const std::string& path) const {
        std::vector<double> result(model_.nodes.size(), mask ? 0.0 : 1.0);
        if (!mask) return result;
        std::map<int, double> own;
        for (const auto& [name, value] : *mask) {
            const std::string member = path + "." + printable(name);
            for (const int node : joints(name, member)) {
                if (!own.emplace(node, value).second) fail(member, "is a joint that the mask already names");
            }
        }
        for (const int node : result_.tree.order) {
            const auto index = static_cast<std::size_t>(node);
            const int parent = result_.tree.parents[index];
            const auto found = own.find(node);
            if (found != own.end()) {
                result[index] = found->second;
            } else if (parent >= 0) {
                result[index] = result[static_cast<std::size_t>(parent)];
            }
        }
        return result;
    }

    void takeTarget(const PoseTarget& item, const std::string& path, ResolvedTarget& target) const {
        target.target = item.point;
        target.in_world = item.in_world;
        if (!item.unit) return;
        target.unit = {item.unit->unit, item.unit->height_m, -1, item.unit->share};
        if (!item.unit->joint.empty()) target.unit->joint = joint(item.unit->joint, path + ".joint");
    }

    void aim(const PoseAim& item, const std::string& path) {
        ResolvedAim aim;
        aim.joint = joint(item.joint, path + ".joint");
        std::set<int> chain;
        for (std::size_t i = 0; i < item.chain.size(); ++i) {
            const std::string member = fmt::format("{}.chain[{}]", path, i);
            for (const int node : joints(item.chain[i], member)) {
                if (!isAncestor(node, aim.joint)) {
                    fail(member, fmt::format("is {}, which {} does not follow; reparent it, or leave {} out",
                                             printable(item.chain[i]), printable(item.joint),
                                             printable(item.chain[i])));
                }
                if (!chain.insert(node).second)
                    fail(member, fmt::format("names {} for the second time", printable(item.chain[i])));
            }
        }
        for (const int node : result_.tree.order) {
            if (chain.contains(node)) aim.chain.push_back(node);
        }
        aim.axis = glm::normalize(item.axis);
        takeTarget(item.target, path + ".target", aim);
        aim.weight = item.weight;
        aim.most_sideways_rad = glm::radians(item.most_sideways_deg);
        aim.most_up_down_rad = glm::radians(item.most_up_down_deg);
        result_.aims.push_back(std::move(aim));
    }

    // file_from_node at rest, which reparenting does not change.
    std::vector<glm::dmat4> atRest() const { return fileFromNode(fileTree(model_), restPose(model_)); }

    void ik(const PoseIk& item, const std::string& path) {
        ResolvedIk ik;
        takeTarget(item.target, path + ".target", ik);
        ik.weight = item.weight;
        ik.pole = item.pole;
        ik.rounds = item.rounds;
        if (!item.chain.empty()) {
            ik.chain = chainOf(item, path);
            place(ik, item, path);
            return;
        }
        for (const int end : joints(item.joint, path + ".joint")) {
            const int middle = parentOf(end);
            const int upper = parentOf(middle);
            if (upper < 0)
                fail(path + ".joint",
                     fmt::format("is {}, which has no two ancestors", printable(item.joint)));
            ik.chain = {upper, middle, end};
            place(ik, item, path);
        }
    }

    int parentOf(int node) const {
        return node < 0 ? -1 : result_.tree.parents[static_cast<std::size_t>(node)];
    }

    std::vector<int> chainOf(const PoseIk& item, const std::string& path) const {
        std::vector<int> chain;
        if (item.chain.size() < kLeastIkJoints || item.chain.size() > kMostIkJoints) {
            fail(path + ".chain", fmt::format("has {} joints; a chain has {} to {}", item.chain.size(),
                                              kLeastIkJoints, kMostIkJoints));
        }
        for (std::size_t i = 0; i < item.chain.size(); ++i) {
            const std::string member = fmt::format("{}.chain[{}]", path, i);
            const int node = joint(item.chain[i], member);
            if (i > 0 && parentOf(node) != chain.back()) {
                fail(member, fmt::format("is {}, whose parent is not {}", printable(item.chain[i]),
                                         printable(item.chain[i - 1])));
            }
            chain.push_back(node);
        }
        if (chain.back() != joint(item.joint, path + ".joint"))
            fail(path + ".chain", fmt::format("does not end with {}", printable(item.joint)));
        return chain;
    }

    // Appends an IK whose chain is known.
    void place(ResolvedIk ik, const PoseIk& item, const std::string& path) {
        const bool limb = ik.chain.size() == kLeastIkJoints;
        ik.solver = item.solver.value_or(limb ? IkSolver::kTwoBone : IkSolver::kFabrik);
        if (ik.solver == IkSolver::kTwoBone && !limb) {
            fail(path + ".solver", fmt::format("is two-bone, which is for {} joints; the chain has {}",
                                               kLeastIkJoints, ik.chain.size()));
        }
        if (item.limits && ik.solver == IkSolver::kTwoBone)
            fail(path + ".limits", "is for the solvers ccd and fabrik");
        const std::vector<glm::dmat4> at_rest = atRest();
        const auto hinge = [&](std::size_t inner) {
            return restHinge(ik.chain[inner - 1], ik.chain[inner], ik.chain[inner + 1], at_rest,
                             glm::dmat3(modelFromFile(model_)));
        };
        ik.rest_hinge = hinge(1);
        if (item.limits) {
            const auto axesOf = [&](int node) {
                return node < 0 ? glm::dmat3(1.0) : glm::dmat3(at_rest[static_cast<std::size_t>(node)]);
            };
            RestLimits& limits = ik.limits.emplace();
            limits.first_bone = directionIn(axesOf(parentOf(ik.upper())),
                                            originOf(at_rest, ik.chain[1]) - originOf(at_rest, ik.chain[0]));
            for (std::size_t i = 1; i + 1 < ik.chain.size(); ++i)
                limits.hinges.push_back(directionIn(axesOf(ik.chain[i - 1]), axesOf(ik.chain[i]) * hinge(i)));
        }
        result_.iks.push_back(std::move(ik));
    }
    static glm::dvec3 directionIn(const glm::dmat3& axes, const glm::dvec3& direction) {
        const glm::dvec3 own = glm::inverse(axes) * direction;
        return glm::length(own) > 0.0 ? glm::normalize(own) : glm::dvec3(1.0, 0.0, 0.0);
    }

    const Model& model_;
    const BlendSpaces& spaces_;
    const std::string& where_;
    ResolvedPose result_;
};

}  // namespace

ClipMix heaviestFirst(ClipMix mix) {
    std::stable_sort(mix.begin(), mix.end(),
                     [](const WeightedClip& a, const WeightedClip& b) { return a.weight > b.weight; });
    return mix;
}

ResolvedPose resolvePose(const Model& model, const LayeredPose& pose, const BlendSpaces& spaces,
                         const std::string& where) {
    return Resolver(model, spaces, where).run(pose);
}

std::vector<double> maskWeights(const Model& model, const std::vector<PoseReparent>& reparent,
                                const PoseMask& mask, const std::string& where) {
    const BlendSpaces none;
    return Resolver(model, none, where).run(reparent, mask);
}

}  // namespace phalanx
