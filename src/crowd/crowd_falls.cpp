// Units that fall and lie: they stand still (PH_FADE_STRIDE with a stride of 0), and what they were is kept.
#include <algorithm>
#include <cassert>

#include "crowd/crowd.h"
#include "crowd/crowd_state.h"

namespace phalanx {
namespace {

constexpr double kFade_s = 0.15;  // from what a unit did to its falling clip
constexpr std::uint32_t kStandsStill = PH_FADE_STRIDE << PH_FADE_MODE_SHIFT;

}  // namespace

void Crowd::beginFall(std::uint32_t unit) {
    before_fall_.try_emplace(unit, this->unit(unit));
}

void Crowd::showOwnFrame(std::uint32_t unit, std::uint32_t slot, const glm::vec4& placement, OwnFrame how,
                         Ticks now) {
    const CrowdModel& model = models_[static_cast<std::size_t>(modelOf(unit))];
    assert(slot < model.own_frames.count);
    beginFall(unit);
    UnitInstance& u = at(unit);
    const auto clip = static_cast<std::uint32_t>(model.clips.size()) + (how == OwnFrame::kLies ? 1U : 0U);
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
    const double per_tick = 1.0 / (std::max(clipOf(unit, clip).duration_s, 1e-3) * PH_TICKS_PER_SECOND);
    u.placement = state.placement;
    u.playback = {now, shown | falling << 16U, shows_b ? u.playback.w : u.playback.z,
                  static_cast<std::uint32_t>(per_tick * 0x1p32)};
    u.fade = {before.shownPhase(), 0U, now, kStandsStill | ticksFromSeconds(kFade_s)};
    u.look.w = 0U;
    beginTravel(unit, now);
    markDirty(unit);
}

bool Crowd::showsOwnFrame(std::uint32_t unit) const {
    return (this->unit(unit).playback.y & 0xFFFFU) >=
           models_[static_cast<std::size_t>(modelOf(unit))].clips.size();
}

const UnitInstance& Crowd::unitBeforeFall(std::uint32_t unit) const {
    const auto before = before_fall_.find(unit);
    return before == before_fall_.end() ? this->unit(unit) : before->second;
}

std::vector<std::uint32_t> Crowd::fallenUnits() const {
    std::vector<std::uint32_t> units;
    for (const auto& [unit, before] : before_fall_) units.push_back(unit);
    return units;
}

void Crowd::rise(std::uint32_t unit, Ticks now) {
    const auto before = before_fall_.extract(unit);
    if (before.empty()) return;
    UnitInstance& u = at(unit);
    const glm::uvec4 look = u.look;
    u = before.mapped();
    u.look.x = look.x;  // the tint, and the row of morph weights, of now
    u.look.z = look.z;
    // What it should do may have changed meanwhile.
    if (!travels(unit)) {
        if (const auto end = change(unit, snapshotOf(unit, schedule(now)), now, 0)) addPending({*end});
    }
    markDirty(unit);
}

}  // namespace phalanx
