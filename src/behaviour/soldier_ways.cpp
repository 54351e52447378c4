#include "behaviour/soldier_ways.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "behaviour/company_files.h"
#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr double kCornerFade_s = 0.25;  // on the way
constexpr double kTurns_rad_s = 6.0;    // on average, at most
constexpr double kStopsWithin_s = 0.1;  // what a soldier still walks while it comes to a halt
constexpr double kStraightAhead_rad = 0.05;
constexpr double kNearEnough_m = 0.15;

std::uint32_t rateOf(const BakedClip& clip, double speed) {
    return layout::rateOf(speed / (std::max(clip.duration_s, 1e-3) * PH_TICKS_PER_SECOND));
}

glm::dvec2 nextPlace(const FightingSoldier& soldier) {
    return soldier.vias > 0 ? glm::dvec2(soldier.via.at(soldier.vias - 1U)) : soldier.goal;
}

}  // namespace

void SoldierWays::begin(Crowd& crowd, std::uint32_t unit) {
    FightingSoldier& soldier = field_.soldiers[unit];
    const glm::dvec2 aside = field_.placeOf(crowd, unit) - field_.slotOf(unit);
    soldier.aside = turned(aside, -field_.companies[soldier.company].facing_rad);
    UnitTravel stands;
    stands.clip = field_.clipOf(crowd, unit);
    stands.rate = rateOf(field_.clipAt(crowd, unit, stands.clip), field_.stateOf(unit).speed);
    stands.phase = static_cast<std::uint32_t>(hashOf(field_.seed, unit, RandomStream::kBattle));
    crowd.travel(unit, stands, field_.ticksOf(field_.time));
}

double SoldierWays::headingOf(const Crowd& crowd, std::uint32_t unit) const {
    return static_cast<double>(field_.placementOf(crowd, unit).w);
}

double SoldierWays::facingOn(const Crowd& crowd, std::uint32_t unit, const glm::dvec2& way) const {
    const glm::dvec2 stride = field_.strideOf(crowd, unit);
    return std::atan2(way.x, way.y) - std::atan2(stride.x, stride.y);
}

double SoldierWays::turnTime_s(const Crowd& crowd, std::uint32_t unit, double facing_rad) const {
    const double turn = std::remainder(facing_rad - headingOf(crowd, unit), 2.0 * std::numbers::pi);
    return std::abs(turn) / kTurns_rad_s;
}

void SoldierWays::stand(Crowd& crowd, std::uint32_t unit, int clip, double facing_rad, double fade_s) {
    UnitTravel travel;
    travel.clip = clip;
    travel.rate = rateOf(field_.clipAt(crowd, unit, clip), field_.stateOf(unit).speed);
    travel.fade = ticksFromSeconds(std::max(fade_s, turnTime_s(crowd, unit, facing_rad)));
    travel.facing_rad = facing_rad;
    crowd.travel(unit, travel, field_.ticksOf(field_.time));
}

// Where the state's move leads.
void SoldierWays::route(const Crowd& crowd, std::uint32_t unit) {
    FightingSoldier& soldier = field_.soldiers[unit];
    const FightingCompany& company = field_.companies[soldier.company];
    switch (field_.stateOf(unit).move) {
        case Move::kNone:
        case Move::kToPlace:
            soldier.goal = field_.slotOf(unit);
            return;
        case Move::kToRear: {
            const double lane =
                rankPlace_m(company.place, soldier.file, 0, field_.spacing_m).x - 0.5 * field_.spacing_m;
            const glm::dvec2 from =
                turned(field_.placeOf(crowd, unit) - company.front_m, -company.facing_rad);
            goToRear(field_, unit);
            soldier.goal = field_.slotOf(unit);
            if (soldier.rank == 0) return;
            const double rear = turned(soldier.goal - company.front_m, -company.facing_rad).y;
            soldier.via = {company.front_m + turned({lane, rear + 0.3}, company.facing_rad),
                           company.front_m + turned({lane, from.y - 0.4}, company.facing_rad)};
            soldier.vias = 2;
            return;
        }
        case Move::kAway:
        case Move::kBack: {
            const BehaviourState& state = field_.stateOf(unit);
            const double aside = (field_.chanceOf(unit, BattleField::kOfWay) - 0.5) * 0.8;
            const double far =
                glm::mix(state.way_m.x, state.way_m.y, field_.chanceOf(unit, BattleField::kOfDistance));
            const glm::dvec2 here = field_.placeOf(crowd, unit);
            const bool back = state.move == Move::kBack;
            double away = (back ? headingOf(crowd, unit) : company.facing_rad) + std::numbers::pi;
            const std::uint32_t enemy = field_.nearestEnemy(soldier.company).company;
            if (!back && enemy != kNoOne) {
                const glm::dvec2 way = here - field_.frontOf(field_.companies[enemy]);
                away = std::atan2(way.x, way.y);
            }
            soldier.goal = here + turned({0.0, far}, away + aside);
            return;
        }
    }
}

BattleTime SoldierWays::arrival(const Crowd& crowd, std::uint32_t unit) const {
    const FightingSoldier& soldier = field_.soldiers[unit];
    const glm::dvec2 to = nextPlace(soldier);
    const double seconds = glm::length(to - field_.placeOf(crowd, unit)) / field_.speedOf(crowd, unit);
    return field_.after(soldier.vias > 0 ? seconds : seconds - kStopsWithin_s);
}

// On to the next place of its way.
void SoldierWays::setOff(Crowd& crowd, std::uint32_t unit, double fade_s) {
    FightingSoldier& soldier = field_.soldiers[unit];
    const glm::dvec2 to = nextPlace(soldier);
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
        travel.stride_m = field_.strideOf(crowd, unit);
        travel.facing_rad = facingOn(crowd, unit, way);
        travel.fade = ticksFromSeconds(std::max(fade_s, turnTime_s(crowd, unit, *travel.facing_rad)));
        crowd.travel(unit, travel, field_.ticksOf(field_.time));
    }
    field_.queue.push(arrival(crowd, unit),
                      {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
}

// Straight ahead only the arrival changes; else it turns to the new way.
void SoldierWays::redirect(Crowd& crowd, std::uint32_t unit) {
    FightingSoldier& soldier = field_.soldiers[unit];
    if (!soldier.moves || !toCompany(field_.stateOf(unit).move)) return;
    soldier.goal = field_.slotOf(unit);
    soldier.vias = 0;
    const glm::dvec2 way = soldier.goal - field_.placeOf(crowd, unit);
    if (glm::length(way) > kNearEnough_m &&
        turnTime_s(crowd, unit, facingOn(crowd, unit, way)) > kStraightAhead_rad / kTurns_rad_s)
        return setOff(crowd, unit, kCornerFade_s);
    ++soldier.leg;
    field_.queue.push(arrival(crowd, unit),
                      {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
}

bool SoldierWays::arrive(Crowd& crowd, std::uint32_t unit) {
    FightingSoldier& soldier = field_.soldiers[unit];
    if (soldier.vias > 0) {
        --soldier.vias;
        setOff(crowd, unit, kCornerFade_s);
        return false;
    }
    // It began slowly, or its place has moved.
    if (toCompany(field_.stateOf(unit).move)) soldier.goal = field_.slotOf(unit);
    if (glm::length(soldier.goal - field_.placeOf(crowd, unit)) > 2.0 * kNearEnough_m) {
        setOff(crowd, unit, kCornerFade_s);
        return false;
    }
    soldier.moves = false;
    return true;
}

}  // namespace phalanx
