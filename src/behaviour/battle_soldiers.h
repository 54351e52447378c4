// What soldiers of a battle do: transitions of the graph, and what they wait for.
#pragma once

#include <vector>

#include "behaviour/battle_field.h"
#include "behaviour/soldier_targets.h"
#include "behaviour/soldier_ways.h"
#include "crowd/events/crossings.h"

namespace phalanx {

class BattleSoldiers {
  public:
    explicit BattleSoldiers(BattleField& field) : field_(field) {}

    // In the start state, where the crowd has laid them out.
    void begin(Crowd& crowd);
    // An item of the queue that is about a soldier.
    void happen(Crowd& crowd, const BattleItem& item);

  private:
    using Soldier = FightingSoldier;

    // Takes the first transition that fits. data: of the item.
    bool take(Crowd& crowd, std::uint32_t unit, Trigger trigger, std::uint32_t data = 0);
    bool fits(const Crowd& crowd, const Transition& t, std::uint32_t unit, Trigger trigger,
              std::uint32_t data) const;
    Side sideOf(const Crowd& crowd, std::uint32_t unit) const;
    // hit_by: kNoOne if it was not hit.
    void enter(Crowd& crowd, std::uint32_t unit, const Transition& by, std::uint32_t hit_by);
    // What comes next without anything else happening. looks_around: for its order and place.
    void expect(const Crowd& crowd, std::uint32_t unit, int clip, bool looks_around = true);
    const ClipMarkers& markersOf(const Crowd& crowd, std::uint32_t unit, int clip) const;
    void expectMarker(const Crowd& crowd, BattleItem item, TickOffset from);
    void again(const Crowd& crowd, const BattleItem& item);
    void setOut(std::uint32_t unit);

    BattleField& field_;
    SoldierWays ways_{field_};
    SoldierTargets targets_{field_};
    std::vector<Crossing> crossings_;  // scratch
};

}  // namespace phalanx
