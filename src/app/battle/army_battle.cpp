#include "app/battle/army_battle.h"

#include "behaviour/graph_check.h"
#include "behaviour/graph_json.h"
#include "core/file.h"

namespace phalanx {

BehaviourGraph graphFor(const std::string& file, const std::vector<LoadedModel>& models) {
    const std::string used = file.empty() ? shippedGraph() : file;
    const std::string text = readTextFile(used);
    BehaviourGraph graph = parseGraph(text, used);
    for (const LoadedModel& loaded : models) checkClips(graph, loaded.baked.clips, text, used);
    return graph;
}

void ArmyBattle::advance(Crowd& crowd, Ticks now, const Battle::Before& before,
                         const Battle::Listener& listener) {
    if (crowd.settings().formation != Formation::kBattle) return battle_.reset();
    if (!battle_ || !battle_->isOf(crowd)) battle_.emplace(graph_, markers_, crowd, now);
    battle_->advance(crowd, now, before, listener);
}

}  // namespace phalanx
