// The targets of soldiers of a battle, and their rounds.
#pragma once

#include <unordered_map>
#include <vector>

#include "behaviour/battle_field.h"

namespace phalanx {

class SoldierTargets {
  public:
    explicit SoldierTargets(BattleField& field) : field_(field) {}

    // A state that aims has a target that is not out, if there is one; others have none.
    void follow(const Crowd& crowd, std::uint32_t unit);
    // To its target, else as its company.
    double facingOf(const Crowd& crowd, std::uint32_t unit) const;
    // Soldiers that aim at it notice.
    void isOut(std::uint32_t target);
    void shoot(const Crowd& crowd, std::uint32_t unit);

  private:
    void set(std::uint32_t unit, std::uint32_t target);
    std::uint32_t choose(const Crowd& crowd, std::uint32_t unit) const;

    BattleField& field_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> aimed_at_;  // target: by these units
};

}  // namespace phalanx
