#include "anim/evaluation/solve_ik.h"

#include <array>
#include <utility>

#include "anim/evaluation/two_bone_ik.h"
#include "anim/layers/local_blend.h"

namespace phalanx {
namespace {

std::vector<glm::dvec3> originsOf(const std::vector<int>& chain, std::span<const glm::dmat4> file_from_node) {
    std::vector<glm::dvec3> result;
    for (const int node : chain) result.push_back(originOf(file_from_node, node));
    return result;
}

SolverReport solveLimb(const ResolvedIk& ik, const PoseTree& tree, LocalPose& pose, IkTrace* trace) {
    if (trace == nullptr) return solveTwoBones(ik, tree, pose);
    const std::vector<glm::dvec3> before = originsOf(ik.chain, fileFromNode(tree, pose));
    const SolverReport report = solveTwoBones(ik, tree, pose);
    trace->start = {before, glm::distance(before.back(), ik.target)};
    trace->rounds = {{originsOf(ik.chain, fileFromNode(tree, pose)), report.error}};
    return report;
}

// The chain in a pose, in the file's units and axes.
IkChain chainIn(const ResolvedIk& ik, const PoseTree& tree, std::span<const glm::dmat4> file_from_node) {
    const auto turned = [&](int node, const glm::dvec3& direction) {
        if (node < 0) return direction;
        const glm::dvec3 result = glm::dmat3(file_from_node[static_cast<std::size_t>(node)]) * direction;
        return glm::length(result) > 0.0 ? glm::normalize(result) : direction;
    };
    IkChain chain;
    chain.joints = originsOf(ik.chain, file_from_node);
    chain.hinge = turned(ik.chain[1], ik.rest_hinge);
    chain.target = ik.target;
    chain.pole = ik.pole;
    if (ik.limits) {
        ChainLimits& limits = chain.limits.emplace();
        const int parent = tree.parents[static_cast<std::size_t>(ik.chain.front())];
        limits.first_bone = turned(parent, ik.limits->first_bone);
        for (std::size_t i = 0; i < ik.limits->hinges.size(); ++i)
            limits.hinges.push_back(turned(ik.chain[i], ik.limits->hinges[i]));
    }
    return chain;
}

SolverReport solveJoints(const ResolvedIk& ik, const PoseTree& tree, LocalPose& pose, IkTrace* trace) {
    std::vector<glm::dmat4> file_from_node = fileFromNode(tree, pose);
    const ChainSolution solution =
        solveChain(chainIn(ik, tree, file_from_node), {ik.solver, ik.rounds, ik.tolerance}, trace);
    glm::dquat above(1.0, 0.0, 0.0, 0.0);
    const auto place = [&](int node) {
        const auto index = static_cast<std::size_t>(node);
        const LocalTransform& local = pose.nodes[index];
        const glm::dmat4 own = local.driven ? toMatrix(local.transform) : local.whole;
        const int parent = tree.parents[index];
        file_from_node[index] = parent < 0 ? own : file_from_node[static_cast<std::size_t>(parent)] * own;
    };
    for (std::size_t i = 0; i < solution.turns.size(); ++i) {
        turnNode(tree, file_from_node, ik.chain[i], solution.turns[i] * glm::conjugate(above), pose);
        place(ik.chain[i]);
        above = solution.turns[i];
    }
    place(ik.end());
    SolverReport report;
    report.joint = ik.end();
    report.error = glm::distance(originOf(file_from_node, ik.end()), ik.target);
    report.limited = solution.limited;
    return report;
}

}  // namespace

SolverReport solveIk(const ResolvedIk& ik, const PoseTree& tree, LocalPose& pose, IkTrace* trace) {
    std::vector<LocalTransform> before;
    for (const int node : ik.chain) before.push_back(pose.nodes[static_cast<std::size_t>(node)]);
    const SolverReport report = ik.solver == IkSolver::kTwoBone ? solveLimb(ik, tree, pose, trace)
                                                                : solveJoints(ik, tree, pose, trace);
    if (ik.weight >= 1.0) return report;
    for (std::size_t i = 0; i + 1 < ik.chain.size(); ++i) {
        LocalTransform& local = pose.nodes[static_cast<std::size_t>(ik.chain[i])];
        const std::array<WeightedLocal, 2> items{WeightedLocal{&before[i], 1.0 - ik.weight},
                                                 WeightedLocal{&local, ik.weight}};
        local = blendLocals(items);
    }
    return report;
}

}  // namespace phalanx
