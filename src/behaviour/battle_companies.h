// What companies of a battle do: they advance until enemies are within range, fire, break, and follow those
// ahead of them.
#pragma once

#include "behaviour/battle_field.h"

namespace phalanx {

class BattleCompanies {
  public:
    explicit BattleCompanies(BattleField& field) : field_(field) {}

    void begin();
    // An item of the queue that is about a company.
    void happen(const BattleItem& item);
    // From the outside; see Battle.
    void give(std::uint32_t company, Order order);
    void send(std::uint32_t company, const glm::dvec2& front_m, double facing_rad, std::uint32_t files);

  private:
    void plan(std::uint32_t company, ItemKind kind, double seconds);
    void setOrder(std::uint32_t company, Order order);
    void move(std::uint32_t company, const glm::dvec2& front_m, double facing_rad);
    void halt(std::uint32_t company);
    void reach(std::uint32_t company);  // where it went
    void haltBehind(std::uint32_t company);
    void look(std::uint32_t company, double seconds);  // for enemies
    void lookForEnemies(std::uint32_t company);
    void seek(std::uint32_t company);
    double facingTo(const FightingCompany& own, const FightingCompany& enemy) const;
    void breakUp(std::uint32_t company);
    // To a place where it fires, in its column.
    void go(std::uint32_t company, const glm::dvec2& front_m, double facing_rad);
    void carryOut(const ScriptedOrder& order);
    // As give(), but whether it stays does not change: orders of the graph, by the clock.
    void obey(std::uint32_t company, Order order);
    // Soldiers that walk to their places go on to where these are now.
    void redirect(const FightingCompany& company);

    BattleField& field_;
};

}  // namespace phalanx
