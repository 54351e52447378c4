#include "behaviour/battle_field.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "crowd/hash.h"

namespace phalanx {
namespace {

constexpr double kElsewhere = 0.4;  // spacings from its place

glm::dvec2 strideOf(const BehaviourState& state, const BakedClip& clip) {
    return state.stride_m.value_or(glm::dvec2(0.0, clip.stride_speed * clip.duration_s));
}

double speedOf(const BehaviourState& state, const BakedClip& clip) {
    return glm::length(strideOf(state, clip)) / std::max(clip.duration_s, 1e-3) * state.speed;
}

}  // namespace

BattleField::BattleField(BehaviourGraph behaviour, std::vector<std::vector<ClipMarkers>> clip_markers,
                         Crowd& crowd, Ticks now)
    : graph(std::move(behaviour)),
      markers(std::move(clip_markers)),
      soldiers(crowd.size()),
      counts(graph.states.size(), 0),
      seed(crowd.settings().seed),
      spacing_m(crowd.spacing_m()),
      began(now) {
    assert(crowd.settings().formation == Formation::kBattle);
    for (std::size_t m = 0; m < crowd.models().size(); ++m) {
        const std::vector<BakedClip>& all = crowd.models()[m].clips;
        std::vector<int> used;
        for (const BehaviourState& state : graph.states) {
            if (clips.size() <= m) clips.emplace_back();
            std::vector<int>& of_state = clips[m].emplace_back();
            for (const std::string& name : state.clips) {
                const auto found = std::ranges::find(all, name, &BakedClip::name);
                assert(found != all.end());
                of_state.push_back(static_cast<int>(found - all.begin()));
            }
            used.insert(used.end(), of_state.begin(), of_state.end());
        }
        crowd.expectClips(static_cast<int>(m), std::move(used));
    }
    // In the fastest state, as the slowest model: all keep up.
    double fastest = 0.0;
    for (std::size_t s = 0; s < graph.states.size(); ++s) {
        const BehaviourState& state = graph.states[s];
        if (state.move != Move::kToPlace) continue;
        double slowest = std::numeric_limits<double>::infinity();
        for (std::size_t m = 0; m < clips.size(); ++m) {
            const auto walk = static_cast<std::size_t>(clips[m][s].front());
            slowest = std::min(slowest, phalanx::speedOf(state, crowd.models()[m].clips[walk]));
        }
        fastest = std::max(fastest, slowest);
    }
    if (fastest > 0.0) march_m_s = fastest;
    std::array<std::vector<std::uint32_t>, kHosts> last;  // by column: the company that was laid out last
    for (const Company& place :
         hostCompanies(crowd.size(), spacing_m, glm::radians(crowd.settings().facing_deg))) {
        const auto number = static_cast<std::uint32_t>(companies.size());
        FightingCompany& company = companies.emplace_back();
        company.place = place;
        company.left = place.count;
        company.from_m = company.front_m = place.front_m;
        company.facing_rad = place.facing_rad;
        company.files.resize(place.files);
        std::vector<std::uint32_t>& column = last.at(place.host);
        if (column.size() <= place.column) column.resize(place.column + 1, kNoOne);
        company.ahead = std::exchange(column[place.column], number);
        if (company.ahead != kNoOne) companies[company.ahead].behind = number;
        for (std::uint32_t i = 0; i < place.count; ++i) {
            FightingSoldier& soldier = soldiers[place.first + i];
            soldier.company = number;
            soldier.file = static_cast<std::uint16_t>(i % place.files);
            soldier.rank = static_cast<std::uint16_t>(i / place.files);
            company.files[soldier.file].push_back(place.first + i);
        }
    }
    findOpen();
}

double BattleField::chanceOf(std::uint32_t who, std::uint64_t what) const {
    const std::uint64_t bits = mixBits(hashOf(seed, who, RandomStream::kBattle) ^
                                       mixBits(mixBits(static_cast<std::uint64_t>(time)) + what));
    return static_cast<double>(bits >> 11U) * 0x1p-53;
}

BattleTime BattleField::after(double seconds) const {
    return time + std::max<BattleTime>(1, std::llround(seconds * PH_TICKS_PER_SECOND / kBattleTick));
}

int BattleField::clipOf(const Crowd& crowd, std::uint32_t unit) const {
    const FightingSoldier& soldier = soldiers[unit];
    const std::vector<int>& choices = clips[static_cast<std::size_t>(crowd.modelOf(unit))][soldier.state];
    if (choices.size() == 1) return choices.front();
    const std::uint64_t bits =
        mixBits(hashOf(seed, unit, RandomStream::kBattle) ^ mixBits(soldier.version * 1024ULL + kOfClip));
    return choices[(bits >> 32U) % choices.size()];
}

glm::dvec2 BattleField::strideOf(const Crowd& crowd, std::uint32_t unit) const {
    return phalanx::strideOf(stateOf(unit), clipAt(crowd, unit, clipOf(crowd, unit)));
}

double BattleField::speedOf(const Crowd& crowd, std::uint32_t unit) const {
    return phalanx::speedOf(stateOf(unit), clipAt(crowd, unit, clipOf(crowd, unit)));
}

glm::vec4 BattleField::placementOf(const Crowd& crowd, std::uint32_t unit) const {
    const Ticks now = ticksOf(time);
    if (!crowd.anyAside() || !crowd.isAside(unit)) return crowd.stateOf(unit, now).placement;
    const UnitInstance& standing = crowd.unitBeforeFall(unit);
    const int model = crowd.modelOf(unit);
    return layout::unitState(standing, crowd.clipEntry(model, standing.playback.y & 0xFFFFU),
                             crowd.clipEntry(model, standing.playback.y >> 16U), crowd.schedule(now))
        .placement;
}

glm::dvec2 BattleField::slotOf(std::uint32_t unit) const {
    const FightingSoldier& soldier = soldiers[unit];
    const FightingCompany& company = companies[soldier.company];
    return company.front_m + turned(rankPlace_m(company.place, soldier.file, soldier.rank, spacing_m) +
                                        glm::dvec2(soldier.aside),
                                    company.facing_rad);
}

bool BattleField::isElsewhere(const Crowd& crowd, std::uint32_t unit) const {
    return glm::length(slotOf(unit) - placeOf(crowd, unit)) > kElsewhere * spacing_m;
}

glm::dvec2 BattleField::frontOf(const FightingCompany& company) const {
    const glm::dvec2 way = company.front_m - company.from_m;
    const double length = glm::length(way);
    if (!(company.speed_m_s > 0.0) || !(length > 0.0)) return company.front_m;
    const double gone =
        static_cast<double>(time - company.began) * kBattleTick / PH_TICKS_PER_SECOND * company.speed_m_s;
    return gone >= length ? company.front_m : company.from_m + way * (gone / length);
}

bool BattleField::covered(const FightingCompany& company) const {
    if (company.stays) return false;
    for (std::uint32_t c = company.ahead; c != kNoOne; c = companies[c].ahead) {
        if (!companies[c].broken && !companies[c].stays) return true;
    }
    return false;
}

void BattleField::findOpen() {
    for (auto& of_host : open) of_host.clear();
    for (std::uint32_t c = 0; c < companies.size(); ++c) {
        if (!companies[c].broken && !covered(companies[c])) open.at(companies[c].place.host).push_back(c);
    }
}

BattleField::Near BattleField::nearestEnemy(std::uint32_t company) const {
    const FightingCompany& own = companies[company];
    const glm::dvec2 front = frontOf(own);
    Near near;
    for (const std::uint32_t c : open.at(1U - own.place.host)) {
        const FightingCompany& other = companies[c];
        const glm::dvec2 there = turned(frontOf(other) - front, -own.facing_rad);
        const double beside = std::abs(there.x) - 0.5 * (own.place.files + other.place.files) * spacing_m;
        const double distance = std::hypot(std::max(0.0, beside), there.y);
        if (near.company == kNoOne || distance < near.distance_m) near = {c, distance};
    }
    return near;
}

}  // namespace phalanx
