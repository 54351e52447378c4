#include "behaviour/battle_companies.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "behaviour/company_files.h"

namespace phalanx {
namespace {

constexpr double kFirstOrder_s = 1.0;
constexpr double kFirstLine_s = 0.3;     // from line to line
constexpr double kOrderReaches_s = 0.5;  // all soldiers of a company, one after the other
constexpr double kFarthestMarch_m = 600.0;
constexpr double kSettles_s = 0.6;     // a company that is halted goes on so long
constexpr double kLooksAgain_s = 0.5;  // at least
constexpr double kLooksInFire_s = 2.0;
constexpr double kOutOfRange = 1.15;  // of the range: then it does not fire any more
constexpr double kBeside = 0.5;       // of the range
constexpr double kFollows_s = 0.3;    // from line to line
constexpr double kTakesOver_s = 1.0;
constexpr double kCheers_s = 4.0;
constexpr double kVolley_s = 4.0;  // from the order, until it fires as it likes

}  // namespace

void BattleCompanies::begin() {
    for (std::uint32_t c = 0; c < field_.companies.size(); ++c) {
        const double delay = kFirstOrder_s * (1.0 + field_.chanceOf(c, BattleField::kOfStart)) +
                             kFirstLine_s * field_.companies[c].place.line;
        plan(c, ItemKind::kSeek, delay);
    }
    for (std::uint32_t i = 0; i < field_.graph.orders.size(); ++i)
        field_.queue.push(field_.after(field_.graph.orders[i].at_s), {.who = i, .kind = ItemKind::kScript});
}

void BattleCompanies::happen(const BattleItem& item) {
    if (item.kind == ItemKind::kScript) return carryOut(field_.graph.orders[item.who]);
    const bool planned = field_.companies[item.who].commands == item.version;
    switch (item.kind) {
        case ItemKind::kBreaks:
            return breakUp(item.who);
        case ItemKind::kLook:
            return lookForEnemies(item.who);
        case ItemKind::kHalt:
            if (planned) haltBehind(item.who);
            return;
        case ItemKind::kThere:
            if (field_.companies[item.who].motion == item.version) reach(item.who);
            return;
        case ItemKind::kSeek:
            if (planned) seek(item.who);
            return;
        default:
            return;
    }
}

// Void if an order from the outside comes first.
void BattleCompanies::plan(std::uint32_t company, ItemKind kind, double seconds) {
    field_.queue.push(field_.after(seconds),
                      {.who = company, .kind = kind, .version = field_.companies[company].commands});
}

void BattleCompanies::setOrder(std::uint32_t company, Order order) {
    FightingCompany& c = field_.companies[company];
    c.order = order;
    BattleNews news{field_.seconds(), BattleNews::What::kOrdered, company, 0};
    news.order = order;
    field_.report(news);
    // A volley is fired by word of command.
    const double reaches_s = order == Order::kVolley ? 0.0 : kOrderReaches_s;
    for (const auto& file : c.files) {
        for (const std::uint32_t unit : file)
            field_.queue.push(field_.after(reaches_s * field_.chanceOf(unit, BattleField::kOfOrder)),
                              {.who = unit, .kind = ItemKind::kOrder});
    }
}

void BattleCompanies::redirect(const FightingCompany& company) {
    for (const auto& file : company.files) {
        for (const std::uint32_t unit : file) {
            if (field_.soldiers[unit].moves && toCompany(field_.stateOf(unit).move))
                field_.queue.push(field_.time + 1, {.who = unit, .kind = ItemKind::kRedirect});
        }
    }
}

void BattleCompanies::move(std::uint32_t company, const glm::dvec2& front_m, double facing_rad) {
    FightingCompany& c = field_.companies[company];
    c.from_m = field_.frontOf(c);
    c.front_m = front_m;
    c.facing_rad = facing_rad;
    c.began = field_.time;
    c.speed_m_s = field_.march_m_s;
    field_.queue.push(field_.after(glm::length(c.front_m - c.from_m) / c.speed_m_s),
                      {.who = company, .kind = ItemKind::kThere, .version = ++c.motion});
    redirect(c);
}

void BattleCompanies::halt(std::uint32_t company) {
    FightingCompany& c = field_.companies[company];
    c.sent = false;
    if (!(c.speed_m_s > 0.0)) return;
    const glm::dvec2 way = c.front_m - c.from_m;
    const double length = glm::length(way);
    c.front_m = field_.frontOf(c);
    if (length > 0.0) c.front_m += way * (kSettles_s * c.speed_m_s / length);
    c.from_m = c.front_m;
    c.speed_m_s = 0.0;
    ++c.motion;
    redirect(c);
}

void BattleCompanies::reach(std::uint32_t company) {
    FightingCompany& c = field_.companies[company];
    c.sent = false;
    c.from_m = c.front_m;
    c.speed_m_s = 0.0;
    if (c.order != Order::kAdvance) return;
    setOrder(company, Order::kHold);
    if (c.stays) return look(company, 0.0);
    plan(company, ItemKind::kSeek, kTakesOver_s);
}

void BattleCompanies::haltBehind(std::uint32_t company) {
    const FightingCompany& c = field_.companies[company];
    if (c.broken || c.stays || c.order != Order::kAdvance) return;
    halt(company);
    setOrder(company, Order::kHold);
}

void BattleCompanies::look(std::uint32_t company, double seconds) {
    if (std::exchange(field_.companies[company].looks, true)) return;
    field_.queue.push(field_.after(seconds + kLooksAgain_s * field_.chanceOf(company, BattleField::kOfLook)),
                      {.who = company, .kind = ItemKind::kLook});
}

void BattleCompanies::lookForEnemies(std::uint32_t company) {
    FightingCompany& c = field_.companies[company];
    c.looks = false;
    // Where it is sent it goes first.
    if (c.broken || c.order == Order::kFlee || c.order == Order::kCheer || c.sent || field_.covered(c))
        return;
    if (c.order == Order::kVolley) return look(company, kLooksInFire_s);
    const BattleField::Near near = field_.nearestEnemy(company);
    const double range_m = field_.graph.musket.range_m;
    if (c.order == Order::kFire) {
        if (near.company != kNoOne && near.distance_m <= kOutOfRange * range_m)
            return look(company, kLooksInFire_s);
        c.order = Order::kHold;
        return seek(company);
    }
    if (near.company == kNoOne) return;
    // Not before both could have come so near.
    if (near.distance_m > range_m)
        return look(company, (near.distance_m - range_m) / (2.0 * field_.march_m_s));
    c.enemy = near.company;
    halt(company);
    setOrder(company, Order::kFire);
    look(company, kLooksInFire_s);
    // Those behind it keep their distance, one after the other.
    double delay = 0.0;
    for (std::uint32_t b = c.behind; b != kNoOne; b = field_.companies[b].behind)
        plan(b, ItemKind::kHalt, delay += kFollows_s);
}

// It has nothing to do: at the beginning, and when its enemies are gone.
void BattleCompanies::seek(std::uint32_t company) {
    FightingCompany& c = field_.companies[company];
    if (c.broken) return;
    const bool fought = c.order == Order::kFire;
    c.enemy = kNoOne;
    const BattleField::Near near = field_.nearestEnemy(company);
    if (near.company == kNoOne) {
        if (c.order != Order::kCheer) setOrder(company, Order::kCheer);
        return;
    }
    if (near.distance_m <= field_.graph.musket.range_m &&
        (fought || c.order == Order::kVolley || !field_.covered(c))) {
        c.enemy = near.company;
        if (c.order != Order::kFire) setOrder(company, Order::kFire);
        return look(company, kLooksInFire_s);
    }
    if (fought) {
        setOrder(company, Order::kCheer);
        return plan(company, ItemKind::kSeek, kCheers_s);
    }
    if (c.stays) {
        setOrder(company, Order::kHold);
    } else {
        const double facing = facingTo(c, field_.companies[near.company]);
        setOrder(company, Order::kAdvance);
        move(company, field_.frontOf(c) + turned({0.0, kFarthestMarch_m}, facing), facing);
    }
    look(company, 0.0);
}

// Straight ahead, unless the enemy is too far beside it.
double BattleCompanies::facingTo(const FightingCompany& own, const FightingCompany& enemy) const {
    const glm::dvec2 way = field_.frontOf(enemy) - field_.frontOf(own);
    const glm::dvec2 seen = turned(way, -own.facing_rad);
    const double beside_m = std::abs(seen.x) - 0.5 * (own.place.files + enemy.place.files) * field_.spacing_m;
    const bool ahead = seen.y > 0.0 && beside_m < kBeside * field_.graph.musket.range_m;
    return ahead ? own.facing_rad : std::atan2(way.x, way.y);
}

void BattleCompanies::breakUp(std::uint32_t company) {
    FightingCompany& c = field_.companies[company];
    if (c.broken) return;
    c.broken = true;
    field_.findOpen();
    setOrder(company, Order::kFlee);
    for (std::uint32_t e = 0; e < field_.companies.size(); ++e) {
        if (field_.companies[e].enemy == company)
            plan(e, ItemKind::kSeek, kLooksAgain_s + field_.chanceOf(e, BattleField::kOfOrder));
    }
    if (c.behind != kNoOne && !field_.companies[c.behind].stays)
        plan(c.behind, ItemKind::kSeek, kTakesOver_s);
}

void BattleCompanies::give(std::uint32_t company, Order order) {
    FightingCompany& c = field_.companies[company];
    if (c.broken) return;
    if (order != Order::kFlee && order != Order::kVolley) {
        c.stays = order != Order::kAdvance;
        field_.findOpen();
    }
    obey(company, order);
}

void BattleCompanies::obey(std::uint32_t company, Order order) {
    FightingCompany& c = field_.companies[company];
    ++c.commands;
    if (order == Order::kFlee) return breakUp(company);
    if (order == Order::kVolley) {
        halt(company);
        setOrder(company, order);
        return plan(company, ItemKind::kSeek, kVolley_s);
    }
    if (order == Order::kAdvance) {
        c.order = Order::kHold;
        return seek(company);
    }
    halt(company);
    setOrder(company, order);
    if (order == Order::kHold) look(company, 0.0);
}

void BattleCompanies::send(std::uint32_t company, const glm::dvec2& front_m, double facing_rad,
                           std::uint32_t files) {
    FightingCompany& c = field_.companies[company];
    if (c.broken) return;
    c.stays = true;
    field_.findOpen();
    if (files > 0) fileUp(field_, company, files);
    go(company, front_m, facing_rad);
}

void BattleCompanies::go(std::uint32_t company, const glm::dvec2& front_m, double facing_rad) {
    FightingCompany& c = field_.companies[company];
    ++c.commands;
    c.sent = true;
    move(company, front_m, facing_rad);
    setOrder(company, Order::kAdvance);
}

// They do not leave their column by it.
void BattleCompanies::carryOut(const ScriptedOrder& order) {
    for (std::uint32_t c = 0; c < field_.companies.size(); ++c) {
        const FightingCompany& company = field_.companies[c];
        const bool meant = company.place.host == order.host && !company.broken &&
                           (!order.line || company.place.line == *order.line) &&
                           (!order.columns || (company.place.column >= order.columns->x &&
                                               company.place.column <= order.columns->y));
        if (!meant) continue;
        if (order.order) {
            obey(c, *order.order);
        } else {
            go(c, field_.frontOf(company) + turned(order.move_m, company.facing_rad), company.facing_rad);
        }
    }
}

}  // namespace phalanx
