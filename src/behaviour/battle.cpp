#include "behaviour/battle.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr double kFirstOrder_s = 1.0;
constexpr double kFirstLine_s = 0.3;  // from line to line

}  // namespace

Battle::Battle(BehaviourGraph graph, std::vector<std::vector<ClipMarkers>> markers, Crowd& crowd, Ticks now)
    : graph_(std::move(graph)),
      markers_(std::move(markers)),
      soldiers_(crowd.size()),
      counts_(graph_.states.size(), 0),
      seed_(crowd.settings().seed),
      spacing_m_(crowd.spacing_m()),
      layout_(crowd.layoutVersion()),
      began_(now),
      now_(now) {
    assert(crowd.settings().formation == Formation::kBattle );
    for (const CrowdModel& model : crowd.models()) {
        std::vector<ClipUse>& uses = uses_.emplace_back();
        for (const BehaviourState& state : graph_.states) {
            ClipUse& use = uses.emplace_back();
            for (const std::string& name : state.clips) {
                const auto found = std::ranges::find(model.clips, name, &BakedClip::name);
                assert(found != model.clips.end());
                use.clips.push_back(static_cast<int>(found - model.clips.begin()));
            }
        }
    }
    for (const BehaviourState& state : graph_.states) {
        if (state.move != Move::kToPlace) continue;
        const auto& clips = crowd.models().front().clips;
        const auto clip = std::ranges::find(clips, state.clips.front(), &BakedClip::name);
        march_m_s_ = clip->stride_speed * state.speed;
        break;
    }
    for (const Company& place :
         hostCompanies(crowd.size(), spacing_m_, glm::radians(crowd.settings().facing_deg))) {
        const auto number = static_cast<std::uint32_t>(companies_.size());
        Fighting& company = companies_.emplace_back();
        company.place = place;
        company.left = place.count;
        company.from_m = company.front_m = place.front_m;
        company.facing_rad = place.facing_rad;
        company.files.resize(place.files);
        for (std::uint32_t c = 0; c < number; ++c) {
            const Company& other = companies_[c].place;
            if (other.host != place.host || other.column != place.column || other.line + 1 != place.line) continue;
            company.ahead = c;
            companies_[c].behind = number;
        }
        for (std::uint32_t i = 0; i < place.count; ++i) {
            Soldier& soldier = soldiers_[place.first + i];
            soldier.company = number;
            soldier.file = static_cast<std::uint16_t>(i % place.files);
            soldier.rank = static_cast<std::uint16_t>(i / place.files);
            company.files[soldier.file].push_back(place.first + i);
        }
    }
    for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
        Soldier& soldier = soldiers_[unit];
        const glm::dvec2 aside = placeOf(crowd, unit) - slotOf(unit);
        soldier.aside = turned(aside, -companies_[soldier.company].facing_rad);
        soldier.state = static_cast<std::uint16_t>(graph_.start);
        ++counts_[soldier.state];
        UnitTravel stands;
        stands.clip = clipOf(crowd, unit);
        const BakedClip& clip = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))]
                                    .clips[static_cast<std::size_t>(stands.clip)];
        stands.rate = layout::rateOf(stateAt(unit).speed / (clip.duration_s * PH_TICKS_PER_SECOND));
        stands.phase = static_cast<std::uint32_t>(hashOf(seed_, unit, RandomStream::kBattle));
        crowd.travel(unit, stands, now);
        expect(crowd, unit, stands.clip, false);
    }
    findOpen();
    for (std::uint32_t c = 0; c < companies_.size(); ++c)
        queue_.push(after(kFirstOrder_s + kFirstLine_s * companies_[c].place.line + kFirstOrder_s * chanceOf(c, 0)), {.who = c, .kind = ItemKind::kSeek, .version = kAnyVersion});
}

double Battle::chanceOf(std::uint32_t who, std::uint64_t what) const {
    const std::uint64_t bits =
        mixBits(hashOf(seed_, who, RandomStream::kBattle) ^ mixBits(static_cast<std::uint64_t>(time_) * 1024U + what));
    return static_cast<double>(bits >> 11U) * 0x1p-53;
}

BattleTime Battle::after(double seconds) const {
    return time_ + std::max<BattleTime>(1, std::llround(seconds * PH_TICKS_PER_SECOND / kBattleTick));
}

void Battle::advance(Crowd& crowd, Ticks now, const Before& before, const Listener& listener) {
    passed_ += static_cast<std::int64_t>(now - now_);
    now_ = now;
    const BattleTime until = passed_ / kBattleTick;
    listener_ = listener;
    while (queue_.next() <= until) {
        time_ = queue_.next();
        if (before) before(ticksOf(time_));
        const std::vector<BattleItem> items = queue_.take();
        work_.items += items.size();
        for (const BattleItem& item : items) happen(crowd, item);
    }
    time_ = until;
    listener_ = {};
}

void Battle::happen(Crowd& crowd, const BattleItem& item) {
    if (item.kind == ItemKind::kContact) return lookForEnemies(crowd, item.who);
    if (item.kind == ItemKind::kHalt) return haltBehind(crowd, item.who);
    if (item.kind == ItemKind::kThere) {
        if (companies_[item.who].motion == item.version) reach(item.who);
        return;
    }
    if (item.kind == ItemKind::kSeek) return seek(item.who);
    const Soldier& soldier = soldiers_[item.who];
    const bool valid = item.version == kAnyVersion ||
                       item.version == (item.kind == ItemKind::kArrived ? soldier.leg : soldier.version);
    if (!valid) return;
    switch (item.kind) {
        case ItemKind::kOrder:
            take(crowd, item.who, Trigger::kOrder);
            return;
        case ItemKind::kPlace:
            if (isElsewhere(crowd, item.who)) take(crowd, item.who, Trigger::kPlace);
            return;
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
            take(crowd, item.who, Trigger::kShot);
            return;
        case ItemKind::kNeighbour:
            take(crowd, item.who, Trigger::kNeighbourFalls);
            return;
        case ItemKind::kTarget:
            if (soldier.target == item.other) take(crowd, item.who, Trigger::kTargetFalls);
            return;
        case ItemKind::kContact:
        case ItemKind::kHalt:
        case ItemKind::kThere:
        case ItemKind::kSeek:
            return;
    }
}

Battle::CompanyStatus Battle::statusOf(std::uint32_t company) const {
    const Fighting& c = companies_[company];
    return {c.place, c.order, frontOf(c), c.facing_rad, c.left, static_cast<std::uint32_t>(c.files.size()), c.broken};
}

int Battle::winner() const {
    std::array<bool, kHosts> left{};
    for (const Fighting& company : companies_) left.at(company.place.host) = left.at(company.place.host) || !company.broken;
    if (left[0] == left[1]) return -1;
    return left[0] ? 0 : 1;
}

}  // namespace phalanx
