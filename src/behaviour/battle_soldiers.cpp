// What soldiers do: transitions, ways, rounds.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "behaviour/battle.h"
#include "crowd/hash.h"
#include "crowd/unit_timeline.h"

namespace phalanx {
namespace {

constexpr double kReaction_s = 0.5;       // at most, to what one sees
constexpr double kStepUp_s = 0.25;        // from rank to rank, until a file has moved up
constexpr double kCornerFade_s = 0.25;    // on the way
constexpr double kTurns_rad_s = 6.0;      // on average, at most
constexpr double kStopsWithin_s = 0.1;    // what a soldier still walks while it comes to a halt
constexpr double kElsewhere = 0.4;        // spacings from its place
constexpr double kNearEnough_m = 0.15;
constexpr double kFleesBy_m = 130.0;

// Purposes of chanceOf(), beside the numbers of transitions.
enum : std::uint64_t { kOfClip = 200, kOfTime = 300, kOfHit = 400, kOfFile = 401, kOfRank = 402, kOfWay = 403, kOfDelay = 404 };

const BakedClip& clipAt(const Crowd& crowd, std::uint32_t unit, int clip) {
    return crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].clips[static_cast<std::size_t>(clip)];
}

}  // namespace

glm::dvec2 Battle::placeOf(const Crowd& crowd, std::uint32_t unit) const {
    const glm::vec4 placement = crowd.stateOf(unit, ticksOf(time_)).placement;
    return {placement.x, placement.z};
}

glm::dvec2 Battle::slotOf(std::uint32_t unit) const {
    const Soldier& soldier = soldiers_[unit];
    const Fighting& company = companies_[soldier.company];
    return company.front_m + turned(rankPlace_m(company.place, soldier.file, soldier.rank, spacing_m_) +
                                        glm::dvec2(soldier.aside),
                                    company.facing_rad);
}

bool Battle::isElsewhere(const Crowd& crowd, std::uint32_t unit) const {
    return glm::length(slotOf(unit) - placeOf(crowd, unit)) > kElsewhere * spacing_m_;
}

int Battle::clipOf(const Crowd& crowd, std::uint32_t unit) const {
    const Soldier& soldier = soldiers_[unit];
    const std::vector<int>& clips = uses_[static_cast<std::size_t>(crowd.modelOf(unit))][soldier.state].clips;
    if (clips.size() == 1) return clips.front();
    const double chance = chanceOf(unit, kOfClip);
    return clips[std::min(clips.size() - 1, static_cast<std::size_t>(chance * static_cast<double>(clips.size())))];
}

double Battle::speedOf(const Crowd& crowd, std::uint32_t unit) const {
    const int clip = uses_[static_cast<std::size_t>(crowd.modelOf(unit))][soldiers_[unit].state].clips.front();
    return clipAt(crowd, unit, clip).stride_speed * stateAt(unit).speed;
}

bool Battle::holds(const Transition& t, const Soldier& soldier, Trigger trigger) const {
    if (t.on != trigger) return false;
    if (t.rank != Rank::kAny && (t.rank == Rank::kFront) != (soldier.rank == 0)) return false;
    if (trigger == Trigger::kOrder) return t.order == companies_[soldier.company].order;
    return true;
}

bool Battle::take(Crowd& crowd, std::uint32_t unit, Trigger trigger, std::uint32_t data) {
    const Soldier& soldier = soldiers_[unit];
    const BehaviourState& state = stateAt(unit);
    const auto tryIt = [&](const Transition& t, std::uint64_t number) {
        if (!holds(t, soldier, trigger)) return false;
        if (trigger == Trigger::kAfter && number != data) return false;
        if (t.order == Order::kAdvance && trigger == Trigger::kOrder && !isElsewhere(crowd, unit)) return false;
        if (trigger == Trigger::kEvent) {
            const auto model = static_cast<std::size_t>(crowd.modelOf(unit));
            const auto clip = static_cast<std::size_t>(crowd.unit(unit).playback.y >> 16U);
            if (markers_[model][clip][data].name != t.event) return false;
        }
        if (t.chance < 1.0 && chanceOf(unit, number) >= t.chance) return false;
        enter(crowd, unit, t);
        return true;
    };
    for (std::size_t i = 0; i < state.to.size(); ++i) {
        if (tryIt(state.to[i], i)) return true;
    }
    if (state.out) return false;
    for (std::size_t i = 0; i < graph_.any.size(); ++i) {
        // Whoever flees need not begin to.
        if (graph_.any[i].to == soldier.state && trigger == Trigger::kOrder) continue;
        if (trigger != Trigger::kAfter && tryIt(graph_.any[i], 100 + i)) return true;
    }
    return false;
}

void Battle::enter(Crowd& crowd, std::uint32_t unit, const Transition& by) {
    const int state = by.to;
    Soldier& soldier = soldiers_[unit];
    const bool was_out = stateAt(unit).out;
    --counts_[soldier.state];
    soldier.state = static_cast<std::uint16_t>(state);
    ++counts_[soldier.state];
    ++soldier.version;
    ++soldier.leg;
    soldier.moves = false;
    soldier.vias = 0;
    ++work_.decisions;
    if (listener_) listener_({seconds(), BattleNews::What::kBegins, unit, state});
    const BehaviourState& now = stateAt(unit);
    if (now.out && !was_out) setOut(unit);
    if (now.aims && (soldier.target == kNone || stateAt(soldier.target).out))
        setTarget(unit, chooseTarget(crowd, unit));
    if (!now.aims && soldier.target != kNone) setTarget(unit, kNone);
    if (now.move == Move::kNone) {
        const int clip = clipOf(crowd, unit);
        const bool struck = now.out || by.on == Trigger::kShot;  // it does not turn then
        stand(crowd, unit, clip, struck ? headingOf(crowd, unit) : wantedFacing(crowd, unit), by.fade_s);
        expect(crowd, unit, clip);
    } else {
        route(crowd, unit);
        setOff(crowd, unit, by.fade_s);
        expect(crowd, unit, clipOf(crowd, unit));
    }
}

// What comes next without anything else happening.
void Battle::expect(const Crowd& crowd, std::uint32_t unit, int clip, bool looks_around) {
    const Soldier& soldier = soldiers_[unit];
    const BehaviourState& state = stateAt(unit);
    const BakedClip& played = clipAt(crowd, unit, clip);
    const auto push = [&](BattleTime at, ItemKind kind, std::size_t data = 0) {
        queue_.push(at, {.who = unit, .kind = kind, .data = static_cast<std::uint16_t>(data), .version = soldier.version});
    };
    bool orders = false;
    bool place = false;
    bool events = false;
    const auto look = [&](const Transition& t) {
        orders = orders || t.on == Trigger::kOrder;
        place = place || t.on == Trigger::kPlace;
        events = events || t.on == Trigger::kEvent;
    };
    for (const Transition& t : state.to) look(t);
    if (!state.out) {
        for (const Transition& t : graph_.any) look(t);
    }
    if (orders && looks_around) push(time_ + 1, ItemKind::kOrder);
    if (place && looks_around) push(time_ + 1, ItemKind::kPlace);
    for (std::size_t i = 0; i < state.to.size(); ++i) {
        const Transition& t = state.to[i];
        if (t.on == Trigger::kAfter) {
            const double seconds = t.from_s + chanceOf(unit, kOfTime + i) * (t.until_s - t.from_s) +
                                   t.per_file_s * soldier.file;
            push(after(seconds), ItemKind::kAfter, i);
        } else if (t.on == Trigger::kEnd) {
            push(after(played.duration_s / state.speed), ItemKind::kEnd);
        }
    }
    const ClipMarkers& markers = markersOf(crowd, unit, clip);
    for (std::size_t m = 0; m < markers.size(); ++m) {
        const bool shoots = markers[m].name == "fire" && !state.out;
        if (!shoots && !events) continue;
        const double until = untilMarker(crowd, unit, clip, markers[m].phase);
        if (shoots) push(after(until), ItemKind::kShoots, m);
        if (events) push(after(until), ItemKind::kMarker, m);
    }
}

const ClipMarkers& Battle::markersOf(const Crowd& crowd, std::uint32_t unit, int clip) const {
    return markers_[static_cast<std::size_t>(crowd.modelOf(unit))][static_cast<std::size_t>(clip)];
}

// Seconds until the clip that the unit has just begun comes to this phase.
double Battle::untilMarker(const Crowd& crowd, std::uint32_t unit, int clip, double phase) const {
    const BakedClip& played = clipAt(crowd, unit, clip);
    double cycles = phase;
    if (played.loops) {
        // A loop that follows a loop goes on at its phase.
        cycles -= phasesAt(playbackOf(crowd, unit, ticksOf(time_)), 0).b * 0x1p-32;
        cycles -= std::floor(cycles);
    }
    return cycles * played.duration_s / stateAt(unit).speed;
}

// Of a loop, the same happens in its next cycle.
void Battle::again(const Crowd& crowd, const BattleItem& item) {
    const int clip = clipOf(crowd, item.who);
    const BakedClip& played = clipAt(crowd, item.who, clip);
    if (played.loops && item.version == soldiers_[item.who].version)
        queue_.push(after(played.duration_s / stateAt(item.who).speed), item);
}

double Battle::headingOf(const Crowd& crowd, std::uint32_t unit) const {
    return static_cast<double>(crowd.stateOf(unit, ticksOf(time_)).placement.w);
}

// To its target, else as its company.
double Battle::wantedFacing(const Crowd& crowd, std::uint32_t unit) const {
    const Soldier& soldier = soldiers_[unit];
    if (soldier.target != kNone) {
        const glm::dvec2 to = placeOf(crowd, soldier.target) - placeOf(crowd, unit);
        if (glm::length(to) > 0.0) return std::atan2(to.x, to.y);
    }
    return companies_[soldier.company].facing_rad;
}

double Battle::turnTime_s(const Crowd& crowd, std::uint32_t unit, double facing_rad) const {
    const double turn = std::remainder(facing_rad - headingOf(crowd, unit), 2.0 * std::numbers::pi);
    return std::abs(turn) / kTurns_rad_s;
}

void Battle::stand(Crowd& crowd, std::uint32_t unit, int clip, double facing_rad, double fade_s) {
    UnitTravel travel;
    travel.clip = clip;
    travel.rate = layout::rateOf(stateAt(unit).speed / (clipAt(crowd, unit, clip).duration_s * PH_TICKS_PER_SECOND));
    travel.fade = ticksFromSeconds(std::max(fade_s, turnTime_s(crowd, unit, facing_rad)));
    travel.facing_rad = facing_rad;
    crowd.travel(unit, travel, ticksOf(time_));
}

// Where the state's move leads.
void Battle::route(Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = soldiers_[unit];
    Fighting& company = companies_[soldier.company];
    switch (stateAt(unit).move) {
        case Move::kNone:
        case Move::kToPlace:
            soldier.goal = slotOf(unit);
            return;
        case Move::kToRear: {
            std::vector<std::uint32_t>& file = company.files[soldier.file];
            const double lane = rankPlace_m(company.place, soldier.file, 0, spacing_m_).x - 0.5 * spacing_m_;
            const glm::dvec2 from = turned(placeOf(crowd, unit) - company.front_m, -company.facing_rad);
            leaveFile(unit);
            soldier.rank = static_cast<std::uint16_t>(file.size());
            file.push_back(unit);
            soldier.goal = slotOf(unit);
            if (file.size() == 1) return;
            const double rear = turned(soldier.goal - company.front_m, -company.facing_rad).y;
            soldier.via = {company.front_m + turned({lane, rear + 0.3}, company.facing_rad),
                           company.front_m + turned({lane, from.y - 0.4}, company.facing_rad)};
            soldier.vias = 2;
            return;
        }
        case Move::kAway: {
            const double aside = (chanceOf(unit, kOfWay) - 0.5) * 0.8;
            const double far = kFleesBy_m * (0.8 + 0.4 * chanceOf(unit, kOfWay + 64));
            soldier.goal = placeOf(crowd, unit) - turned({0.0, far}, company.facing_rad + aside);
            return;
        }
    }
}

BattleTime Battle::arrival(const Crowd& crowd, std::uint32_t unit) const {
    const Soldier& soldier = soldiers_[unit];
    const glm::dvec2 to = soldier.vias > 0 ? glm::dvec2(soldier.via.at(soldier.vias - 1U)) : soldier.goal;
    const double seconds = glm::length(to - placeOf(crowd, unit)) / speedOf(crowd, unit);
    return after(soldier.vias > 0 ? seconds : seconds - kStopsWithin_s);
}

// On to the next place of its way.
void Battle::setOff(Crowd& crowd, std::uint32_t unit, double fade_s) {
    Soldier& soldier = soldiers_[unit];
    const glm::dvec2 to = soldier.vias > 0 ? glm::dvec2(soldier.via.at(soldier.vias - 1U)) : soldier.goal;
    const glm::dvec2 way = to - placeOf(crowd, unit);
    ++soldier.leg;
    soldier.moves = true;
    if (glm::length(way) > kNearEnough_m) {
        const int clip = clipOf(crowd, unit);
        const BakedClip& played = clipAt(crowd, unit, clip);
        const double scale = std::bit_cast<float>(crowd.unit(unit).look.y);
        UnitTravel travel;
        travel.clip = clip;
        travel.rate = layout::rateOf(stateAt(unit).speed / (played.duration_s * PH_TICKS_PER_SECOND * scale));
        travel.stride_m = {0.0, played.stride_speed * played.duration_s};
        travel.facing_rad = std::atan2(way.x, way.y);
        travel.fade = ticksFromSeconds(std::max(fade_s, turnTime_s(crowd, unit, *travel.facing_rad)));
        crowd.travel(unit, travel, ticksOf(time_));
    }
    queue_.push(arrival(crowd, unit), {.who = unit, .kind = ItemKind::kArrived, .version = soldier.leg});
}

void Battle::arrive(Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = soldiers_[unit];
    if (soldier.vias > 0) {
        --soldier.vias;
        return setOff(crowd, unit, kCornerFade_s);
    }
    // It began slowly, or its place has moved.
    if (stateAt(unit).move == Move::kToPlace) soldier.goal = slotOf(unit);
    if (glm::length(soldier.goal - placeOf(crowd, unit)) > 2.0 * kNearEnough_m)
        return setOff(crowd, unit, kCornerFade_s);
    soldier.moves = false;
    take(crowd, unit, Trigger::kArrived);
}

void Battle::leaveFile(std::uint32_t unit) {
    const Soldier& soldier = soldiers_[unit];
    std::vector<std::uint32_t>& file = companies_[soldier.company].files[soldier.file];
    file.erase(file.begin() + soldier.rank);
    for (std::size_t r = soldier.rank; r < file.size(); ++r) {
        soldiers_[file[r]].rank = static_cast<std::uint16_t>(r);
        const double delay = kReaction_s * chanceOf(file[r], kOfDelay) + kStepUp_s * static_cast<double>(r - soldier.rank);
        queue_.push(after(delay), {.who = file[r], .kind = ItemKind::kPlace, .version = kAnyVersion});
    }
}

// The file closes up; neighbours and those who aimed at it notice.
void Battle::setOut(std::uint32_t unit) {
    const Soldier& soldier = soldiers_[unit];
    Fighting& company = companies_[soldier.company];
    const auto notice = [&](std::uint32_t who) {
        queue_.push(after(0.05 + kReaction_s * chanceOf(who, kOfDelay)),
                    {.who = who, .kind = ItemKind::kNeighbour, .version = kAnyVersion, .other = unit});
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
            queue_.push(after(0.1 + kReaction_s * chanceOf(who, kOfDelay)),
                        {.who = who, .kind = ItemKind::kTarget, .version = kAnyVersion, .other = unit});
        }
    }
    if (--company.left < graph_.break_share * company.place.count) breakUp(soldier.company);
}

void Battle::setTarget(std::uint32_t unit, std::uint32_t target) {
    Soldier& soldier = soldiers_[unit];
    if (soldier.target != kNone) {
        if (const auto aimed = aimed_at_.find(soldier.target); aimed != aimed_at_.end()) {
            std::erase(aimed->second, unit);
            if (aimed->second.empty()) aimed_at_.erase(aimed);
        }
    }
    soldier.target = target;
    if (target != kNone) aimed_at_[target].push_back(unit);
}

// One in front of the nearest enemies, more or less opposite.
std::uint32_t Battle::chooseTarget(const Crowd& crowd, std::uint32_t unit) const {
    const std::uint32_t company = soldiers_[unit].company;
    std::uint32_t enemy = companies_[company].enemy;
    if (enemy == kNone || companies_[enemy].left == 0) enemy = nearestEnemy(company).company;
    if (enemy == kNone) return kNone;
    const Fighting& there = companies_[enemy];
    const glm::dvec2 seen = turned(placeOf(crowd, unit) - frontOf(there), -there.facing_rad);
    const int files = static_cast<int>(there.files.size());
    const double opposite = (files - 1) * 0.5 - seen.x / spacing_m_ + 5.0 * (chanceOf(unit, kOfFile) - 0.5);
    const int middle = std::clamp(static_cast<int>(std::lround(opposite)), 0, files - 1);
    for (int away = 0; away < files; ++away) {
        for (const int file : {middle - away, middle + away}) {
            if (file < 0 || file >= files) continue;
            const std::vector<std::uint32_t>& men = there.files[static_cast<std::size_t>(file)];
            if (men.empty()) continue;
            const bool second = men.size() > 1 && chanceOf(unit, kOfRank) < 0.25;
            return men[second ? 1 : 0];
        }
    }
    return kNone;
}

void Battle::shoot(Crowd& crowd, std::uint32_t unit) {
    Soldier& soldier = soldiers_[unit];
    if (soldier.target == kNone || stateAt(soldier.target).out) setTarget(unit, chooseTarget(crowd, unit));
    ++work_.rounds;
    if (soldier.target == kNone) return;
    const double distance = glm::length(placeOf(crowd, soldier.target) - placeOf(crowd, unit));
    const Musket& musket = graph_.musket;
    constexpr double kNear_m = 10.0;
    const double share = std::clamp((distance - kNear_m) / (musket.range_m - kNear_m), 0.0, 1.0);
    const bool hits = chanceOf(unit, kOfHit) < glm::mix(musket.hit_near, musket.hit_far, share);
    if (listener_) {
        BattleNews news{seconds(), BattleNews::What::kShoots, unit, soldier.state};
        news.target = soldier.target;
        news.hits = hits;
        listener_(news);
    }
    if (!hits) return;
    ++work_.hits;
    queue_.push(after(distance / musket.speed_m_s),
                {.who = soldier.target, .kind = ItemKind::kHit, .version = kAnyVersion, .other = unit});
}

}  // namespace phalanx
