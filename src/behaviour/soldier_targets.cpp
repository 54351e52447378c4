#include "behaviour/soldier_targets.h"

#include <algorithm>
#include <cmath>

namespace phalanx {
// To its target, else as its company.
double SoldierTargets::facingOf(const Crowd& crowd, std::uint32_t unit) const {
    const FightingSoldier& soldier = field_.soldiers[unit];
    if (soldier.target != kNoOne) {
        const glm::dvec2 to = field_.placeOf(crowd, soldier.target) - field_.placeOf(crowd, unit);
        if (glm::length(to) > 0.0) return std::atan2(to.x, to.y);
    }
    return field_.companies[soldier.company].facing_rad;
}

void SoldierTargets::set(std::uint32_t unit, std::uint32_t target) {
    FightingSoldier& soldier = field_.soldiers[unit];
    if (soldier.target != kNoOne) {
        if (const auto aimed = aimed_at_.find(soldier.target); aimed != aimed_at_.end()) {
            std::erase(aimed->second, unit);
            if (aimed->second.empty()) aimed_at_.erase(aimed);
        }
    }
    soldier.target = target;
    if (target != kNoOne) aimed_at_[target].push_back(unit);
}

// One in front of the nearest enemies, more or less opposite.
std::uint32_t SoldierTargets::choose(const Crowd& crowd, std::uint32_t unit) const {
    const std::uint32_t company = field_.soldiers[unit].company;
    std::uint32_t enemy = field_.companies[company].enemy;
    if (enemy == kNoOne || field_.companies[enemy].left == 0) enemy = field_.nearestEnemy(company).company;
    if (enemy == kNoOne) return kNoOne;
    const FightingCompany& there = field_.companies[enemy];
    const glm::dvec2 seen = turned(field_.placeOf(crowd, unit) - field_.frontOf(there), -there.facing_rad);
    const int files = static_cast<int>(there.files.size());
    const double opposite = (files - 1) * 0.5 - seen.x / field_.spacing_m +
                            5.0 * (field_.chanceOf(unit, BattleField::kOfFile) - 0.5);
    const int middle = std::clamp(static_cast<int>(std::lround(opposite)), 0, files - 1);
    for (int away = 0; away < files; ++away) {
        for (const int file : {middle - away, middle + away}) {
            if (file < 0 || file >= files) continue;
            const std::vector<std::uint32_t>& units = there.files[static_cast<std::size_t>(file)];
            if (units.empty()) continue;
            const bool second = units.size() > 1 && field_.chanceOf(unit, BattleField::kOfRank) < 0.25;
            return units[second ? 1 : 0];
        }
    }
    return kNoOne;
}

void SoldierTargets::shoot(const Crowd& crowd, std::uint32_t unit) {
    const FightingSoldier& soldier = field_.soldiers[unit];
    follow(crowd, unit);
    ++field_.work.rounds;
    if (soldier.target == kNoOne) return;
    const double distance = glm::length(field_.placeOf(crowd, soldier.target) - field_.placeOf(crowd, unit));
    const Musket& musket = field_.graph.musket;
    constexpr double kNear_m = 10.0;
    const double share = std::clamp((distance - kNear_m) / (musket.range_m - kNear_m), 0.0, 1.0);
    const bool hits =
        field_.chanceOf(unit, BattleField::kOfHit) < glm::mix(musket.hit_near, musket.hit_far, share);
    BattleNews news{field_.seconds(), BattleNews::What::kShoots, unit, soldier.state};
    news.other = soldier.target;
    news.hits = hits;
    field_.report(news);
    if (!hits) return;
    ++field_.work.hits;
    field_.queue.push(field_.after(distance / musket.speed_m_s),
                      {.who = soldier.target, .kind = ItemKind::kHit, .other = unit});
}

void SoldierTargets::isOut(std::uint32_t target) {
    if (const auto aimed = aimed_at_.find(target); aimed != aimed_at_.end()) {
        for (const std::uint32_t who : aimed->second) {
            field_.queue.push(field_.after(0.1 + kReaction_s * field_.chanceOf(who, BattleField::kOfDelay)),
                              {.who = who, .kind = ItemKind::kTarget, .other = target});
        }
    }
}

void SoldierTargets::follow(const Crowd& crowd, std::uint32_t unit) {
    const FightingSoldier& soldier = field_.soldiers[unit];
    if (!field_.stateOf(unit).aims) {
        if (soldier.target != kNoOne) set(unit, kNoOne);
    } else if (soldier.target == kNoOne || field_.stateOf(soldier.target).out) {
        set(unit, choose(crowd, unit));
    }
}

}  // namespace phalanx
