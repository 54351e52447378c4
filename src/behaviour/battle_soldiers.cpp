#include "behaviour/battle_soldiers.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "behaviour/company_files.h"
#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr double kLongestFade_s = 1.0;

}  // namespace

void BattleSoldiers::begin(Crowd& crowd) {
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        Soldier& soldier = field_.soldiers[unit];
        soldier.state = static_cast<std::uint16_t>(field_.graph.start);
        ++field_.counts[soldier.state];
        ways_.begin(crowd, unit);
        expect(crowd, unit, field_.clipOf(crowd, unit), false);
    }
}

void BattleSoldiers::happen(Crowd& crowd, const BattleItem& item) {
    const Soldier& soldier = field_.soldiers[item.who];
    const std::uint32_t version = item.kind == ItemKind::kArrived ? soldier.leg : soldier.version;
    if (item.version != BattleItem::kAnyVersion && item.version != version) return;
    switch (item.kind) {
        case ItemKind::kOrder:
            take(crowd, item.who, Trigger::kOrder);
            return;
        case ItemKind::kPlace:
            if (!field_.isElsewhere(crowd, item.who)) return;
            if (item.data == 0 || !take(crowd, item.who, Trigger::kGap))
                take(crowd, item.who, Trigger::kPlace);
            return;
        case ItemKind::kRedirect:
            return ways_.redirect(crowd, item.who);
        case ItemKind::kArrived:
            if (ways_.arrive(crowd, item.who)) take(crowd, item.who, Trigger::kArrived);
            return;
        case ItemKind::kEnd:
            take(crowd, item.who, Trigger::kEnd);
            return;
        case ItemKind::kAfter:
            take(crowd, item.who, Trigger::kAfter, item.data);
            return;
        case ItemKind::kMarker:
            if (!take(crowd, item.who, Trigger::kEvent, item.data)) again(crowd, item);
            return;
        case ItemKind::kShoots:
            targets_.shoot(crowd, item.who);
            return again(crowd, item);
        case ItemKind::kHit:
            take(crowd, item.who, Trigger::kShot, item.other);
            return;
        case ItemKind::kNeighbour:
            take(crowd, item.who, Trigger::kNeighbourFalls);
            return;
        case ItemKind::kTarget:
            if (soldier.target == item.other) take(crowd, item.who, Trigger::kTargetFalls);
            return;
        default:
            return;
    }
}

bool BattleSoldiers::fits(const Crowd& crowd, const Transition& t, std::uint32_t unit, Trigger trigger,
                          std::uint32_t data) const {
    const Soldier& soldier = field_.soldiers[unit];
    if (t.on != trigger) return false;
    if (t.rank != Rank::kAny && (t.rank == Rank::kFront) != (soldier.rank == 0)) return false;
    if (t.side != Side::kAny && t.side != sideOf(crowd, unit)) return false;
    if (trigger == Trigger::kOrder) {
        if (t.order != field_.companies[soldier.company].order) return false;
        return t.order != Order::kAdvance || field_.isElsewhere(crowd, unit);
    }
    if (trigger == Trigger::kEvent)
        return markersOf(crowd, unit, field_.clipOf(crowd, unit))[data].name == t.event;
    return true;
}

// Of its place.
Side BattleSoldiers::sideOf(const Crowd& crowd, std::uint32_t unit) const {
    const FightingCompany& company = field_.companies[field_.soldiers[unit].company];
    const glm::dvec2 seen = turned(field_.slotOf(unit) - field_.placeOf(crowd, unit), -company.facing_rad);
    if (std::abs(seen.x) > std::abs(seen.y)) return seen.x > 0.0 ? Side::kLeft : Side::kRight;
    return seen.y > 0.0 ? Side::kAhead : Side::kBehind;
}

bool BattleSoldiers::take(Crowd& crowd, std::uint32_t unit, Trigger trigger, std::uint32_t data) {
    const std::uint16_t present = field_.soldiers[unit].state;
    const BehaviourState& state = field_.stateOf(unit);
    // Two rounds that hit within a tick have chances of their own.
    const std::uint64_t by = trigger == Trigger::kShot ? mixBits(BattleField::kOfShooter + data) : 0U;
    const auto happens = [&](const Transition& t, std::uint64_t number) {
        if (!fits(crowd, t, unit, trigger, data)) return false;
        if (t.chance < 1.0 && field_.chanceOf(unit, number + by) >= t.chance) return false;
        enter(crowd, unit, t, trigger == Trigger::kShot ? data : kNoOne);
        return true;
    };
    if (trigger == Trigger::kAfter) return happens(state.to[data], data);
    for (std::size_t i = 0; i < state.to.size(); ++i) {
        if (happens(state.to[i], i)) return true;
    }
    if (state.out) return false;
    const std::vector<Transition>& any = field_.graph.any;
    for (std::size_t i = 0; i < any.size(); ++i) {
        // A soldier that flees need not begin to.
        if (any[i].to == present && trigger == Trigger::kOrder) continue;
        if (happens(any[i], kMostTransitions + i)) return true;
    }
    return false;
}

void BattleSoldiers::enter(Crowd& crowd, std::uint32_t unit, const Transition& by, std::uint32_t hit_by) {
    Soldier& soldier = field_.soldiers[unit];
    const bool was_out = field_.stateOf(unit).out;
    --field_.counts[soldier.state];
    soldier.state = static_cast<std::uint16_t>(by.to);
    ++field_.counts[soldier.state];
    ++soldier.version;
    ++soldier.leg;
    soldier.moves = false;
    soldier.vias = 0;
    ++field_.work.decisions;
    BattleNews news{field_.seconds(), BattleNews::What::kBegins, unit, by.to};
    news.other = hit_by;
    field_.report(news);
    const BehaviourState& now = field_.stateOf(unit);
    if (now.out && !was_out) setOut(unit);
    targets_.follow(crowd, unit);
    if (now.move == Move::kNone) {
        const int clip = field_.clipOf(crowd, unit);
        const bool struck = now.out || by.on == Trigger::kShot;  // it does not turn then
        ways_.stand(crowd, unit, clip, struck ? ways_.headingOf(crowd, unit) : targets_.facingOf(crowd, unit),
                    by.fade_s);
        expect(crowd, unit, clip);
    } else {
        ways_.route(crowd, unit);
        ways_.setOff(crowd, unit, by.fade_s);
        expect(crowd, unit, field_.clipOf(crowd, unit));
    }
}

// What comes next without anything else happening.
void BattleSoldiers::expect(const Crowd& crowd, std::uint32_t unit, int clip, bool looks_around) {
    const Soldier& soldier = field_.soldiers[unit];
    const BehaviourState& state = field_.stateOf(unit);
    const BakedClip& played = field_.clipAt(crowd, unit, clip);
    const auto push = [&](BattleTime at, ItemKind kind, std::size_t data = 0) {
        field_.queue.push(at, {.who = unit,
                               .kind = kind,
                               .data = static_cast<std::uint16_t>(data),
                               .version = soldier.version});
    };
    bool orders = false;
    bool place = false;
    bool events = false;
    bool ends = false;
    const auto look = [&](const Transition& t) {
        ends = ends || t.on == Trigger::kEnd;
        orders = orders || t.on == Trigger::kOrder;
        place = place || t.on == Trigger::kPlace;
        events = events || t.on == Trigger::kEvent;
    };
    for (const Transition& t : state.to) look(t);
    if (!state.out) {
        for (const Transition& t : field_.graph.any) look(t);
    }
    if (orders && looks_around) push(field_.time + 1, ItemKind::kOrder);
    if (place && looks_around) push(field_.time + 1, ItemKind::kPlace);
    for (std::size_t i = 0; i < state.to.size(); ++i) {
        const Transition& t = state.to[i];
        if (t.on != Trigger::kAfter) continue;
        const double chance = field_.chanceOf(unit, BattleField::kOfTime + i);
        push(field_.after(glm::mix(t.from_s, t.until_s, chance) + t.per_file_s * soldier.file),
             ItemKind::kAfter, i);
    }
    if (ends && !played.loops) push(field_.after(played.duration_s / state.speed), ItemKind::kEnd);
    const ClipMarkers& markers = markersOf(crowd, unit, clip);
    for (std::size_t m = 0; m < markers.size(); ++m) {
        const bool shoots = markers[m].name == "fire" && !state.out;
        if (shoots)
            expectMarker(crowd,
                         {.who = unit, .kind = ItemKind::kShoots, .data = static_cast<std::uint16_t>(m)}, 0);
        if (events)
            expectMarker(crowd,
                         {.who = unit, .kind = ItemKind::kMarker, .data = static_cast<std::uint16_t>(m)}, 0);
    }
}

const ClipMarkers& BattleSoldiers::markersOf(const Crowd& crowd, std::uint32_t unit, int clip) const {
    return field_.markers[static_cast<std::size_t>(crowd.modelOf(unit))][static_cast<std::size_t>(clip)];
}

// When the unit's clip comes to the item's marker, from so many ticks after now on.
void BattleSoldiers::expectMarker(const Crowd& crowd, BattleItem item, TickOffset from) {
    const int clip = field_.clipOf(crowd, item.who);
    const BakedClip& played = field_.clipAt(crowd, item.who, clip);
    // A fade can slow the first cycle.
    const double ahead_s = 2.0 * played.duration_s / field_.stateOf(item.who).speed + kLongestFade_s;
    crossings_.clear();
    appendCrossings(playbackOf(crowd, item.who, field_.ticksOf(field_.time)),
                    field_.markers[static_cast<std::size_t>(crowd.modelOf(item.who))], item.who, 0, from,
                    from + static_cast<TickOffset>(ahead_s * PH_TICKS_PER_SECOND), crossings_);
    std::optional<double> first_s;
    for (const Crossing& crossing : crossings_) {
        if (crossing.clip != static_cast<std::uint32_t>(clip) || crossing.marker != item.data) continue;
        first_s = std::min(first_s.value_or(crossing.seconds()), crossing.seconds());
    }
    item.version = field_.soldiers[item.who].version;
    if (first_s) field_.queue.push(field_.after(*first_s), item);
}

// Of a loop, the same happens in its next cycle. Battle ticks are rounded: this one may be just ahead still.
void BattleSoldiers::again(const Crowd& crowd, const BattleItem& item) {
    if (item.version == field_.soldiers[item.who].version)
        expectMarker(crowd, item, static_cast<TickOffset>(kBattleTick));
}

// The file closes up; neighbours and those who aimed at it notice.
void BattleSoldiers::setOut(std::uint32_t unit) {
    const Soldier& soldier = field_.soldiers[unit];
    FightingCompany& company = field_.companies[soldier.company];
    const auto notice = [&](std::uint32_t who) {
        field_.queue.push(field_.after(0.05 + kReaction_s * field_.chanceOf(who, BattleField::kOfDelay)),
                          {.who = who, .kind = ItemKind::kNeighbour, .other = unit});
    };
    const std::uint16_t rank = soldier.rank;
    leaveFile(field_, unit, true);
    for (const int file : {soldier.file - 1, int{soldier.file}, soldier.file + 1}) {
        if (file < 0 || file >= static_cast<int>(company.files.size())) continue;
        const std::vector<std::uint32_t>& near = company.files[static_cast<std::size_t>(file)];
        if (rank < near.size()) notice(near[rank]);
    }
    targets_.isOut(unit);
    --company.left;
    const bool breaks = company.left == 0 || company.left < field_.graph.break_share * company.place.count;
    if (breaks && !company.broken)
        field_.queue.push(field_.time + 1, {.who = soldier.company, .kind = ItemKind::kBreaks});
}

}  // namespace phalanx
