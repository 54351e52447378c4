// What soldiers of a battle do: transitions of the graph, ways, rounds.
#pragma once

#include <unordered_map>
#include <vector>

#include "behaviour/battle_field.h"
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
    void enter(Crowd& crowd, std::uint32_t unit, const Transition& by);
    // What comes next without anything else happening. looks_around: for its order and place.
    void expect(const Crowd& crowd, std::uint32_t unit, int clip, bool looks_around = true);
    const ClipMarkers& markersOf(const Crowd& crowd, std::uint32_t unit, int clip) const;
    void expectMarker(const Crowd& crowd, BattleItem item, TickOffset from);
    void again(const Crowd& crowd, const BattleItem& item);
    void stand(Crowd& crowd, std::uint32_t unit, int clip, double facing_rad, double fade_s);
    double turnTime_s(const Crowd& crowd, std::uint32_t unit, double facing_rad) const;
    double headingOf(const Crowd& crowd, std::uint32_t unit) const;
    double wantedFacing(const Crowd& crowd, std::uint32_t unit) const;
    // Where the state's move leads.
    void route(const Crowd& crowd, std::uint32_t unit);
    BattleTime arrival(const Crowd& crowd, std::uint32_t unit) const;
    void setOff(Crowd& crowd, std::uint32_t unit, double fade_s);  // to the next place of its way
    void redirect(Crowd& crowd, std::uint32_t unit);
    void arrive(Crowd& crowd, std::uint32_t unit);
    void setOut(std::uint32_t unit);
    void leaveFile(std::uint32_t unit);
    void shoot(const Crowd& crowd, std::uint32_t unit);
    std::uint32_t chooseTarget(const Crowd& crowd, std::uint32_t unit) const;
    void setTarget(std::uint32_t unit, std::uint32_t target);

    BattleField& field_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> aimed_at_;  // target: by these units
    std::vector<Crossing> crossings_;                                         // scratch
};

}  // namespace phalanx
