// Units that fall, lie, and stand where they got up: they do not move (PH_FADE_STRIDE with a stride of 0),
// and what they were is kept.
#include <algorithm>
#include <cassert>
#include <utility>

#include "crowd/crowd.h"
#include "crowd/crowd_state.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

constexpr double kFade_s = 0.15;  // from what a unit did to its falling clip
constexpr std::uint32_t kStandsStill = PH_FADE_STRIDE << PH_FADE_MODE_SHIFT;

// UnitInstance::playback.z and w.
std::uint32_t rateOf(const BakedClip& clip) {
    return static_cast<std::uint32_t>(0x1p32 / (std::max(clip.duration_s, 1e-3) * PH_TICKS_PER_SECOND));
}

}  // namespace

void Crowd::beginFall(std::uint32_t unit) {
    Aside& aside = aside_.try_emplace(unit, Aside{this->unit(unit), {}, true}).first->second;
    if (std::exchange(aside.stands, false)) ++fallen_count_;
}

void Crowd::showOwnFrame(std::uint32_t unit, std::uint32_t slot, const glm::vec4& placement, OwnFrame how,
                         Ticks now) {
    const CrowdModel& model = models_[static_cast<std::size_t>(modelOf(unit))];
    assert(slot < model.own_frames.count);
    beginFall(unit);
    UnitInstance& u = at(unit);
    const auto clip = static_cast<std::uint32_t>(model.clips.size()) + static_cast<std::uint32_t>(how);
    u.placement = placement;
    u.playback = {now, clip | clip << 16U, 0U, 0U};
    u.fade = {model.own_frames.phaseOf(slot), 0U, now, kStandsStill | PH_FLAG_IN_STEP};
    u.look.w = 0U;
    beginTravel(unit, now);
    markDirty(unit);
}

void Crowd::fallByClip(std::uint32_t unit, int clip, Ticks now) {
    assert(!clipOf(unit, clip).loops);
    const layout::UnitState state = levelState(unit, now);
    const Snapshot before = snapshotOf(unit, schedule(now));
    beginFall(unit);
    UnitInstance& u = at(unit);
    const bool shows_b = before.showsB();
    const auto falling = static_cast<std::uint32_t>(clip);
    const auto shown = shows_b ? u.playback.y >> 16U : u.playback.y & 0xFFFFU;
    u.placement = state.placement;
    u.playback = {now, shown | falling << 16U, shows_b ? u.playback.w : u.playback.z,
                  rateOf(clipOf(unit, clip))};
    u.fade = {before.shownPhase(), 0U, now, kStandsStill | ticksFromSeconds(kFade_s)};
    u.look.w = 0U;
    beginTravel(unit, now);
    markDirty(unit);
}

bool Crowd::showsOwnFrame(std::uint32_t unit) const {
    return (this->unit(unit).playback.y & 0xFFFFU) >=
           models_[static_cast<std::size_t>(modelOf(unit))].clips.size();
}

void Crowd::willStand(std::uint32_t unit, const glm::vec4& placement, int clip, Ticks begins) {
    Aside& aside = aside_.at(unit);
    UnitInstance u = aside.before;
    const auto played = static_cast<std::uint32_t>(clip);
    const std::uint32_t rate = rateOf(clipOf(unit, clip));
    u.placement = placement;
    u.playback = {begins, played | played << 16U, rate, rate};
    u.fade = {0U, 0U, begins, kStandsStill | PH_FLAG_IN_STEP};
    u.look.w = 0U;
    aside.standing = u;
}

void Crowd::goOn(std::uint32_t unit, Ticks now) {
    Aside& aside = aside_.at(unit);
    if (!aside.standing) return rise(unit, now);
    UnitInstance& u = at(unit);
    const glm::uvec4 look = u.look;
    u = *aside.standing;
    u.look.x = look.x;  // the tint, and the row of morph weights, of now
    u.look.z = look.z;
    if (!std::exchange(aside.stands, true)) --fallen_count_;
    beginTravel(unit, now);
    markDirty(unit);
}

const UnitInstance& Crowd::unitBeforeFall(std::uint32_t unit) const {
    const auto aside = aside_.find(unit);
    return aside == aside_.end() ? this->unit(unit) : aside->second.before;
}

const UnitInstance& Crowd::unitGoingOn(std::uint32_t unit) const {
    const auto aside = aside_.find(unit);
    if (aside == aside_.end() || aside->second.stands) return this->unit(unit);
    return aside->second.standing ? *aside->second.standing : aside->second.before;
}

layout::UnitState Crowd::stateGoingOn(std::uint32_t unit, Ticks now) const {
    layout::UnitState state = levelStateOf(unitGoingOn(unit), modelOf(unit), now);
    standOn(terrain_.get(), state.placement);
    return state;
}

std::vector<std::uint32_t> Crowd::fallenUnits() const {
    std::vector<std::uint32_t> units;
    for (const auto& [unit, aside] : aside_) {
        if (!aside.stands) units.push_back(unit);
    }
    return units;
}

std::vector<std::uint32_t> Crowd::asideUnits() const {
    std::vector<std::uint32_t> units;
    for (const auto& [unit, aside] : aside_) units.push_back(unit);
    return units;
}

void Crowd::rise(std::uint32_t unit, Ticks now) {
    const auto aside = aside_.extract(unit);
    if (aside.empty()) return;
    if (!aside.mapped().stands) --fallen_count_;
    UnitInstance& u = at(unit);
    const glm::uvec4 look = u.look;
    u = aside.mapped().before;
    u.look.x = look.x;  // the tint, and the row of morph weights, of now
    u.look.z = look.z;
    // What it should do may have changed meanwhile.
    if (!travels(unit)) {
        if (const auto end = change(unit, snapshotOf(unit, schedule(now)), now, 0)) addPending({*end});
    }
    markDirty(unit);
}

}  // namespace phalanx
