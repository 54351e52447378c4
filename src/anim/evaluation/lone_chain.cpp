#include "anim/evaluation/lone_chain.h"

#include "anim/evaluation/solve_ik.h"

namespace phalanx {

LoneChain loneChain(const ResolvedIk& ik, const PoseTree& tree, const LocalPose& pose) {
    const int above = tree.parents[static_cast<std::size_t>(ik.chain.front())];
    const glm::dmat4 fixed =
        above < 0 ? glm::dmat4(1.0) : fileFromNode(tree, pose)[static_cast<std::size_t>(above)];
    LoneChain result{ik, {{-1}, {0}}, {{{false, {}, fixed}}, {}}};
    for (int& node : result.ik.chain) {
        const auto number = static_cast<int>(result.tree.order.size());
        result.pose.nodes.push_back(pose.nodes[static_cast<std::size_t>(node)]);
        result.tree.parents.push_back(number - 1);
        result.tree.order.push_back(number);
        node = number;
    }
    return result;
}

double lengthOf(const LoneChain& chain) {
    const std::vector<glm::dmat4> at = fileFromNode(chain.tree, chain.pose);
    double length = 0.0;
    for (int i = chain.ik.upper(); i < chain.ik.end(); ++i)
        length += glm::distance(originOf(at, i), originOf(at, i + 1));
    return length;
}

glm::dvec3 rootOf(const LoneChain& chain) {
    return originOf(fileFromNode(chain.tree, chain.pose), chain.ik.upper());
}

glm::dvec3 endOf(const LoneChain& chain) {
    return originOf(fileFromNode(chain.tree, chain.pose), chain.ik.end());
}

// A chain becomes straight towards a target that is out of its reach.
void straighten(LoneChain& chain, const glm::dvec3& way) {
    ResolvedIk far;
    far.chain = chain.ik.chain;
    far.rest_hinge = chain.ik.rest_hinge;
    far.solver = IkSolver::kFabrik;
    far.target = rootOf(chain) + glm::normalize(way) * (2.0 * lengthOf(chain));
    solveIk(far, chain.tree, chain.pose);
}

}  // namespace phalanx
