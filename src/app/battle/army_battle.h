// The battle of an army that was loaded: it begins when its crowd is laid out in formation battle, and again
// with each new layout.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/army/army.h"
#include "app/battle/battle_bodies.h"
#include "app/events/army_markers.h"
#include "behaviour/battle.h"

namespace phalanx {

// The graph of a file, "": the one that comes with Phalanx. Throws Error (kUsage, kInput) for one with a
// mistake, with its line, and for one whose clips a model does not have.
BehaviourGraph graphFor(const std::string& file, const std::vector<LoadedModel>& models);

class ArmyBattle {
  public:
    ArmyBattle(BehaviourGraph graph, ArmyMarkers markers)
        : graph_(std::move(graph)), markers_(std::move(markers)) {}

    // Call it in each frame, before Crowd::advance(). `before` is called with the ticks at which units
    // change, before they do.
    void advance(Crowd& crowd, Ticks now, const Battle::Before& before = {},
                 const Battle::Listener& listener = {});
    // EventMistakes::ask_all.
    void askAll(bool on) { asks_all_ = on; }

    // Those who have begun to fall as bodies ("body") since the last call.
    std::vector<StruckSoldier> takeStruck() { return std::exchange(struck_, {}); }
    // Whether soldiers of this graph fall as bodies.
    bool usesBodies() const;

    // nullptr: the crowd is not in formation battle.
    Battle* battle() { return battle_ ? &*battle_ : nullptr; }
    const BehaviourGraph& graph() const { return graph_; }

  private:
    BehaviourGraph graph_;
    ArmyMarkers markers_;
    bool asks_all_ = false;
    std::optional<Battle> battle_;
    std::vector<StruckSoldier> struck_;
};

}  // namespace phalanx
