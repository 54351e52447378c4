#include "app/battle/battle_log.h"

#include <fmt/format.h>

#include "core/printable.h"

namespace phalanx {

std::string newsLine(const BattleNews& news, const BehaviourGraph& graph) {
    switch (news.what) {
        case BattleNews::What::kBegins:
            return fmt::format("{:.4f},{},{}\n", news.seconds, news.who,
                               printable(graph.states[static_cast<std::size_t>(news.state)].name));
        case BattleNews::What::kShoots:
            return fmt::format("{:.4f},{},shoots,{},{}\n", news.seconds, news.who, news.other,
                               news.hits ? "hit" : "miss");
        case BattleNews::What::kOrdered:
            return fmt::format("{:.4f},company {},order {}\n", news.seconds, news.who, nameOf(news.order));
    }
    return {};
}

}  // namespace phalanx
