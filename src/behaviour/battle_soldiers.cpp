#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>

#include "behaviour/battle_soldiers.h"
#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr double kReaction_s = 0.5;     // at most, to what one sees
constexpr double kStepUp_s = 0.25;      // from rank to rank, until a file has moved up
constexpr double kCornerFade_s = 0.25;  // on the way
constexpr double kTurns_rad_s = 6.0;    // on average, at most
constexpr double kStopsWithin_s = 0.1;  // what a soldier still walks while it comes to a halt
constexpr double kStraightAhead_rad = 0.05;
constexpr double kNearEnough_m = 0.15;
constexpr double kFleesBy_m = 130.0;
constexpr double kLongestFade_s = 1.0;

std::uint32_t rateOf(const BakedClip& clip, double speed) {
    return layout::rateOf(speed / (std::max(clip.duration_s, 1e-3) * PH_TICKS_PER_SECOND));
}

}  // namespace

void BattleSoldiers::begin(Crowd& crowd) {
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        Soldier& soldier = field_.soldiers[unit];
        const glm::dvec2 aside = field_.placeOf(crowd, unit) - field_.slotOf(unit);
        soldier.aside = turned(aside, -field_.companies[soldier.company].facing_rad);
        soldier.state = static_cast<std::uint16_t>(field_.graph.start);
        ++field_.counts[soldier.state];
        UnitTravel stands;
        stands.clip = field_.clipOf(crowd, unit);
        stands.rate = rateOf(field_.clipAt(crowd, unit, stands.clip), field_.stateOf(unit).speed);
        stands.phase = static_cast<std::uint32_t>(hashOf(field_.seed, unit, RandomStream::kBattle));
        crowd.travel(unit, stands, field_.ticksOf(field_.time));
        expect(crowd, unit, stands.clip, false);
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
            if (field_.isElsewhere(crowd, item.who)) take(crowd, item.who, Trigger::kPlace);
            return;
        case ItemKind::kRedirect:
            return redirect(crowd, item.who);
        case ItemKind::kArrived:
            return arrive(crowd, item.who);
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
            shoot(crowd, item.who);
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
    if (trigger == Trigger::kOrder) {
        if (t.order != field_.companies[soldier.company].order) return false;
        return t.order != Order::kAdvance || field_.isElsewhere(crowd, unit);
    }
    if (trigger == Trigger::kEvent)
        return markersOf(crowd, unit, field_.clipOf(crowd, unit))[data].name == t.event;
    return true;
}

bool BattleSoldiers::take(Crowd& crowd, std::uint32_t unit, Trigger trigger, std::uint32_t data) {
    const std::uint16_t present = field_.soldiers[unit].state;
    const BehaviourState& state = field_.stateOf(unit);
    // Two rounds that hit within a tick have chances of their own.
    const std::uint64_t by = trigger == Trigger::kShot ? mixBits(BattleField::kOfShooter + data) : 0U;
    const auto happens = [&](const Transition& t, std::uint64_t number) {
        if (!fits(crowd, t, unit, trigger, data)) return false;
        if (t.chance < 1.0 && field_.chanceOf(unit, number + by) >= t.chance) return false;
        enter(crowd, unit, t);
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

void BattleSoldiers::enter(Crowd& crowd, std::uint32_t unit, const Transition& by) {
    const int state = by.to;
    Soldier& soldier = field_.soldiers[unit];
    const bool was_out = field_.stateOf(unit).out;
    --field_.counts[soldier.state];
    soldier.state = static_cast<std::uint16_t>(state);
    ++field_.counts[soldier.state];
    ++soldier.version;
    ++soldier.leg;
    soldier.moves = false;
    soldier.vias = 0;
    ++field_.work.decisions;
    field_.report({field_.seconds(), BattleNews::What::kBegins, unit, state});
    const BehaviourState& now = field_.stateOf(unit);
    if (now.out && !was_out) setOut(unit);
    if (now.aims && (soldier.target == kNoOne || field_.stateOf(soldier.target).out))
        setTarget(unit, chooseTarget(crowd, unit));
    if (!now.aims && soldier.target != kNoOne) setTarget(unit, kNoOne);
    if (now.move == Move::kNone) {
        const int clip = field_.clipOf(crowd, unit);
        const bool struck = now.out || by.on == Trigger::kShot;  // it does not turn then
        stand(crowd, unit, clip, struck ? headingOf(crowd, unit) : wantedFacing(crowd, unit), by.fade_s);
        expect(crowd, unit, clip);
    } else {
        route(crowd, unit);
        setOff(crowd, unit, by.fade_s);
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

double BattleSoldiers::headingOf(const Crowd& crowd, std::uint32_t unit) const {
    return static_cast<double>(field_.placementOf(crowd, unit).w);
}

// To its target, else as its company.
double BattleSoldiers::wantedFacing(const Crowd& crowd, std::uint32_t unit) const {
    const Soldier& soldier = field_.soldiers[unit];
    if (soldier.target != kNoOne) {
        const glm::dvec2 to = field_.placeOf(crowd, soldier.target) - field_.placeOf(crowd, unit);
        if (glm::length(to) > 0.0) return std::atan2(to.x, to.y);
    }
    return field_.companies[soldier.company].facing_rad;
}

double BattleSoldiers::turnTime_s(const Crowd& crowd, std::uint32_t unit, double facing_rad) const {
    const double turn = std::remainder(facing_rad - headingOf(crowd, unit), 2.0 * std::numbers::pi);
    return std::abs(turn) / kTurns_rad_s;
}

void BattleSoldiers::stand(Crowd& crowd, std::uint32_t unit, int clip, double facing_rad, double fade_s) {
    UnitTravel travel;
    travel.clip = clip;
    travel.rate = rateOf(field_.clipAt(crowd, unit, clip), field_.stateOf(unit).speed);
    travel.fade = ticksFromSeconds(std::max(fade_s, turnTime_s(crowd, unit, facing_rad)));
    travel.facing_rad = facing_rad;
    crowd.travel(unit, travel, field_.ticksOf(field_.time));
}

// Where the state's move leads.
void BattleSoldiers::route(const Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = field_.soldiers[unit];
    FightingCompany& company = field_.companies[soldier.company];
    switch (field_.stateOf(unit).move) {
        case Move::kNone:
        case Move::kToPlace:
            soldier.goal = field_.slotOf(unit);
            return;
        case Move::kToRear: {
            std::vector<std::uint32_t>& file = company.files[soldier.file];
            const double lane =
                rankPlace_m(company.place, soldier.file, 0, field_.spacing_m).x - 0.5 * field_.spacing_m;
            const glm::dvec2 from =
                turned(field_.placeOf(crowd, unit) - company.front_m, -company.facing_rad);
            leaveFile(unit);
            soldier.rank = static_cast<std::uint16_t>(file.size());
            file.push_back(unit);
            soldier.goal = field_.slotOf(unit);
            if (file.size() == 1) return;
            const double rear = turned(soldier.goal - company.front_m, -company.facing_rad).y;
            soldier.via = {company.front_m + turned({lane, rear + 0.3}, company.facing_rad),
                           company.front_m + turned({lane, from.y - 0.4}, company.facing_rad)};
            soldier.vias = 2;
            return;
        }
        case Move::kAway: {
            const double aside = (field_.chanceOf(unit, BattleField::kOfWay) - 0.5) * 0.8;
            const double far = kFleesBy_m * (0.8 + 0.4 * field_.chanceOf(unit, BattleField::kOfDistance));
            const glm::dvec2 here = field_.placeOf(crowd, unit);
            double away = company.facing_rad + std::numbers::pi;
            if (const std::uint32_t enemy = field_.nearestEnemy(soldier.company).company; enemy != kNoOne) {
                const glm::dvec2 way = here - field_.frontOf(field_.companies[enemy]);
                away = std::atan2(way.x, way.y);
            }
            soldier.goal = here + turned({0.0, far}, away + aside);
            return;
        }
    }
}

BattleTime BattleSoldiers::arrival(const Crowd& crowd, std::uint32_t unit) const {
    const Soldier& soldier = field_.soldiers[unit];
    const glm::dvec2 to = soldier.vias > 0 ? glm::dvec2(soldier.via.at(soldier.vias - 1U)) : soldier.goal;
    const double seconds = glm::length(to - field_.placeOf(crowd, unit)) / field_.speedOf(crowd, unit);
    return field_.after(soldier.vias > 0 ? seconds : seconds - kStopsWithin_s);
}

// On to the next place of its way.
void BattleSoldiers::setOff(Crowd& crowd, std::uint32_t unit, double fade_s) {
    Soldier& soldier = field_.soldiers[unit];
    const glm::dvec2 to = soldier.vias > 0 ? glm::dvec2(soldier.via.at(soldier.vias - 1U)) : soldier.goal;
    const glm::dvec2 way = to - field_.placeOf(crowd, unit);
    ++soldier.leg;
    soldier.moves = true;
    if (glm::length(way) > kNearEnough_m) {
        const int clip = field_.clipOf(crowd, unit);
        const BakedClip& played = field_.clipAt(crowd, unit, clip);
        const double scale = std::bit_cast<float>(crowd.unit(unit).look.y);
        UnitTravel travel;
        travel.clip = clip;
        travel.rate = rateOf(played, field_.stateOf(unit).speed / scale);
        travel.stride_m = {0.0, played.stride_speed * played.duration_s};
        travel.facing_rad = std::atan2(way.x, way.y);
        travel.fade = ticksFromSeconds(std::max(fade_s, turnTime_s(crowd, unit, *travel.facing_rad)));
        crowd.travel(unit, travel, field_.ticksOf(field_.time));
    }
    field_.queue.push(arrival(crowd, unit),
                      {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
}

// Straight ahead only the arrival changes; else it turns to the new way.
void BattleSoldiers::redirect(Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = field_.soldiers[unit];
    if (!soldier.moves || field_.stateOf(unit).move == Move::kAway) return;
    soldier.goal = field_.slotOf(unit);
    soldier.vias = 0;
    const glm::dvec2 way = soldier.goal - field_.placeOf(crowd, unit);
    const double heading = std::atan2(way.x, way.y);
    if (glm::length(way) > kNearEnough_m &&
        turnTime_s(crowd, unit, heading) > kStraightAhead_rad / kTurns_rad_s)
        return setOff(crowd, unit, kCornerFade_s);
    ++soldier.leg;
    field_.queue.push(arrival(crowd, unit),
                      {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
}

void BattleSoldiers::arrive(Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = field_.soldiers[unit];
    if (soldier.vias > 0) {
        --soldier.vias;
        return setOff(crowd, unit, kCornerFade_s);
    }
    // It began slowly, or its place has moved.
    if (field_.stateOf(unit).move != Move::kAway) soldier.goal = field_.slotOf(unit);
    if (glm::length(soldier.goal - field_.placeOf(crowd, unit)) > 2.0 * kNearEnough_m)
        return setOff(crowd, unit, kCornerFade_s);
    soldier.moves = false;
    take(crowd, unit, Trigger::kArrived);
}

void BattleSoldiers::leaveFile(std::uint32_t unit) {
    const Soldier& soldier = field_.soldiers[unit];
    std::vector<std::uint32_t>& file = field_.companies[soldier.company].files[soldier.file];
    file.erase(file.begin() + soldier.rank);
    for (std::size_t r = soldier.rank; r < file.size(); ++r) {
        field_.soldiers[file[r]].rank = static_cast<std::uint16_t>(r);
        const double delay = kReaction_s * field_.chanceOf(file[r], BattleField::kOfDelay) +
                             kStepUp_s * static_cast<double>(r - soldier.rank);
        field_.queue.push(field_.after(delay), {.who = file[r], .kind = ItemKind::kPlace});
    }
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
    leaveFile(unit);
    for (const int file : {soldier.file - 1, int{soldier.file}, soldier.file + 1}) {
        if (file < 0 || file >= static_cast<int>(company.files.size())) continue;
        const std::vector<std::uint32_t>& near = company.files[static_cast<std::size_t>(file)];
        if (rank < near.size()) notice(near[rank]);
    }
    if (const auto aimed = aimed_at_.find(unit); aimed != aimed_at_.end()) {
        for (const std::uint32_t who : aimed->second) {
            field_.queue.push(field_.after(0.1 + kReaction_s * field_.chanceOf(who, BattleField::kOfDelay)),
                              {.who = who, .kind = ItemKind::kTarget, .other = unit});
        }
    }
    --company.left;
    const bool breaks = company.left == 0 || company.left < field_.graph.break_share * company.place.count;
    if (breaks && !company.broken)
        field_.queue.push(field_.time + 1, {.who = soldier.company, .kind = ItemKind::kBreaks});
}

void BattleSoldiers::setTarget(std::uint32_t unit, std::uint32_t target) {
    Soldier& soldier = field_.soldiers[unit];
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
std::uint32_t BattleSoldiers::chooseTarget(const Crowd& crowd, std::uint32_t unit) const {
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

void BattleSoldiers::shoot(const Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = field_.soldiers[unit];
    if (soldier.target == kNoOne || field_.stateOf(soldier.target).out)
        setTarget(unit, chooseTarget(crowd, unit));
    ++field_.work.rounds;
    if (soldier.target == kNoOne) return;
    const double distance = glm::length(field_.placeOf(crowd, soldier.target) - field_.placeOf(crowd, unit));
    const Musket& musket = field_.graph.musket;
    constexpr double kNear_m = 10.0;
    const double share = std::clamp((distance - kNear_m) / (musket.range_m - kNear_m), 0.0, 1.0);
    const bool hits =
        field_.chanceOf(unit, BattleField::kOfHit) < glm::mix(musket.hit_near, musket.hit_far, share);
    BattleNews news{field_.seconds(), BattleNews::What::kShoots, unit, soldier.state};
    news.target = soldier.target;
    news.hits = hits;
    field_.report(news);
    if (!hits) return;
    ++field_.work.hits;
    field_.queue.push(field_.after(distance / musket.speed_m_s),
                      {.who = soldier.target, .kind = ItemKind::kHit, .other = unit});
}

}  // namespace phalanx
