// What companies do: they advance until enemies are within range, fire, break, and follow those ahead of them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "behaviour/battle.h"

namespace phalanx {
namespace {

constexpr double kOrderReaches_s = 0.5;  // all soldiers of a company, one after the other
constexpr double kFarthestMarch_m = 600.0;
constexpr double kSettles_s = 0.6;       // a company that is halted goes on so long
constexpr double kLooksAgain_s = 0.5;    // at least
constexpr double kFollows_s = 0.3;       // from line to line
constexpr double kCheers_s = 4.0;
constexpr std::uint64_t kOfOrder = 500;  // purposes of chanceOf()
constexpr std::uint64_t kOfLook = 501;

}  // namespace

glm::dvec2 Battle::frontOf(const Fighting& company) const {
    const glm::dvec2 way = company.front_m - company.from_m;
    const double length = glm::length(way);
    if (!(company.speed_m_s > 0.0) || !(length > 0.0)) return company.front_m;
    const double gone = static_cast<double>(time_ - company.began) * kBattleTick / PH_TICKS_PER_SECOND * company.speed_m_s;
    return gone >= length ? company.front_m : company.from_m + way * (gone / length);
}

void Battle::order(std::uint32_t company, Order order) {
    Fighting& c = companies_[company];
    c.order = order;
    if (listener_) {
        BattleNews news{seconds(), BattleNews::What::kOrdered, company, 0};
        news.order = order;
        listener_(news);
    }
    for (const auto& file : c.files) {
        for (const std::uint32_t unit : file)
            queue_.push(after(kOrderReaches_s * chanceOf(unit, kOfOrder)),
                        {.who = unit, .kind = ItemKind::kOrder, .version = kAnyVersion});
    }
}

void Battle::move(std::uint32_t company, const glm::dvec2& front_m, double facing_rad) {
    Fighting& c = companies_[company];
    c.from_m = frontOf(c);
    c.front_m = front_m;
    c.facing_rad = facing_rad;
    c.began = time_;
    c.speed_m_s = march_m_s_;
    queue_.push(after(glm::length(c.front_m - c.from_m) / march_m_s_),
                {.who = company, .kind = ItemKind::kThere, .version = ++c.motion});
    // Who is on the way already goes on to the new place.
    for (const auto& file : c.files) {
        for (const std::uint32_t unit : file) {
            Soldier& soldier = soldiers_[unit];
            if (!soldier.moves || stateAt(unit).move != Move::kToPlace) continue;
            queue_.push(time_ + 1, {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
        }
    }
}

// Soldiers that walk go on to where their places are now: straight ahead, so only their arrival changes.
void Battle::halt(Crowd& crowd, std::uint32_t company) {
    Fighting& c = companies_[company];
    if (!(c.speed_m_s > 0.0)) return;
    const glm::dvec2 way = c.front_m - c.from_m;
    const double length = glm::length(way);
    c.front_m = frontOf(c);
    if (length > 0.0) c.front_m += way * (kSettles_s * c.speed_m_s / length);
    c.from_m = c.front_m;
    c.speed_m_s = 0.0;
    ++c.motion;
    for (const auto& file : c.files) {
        for (const std::uint32_t unit : file) {
            Soldier& soldier = soldiers_[unit];
            if (!soldier.moves || stateAt(unit).move != Move::kToPlace) continue;
            soldier.goal = slotOf(unit);
            ++soldier.leg;
            queue_.push(arrival(crowd, unit), {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
        }
    }
}

void Battle::findOpen() {
    for (auto& open : open_) open.clear();
    for (std::uint32_t c = 0; c < companies_.size(); ++c) {
        if (!companies_[c].broken && !covered(companies_[c])) open_.at(companies_[c].place.host).push_back(c);
    }
}

bool Battle::covered(const Fighting& company) const {
    for (std::uint32_t c = company.ahead; c != kNone; c = companies_[c].ahead) {
        if (!companies_[c].broken) return true;
    }
    return false;
}

Battle::Near Battle::nearestEnemy(std::uint32_t company) const {
    const Fighting& own = companies_[company];
    const glm::dvec2 front = frontOf(own);
    Near near;
    for (const std::uint32_t c : open_.at(1U - own.place.host)) {
        const Fighting& other = companies_[c];
        const glm::dvec2 there = turned(frontOf(other) - front, -own.facing_rad);
        const double beside = std::abs(there.x) - 0.5 * (own.place.files + other.place.files) * spacing_m_;
        const double distance = std::hypot(std::max(0.0, beside), there.y);
        if (near.company == kNone || distance < near.distance_m) near = {c, distance};
    }
    return near;
}

void Battle::look(std::uint32_t company, double seconds) {
    if (std::exchange(companies_[company].looks, true)) return;
    queue_.push(after(seconds + kLooksAgain_s * chanceOf(company, kOfLook)), {.who = company, .kind = ItemKind::kContact, .version = kAnyVersion});
}

void Battle::lookForEnemies(Crowd& crowd, std::uint32_t company) {
    Fighting& c = companies_[company];
    c.looks = false;
    if (c.broken || (c.order != Order::kAdvance && c.order != Order::kHold) || covered(c)) return;
    const Near near = nearestEnemy(company);
    if (near.company == kNone) return;
    const double beyond_m = near.distance_m - graph_.musket.range_m;
    // Not before both could have come so near.
    if (beyond_m > 0.0) return look(company, beyond_m / (2.0 * march_m_s_));
    c.enemy = near.company;
    halt(crowd, company);
    order(company, Order::kFire);
    // Those behind it keep their distance, one after the other.
    double delay = 0.0;
    for (std::uint32_t b = c.behind; b != kNone; b = companies_[b].behind)
        queue_.push(after(delay += kFollows_s), {.who = b, .kind = ItemKind::kHalt, .version = kAnyVersion});
}

void Battle::reach(std::uint32_t company) {
    Fighting& c = companies_[company];
    c.from_m = c.front_m;
    c.speed_m_s = 0.0;
    if (c.order == Order::kAdvance) order(company, Order::kHold);
}

void Battle::haltBehind(Crowd& crowd, std::uint32_t company) {
    Fighting& c = companies_[company];
    if (c.broken || c.told || c.order != Order::kAdvance) return;
    halt(crowd, company);
    order(company, Order::kHold);
}

// It has nothing to do: at the beginning, and when its enemies are gone.
void Battle::seek(std::uint32_t company) {
    Fighting& c = companies_[company];
    if (c.broken) return;
    const bool fought = c.order == Order::kFire;
    c.enemy = kNone;
    const Near near = nearestEnemy(company);
    if (near.company == kNone) {
        if (c.order != Order::kCheer) order(company, Order::kCheer);
        return;
    }
    if (fought && near.distance_m <= graph_.musket.range_m) {
        c.enemy = near.company;
        return;
    }
    if (fought) {
        order(company, Order::kCheer);
        queue_.push(after(kCheers_s), {.who = company, .kind = ItemKind::kSeek, .version = kAnyVersion});
        return;
    }
    if (c.told) {
        order(company, Order::kHold);
    } else {
        order(company, Order::kAdvance);
        move(company, frontOf(c) + turned({0.0, kFarthestMarch_m}, c.facing_rad), c.facing_rad);
    }
    look(company, 0.0);
}

void Battle::breakUp(std::uint32_t company) {
    Fighting& c = companies_[company];
    if (c.broken) return;
    c.broken = true;
    findOpen();
    order(company, Order::kFlee);
    for (std::uint32_t e = 0; e < companies_.size(); ++e) {
        if (companies_[e].enemy == company)
            queue_.push(after(0.5 + chanceOf(e, kOfOrder)), {.who = e, .kind = ItemKind::kSeek, .version = kAnyVersion});
    }
    if (c.behind != kNone)
        queue_.push(after(1.0), {.who = c.behind, .kind = ItemKind::kSeek, .version = kAnyVersion});
}

void Battle::give(std::uint32_t company, Order given) {
    Fighting& c = companies_[company];
    if (c.broken) return;
    if (given == Order::kFlee) return breakUp(company);
    c.told = given != Order::kAdvance;
    if (given == Order::kAdvance) {
        c.order = Order::kHold;
        return seek(company);
    }
    order(company, given);
    if (given == Order::kHold) look(company, 0.0);
}

// Other files of the same soldiers: rank by rank, from left to right.
void Battle::fileUp(std::uint32_t company, std::uint32_t files) {
    Fighting& c = companies_[company];
    std::vector<std::uint32_t> units;
    for (std::size_t rank = 0; units.size() < c.left; ++rank) {
        for (const auto& file : c.files) {
            if (rank < file.size()) units.push_back(file[rank]);
        }
    }
    c.place.files = std::clamp(files, 1U, std::max(1U, c.left));
    c.files.assign(c.place.files, {});
    for (std::size_t i = 0; i < units.size(); ++i) {
        Soldier& soldier = soldiers_[units[i]];
        soldier.file = static_cast<std::uint16_t>(i % c.place.files);
        soldier.rank = static_cast<std::uint16_t>(i / c.place.files);
        c.files[soldier.file].push_back(units[i]);
    }
}

void Battle::send(std::uint32_t company, const glm::dvec2& front_m, double facing_rad, std::uint32_t files) {
    Fighting& c = companies_[company];
    if (c.broken) return;
    c.told = true;
    if (files > 0) fileUp(company, files);
    order(company, Order::kAdvance);
    move(company, front_m, facing_rad);
    look(company, 0.0);
}

}  // namespace phalanx
