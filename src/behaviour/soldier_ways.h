// How soldiers of a battle stand, turn and walk: what is written to the crowd.
#pragma once

#include "behaviour/battle_field.h"

namespace phalanx {

class SoldierWays {
  public:
    explicit SoldierWays(BattleField& field) : field_(field) {}

    // Where the crowd has laid it out, in the start state.
    void begin(Crowd& crowd, std::uint32_t unit);
    double headingOf(const Crowd& crowd, std::uint32_t unit) const;
    // Plays the clip where it is.
    void stand(Crowd& crowd, std::uint32_t unit, int clip, double facing_rad, double fade_s);
    // Where the move of its state leads; then setOff().
    void route(const Crowd& crowd, std::uint32_t unit);
    void setOff(Crowd& crowd, std::uint32_t unit, double fade_s);  // to the next place of its way
    // Its place has moved.
    void redirect(Crowd& crowd, std::uint32_t unit);
    // ItemKind::kArrived: true at the end of its way; else it goes on.
    bool arrive(Crowd& crowd, std::uint32_t unit);

  private:
    // Going there, so that it strides along the way.
    double facingOn(const Crowd& crowd, std::uint32_t unit, const glm::dvec2& way) const;
    double turnTime_s(const Crowd& crowd, std::uint32_t unit, double facing_rad) const;
    BattleTime arrival(const Crowd& crowd, std::uint32_t unit) const;

    BattleField& field_;
};

}  // namespace phalanx
