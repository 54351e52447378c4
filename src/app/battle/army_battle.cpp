#include "app/battle/army_battle.h"

#include <algorithm>

#include "behaviour/graph_check.h"
#include "behaviour/graph_json.h"
#include "core/file.h"
#include "core/log.h"
#include "core/printable.h"

namespace phalanx {

namespace {

// Whether one of the graph's clips has an event of that name.
bool canShoot(const BehaviourGraph& graph, const Model& model) {
    for (const Clip& clip : model.clips) {
        const bool used = std::ranges::any_of(graph.states, [&](const BehaviourState& state) {
            return std::ranges::find(state.clips, clip.name) != state.clips.end();
        });
        const bool fires = std::ranges::find(clip.markers, "fire", &Marker::name) != clip.markers.end();
        if (used && fires) return true;
    }
    return false;
}

}  // namespace

BehaviourGraph graphFor(const std::string& file, const std::vector<LoadedModel>& models) {
    const std::string used = graphFile(file);
    const std::string text = readTextFile(used);
    BehaviourGraph graph = parseGraph(text, used);
    for (const LoadedModel& loaded : models) {
        const std::string& model = loaded.model.name;
        checkClips(graph, loaded.baked.clips, model, text, used);
        if (!canShoot(graph, loaded.model))
            warn("{}: no clip that {} plays has an event \"fire\": no round will be fired (docs/events.md)",
                 printable(model), used);
    }
    return graph;
}

void ArmyBattle::advance(Crowd& crowd, Ticks now, const Battle::Before& before,
                         const Battle::Listener& listener) {
    if (crowd.settings().formation != Formation::kBattle) {
        struck_.clear();
        return battle_.reset();
    }
    // A clock that was set back: from the beginning.
    if (battle_ && static_cast<std::int32_t>(now - battle_->now()) < 0) crowd.layAgain(now);
    if (!battle_ || !battle_->isOf(crowd)) battle_.emplace(graph_, markers_, crowd, now);
    battle_->askAll(asks_all_);
    if (!usesBodies()) return battle_->advance(crowd, now, before, listener);
    battle_->advance(crowd, now, before, [&](const BattleNews& news) {
        const bool begins = news.what == BattleNews::What::kBegins;
        if (begins && graph_.states[static_cast<std::size_t>(news.state)].body)
            struck_.push_back({news.who, news.other});
        if (listener) listener(news);
    });
}

bool ArmyBattle::usesBodies() const {
    return std::ranges::any_of(graph_.states, &BehaviourState::body);
}

}  // namespace phalanx
