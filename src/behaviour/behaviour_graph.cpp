#include "behaviour/behaviour_graph.h"

namespace phalanx {

std::string_view nameOf(Order order) {
    constexpr std::array<std::string_view, kOrders.size()> kNames{"hold", "advance", "fire", "flee", "cheer"};
    return kNames.at(static_cast<std::size_t>(order));
}

int BehaviourGraph::stateOf(std::string_view name) const {
    for (std::size_t s = 0; s < states.size(); ++s) {
        if (states[s].name == name) return static_cast<int>(s);
    }
    return -1;
}

}  // namespace phalanx
