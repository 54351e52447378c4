// Playback of units: converts settings and edits to the integers of playback.h, at the start and at every
// change.
//
// A change rebases a unit: its start becomes `now`, and its phases and its distance along the path are set so
// that the formulas of playback.h give the same results as before. So nothing jumps, and errors do not
// accumulate, however often a slider is dragged.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "crowd/clip_names.h"
#include "crowd/crowd.h"
#include "crowd/crowd_state.h"

namespace phalanx {
namespace {

constexpr Ticks kSmallestFade = 35;  // playback.h: a multiple of 35
// For clips in step, playback.h requires a difference of rates below 1/256 cycle per tick: 16 cycles per
// second.
constexpr std::uint32_t kStepRateLimit = 1U << 24U;

// Cycles per tick * 2^32. A clip without length does not advance.
std::uint32_t rateOf(const BakedClip& clip, double speed) {
    if (clip.duration_s <= 0.0) return 0;
    return layout::rateOf(speed / (clip.duration_s * PH_TICKS_PER_SECOND));
}

// x in 0..1 with smooth01(x) == w.
double inverseSmooth(double w) {
    return 0.5 - std::sin(std::asin(1.0 - 2.0 * std::clamp(w, 0.0, 1.0)) / 3.0);
}

std::uint32_t heldFade(double weight) {
    const auto value = static_cast<std::uint32_t>(std::lround(weight * PH_FADE_VALUE_MAX));
    return PH_FADE_CONSTANT << PH_FADE_MODE_SHIFT | std::min(value, PH_FADE_VALUE_MAX);
}

}  // namespace

Crowd::Plan Crowd::planOf(std::uint32_t unit) const {
    const UnitEdit* edit = findEdit(edits_, unit);
    const ClipChoice clips =
        edit != nullptr && edit->clips ? *edit->clips : choices_[static_cast<std::size_t>(modelOf(unit))];
    Plan plan;
    plan.clip_a = clips.a;
    plan.clip_b = clips.b;
    const bool held = edit != nullptr && edit->blend;
    plan.periodic = settings_.crossfade_s > 0.0 && !held && clips.a != clips.b;
    plan.weight = held ? *edit->blend : settings_.crossfade_s > 0.0 ? 0.0 : settings_.blend;
    plan.speed = settings_.speed;
    if (settings_.speed_spread > 0.0) {
        const double share =
            1.0 + settings_.speed_spread * hashNormal(settings_.seed, unit, RandomStream::kSpeed);
        plan.speed *= std::max(0.1, share);
    }
    if (edit != nullptr && edit->speed) plan.speed = *edit->speed;
    plan.offset = phalanx::offsetOf(settings_, edit, unit);
    return plan;
}

Crowd::Snapshot Crowd::snapshotOf(std::uint32_t unit, const layout::Schedule& moment) const {
    const UnitInstance& u = this->unit(unit);
    const auto& table = clip_tables_[static_cast<std::size_t>(modelOf(unit))];
    Snapshot s;
    s.clip_a = static_cast<int>(u.playback.y & 0xFFFFU);
    s.clip_b = static_cast<int>(u.playback.y >> 16U);
    s.phases = layout::unitPhases(u, table[static_cast<std::size_t>(s.clip_a)],
                                  table[static_cast<std::size_t>(s.clip_b)], moment);
    s.mode = u.fade.w >> PH_FADE_MODE_SHIFT;
    s.fade_start = u.fade.z;
    s.fade_value = u.fade.w & PH_FADE_VALUE_MAX;
    s.offset = phalanx::offsetOf(settings_, findEdit(edits_, unit), unit);
    return s;
}

const BakedClip& Crowd::clipOf(std::uint32_t unit, int clip) const {
    return models_[static_cast<std::size_t>(modelOf(unit))].clips[static_cast<std::size_t>(clip)];
}

// Whether both clips are assumed to be cycles of two steps that start with the same foot: both loop, and they
// are equal, both have a stride, or both are gaits by their names.
bool Crowd::goInStep(int model, int clip_a, int clip_b) const {
    const auto m = static_cast<std::size_t>(model);
    const auto a = static_cast<std::size_t>(clip_a);
    const auto b = static_cast<std::size_t>(clip_b);
    const auto& clips = models_[m].clips;
    if (!clips[a].loops || !clips[b].loops) return false;
    return a == b || (clips[a].stride_speed > 0.0 && clips[b].stride_speed > 0.0) ||
           (gaits_[m][a] && gaits_[m][b]);
}

// One-shots start later by a random part of offset_spread times their length.
Ticks Crowd::delayOf(std::uint32_t unit, int clip, double speed) const {
    const BakedClip& c = clipOf(unit, clip);
    if (c.loops || speed == 0.0) return 0;
    const double share = settings_.offset_spread * hashUnit(settings_.seed, unit, RandomStream::kOffset);
    return ticksFromSeconds(std::min(share * c.duration_s / std::abs(speed), 600.0));
}

// Ticks since the start of this unit's cycle of the periodic crossfade.
Ticks Crowd::cycleTime(std::uint32_t unit, Ticks now) const {
    const auto period = static_cast<std::int64_t>(period_);
    std::int64_t t = static_cast<std::int32_t>(now - fade_origin_);
    if (settings_.crossfade_spread > 0.0) {
        t += std::llround(settings_.crossfade_spread *
                          hashUnit(settings_.seed, unit, RandomStream::kCrossfade) *
                          static_cast<double>(period_));
    }
    return static_cast<Ticks>((t % period + period) % period);
}

// Sets everything except the bases of the phases and of the distance. The playback of marching units is
// divided by their scale: since larger units have longer strides, all units then move at the same speed.
void Crowd::setMotion(std::uint32_t unit, const Motion& m, Ticks start) {
    UnitInstance& u = at(unit);
    const BakedClip& a = clipOf(unit, m.clip_a);
    const BakedClip& b = clipOf(unit, m.clip_b);
    const bool march = marches() && (a.stride_speed > 0.0 || b.stride_speed > 0.0);
    const double scale = std::bit_cast<float>(u.look.y);
    const bool gaits = goInStep(modelOf(unit), m.clip_a, m.clip_b);
    const auto rate = [&](const BakedClip& clip) {
        const bool slowed = march && (clip.stride_speed > 0.0 || gaits);
        return rateOf(clip, slowed ? m.speed / scale : m.speed);
    };
    u.playback = {start, static_cast<std::uint32_t>(m.clip_a) | static_cast<std::uint32_t>(m.clip_b) << 16U,
                  rate(a), rate(b)};
    const bool in_step =
        gaits && std::max(layout::rateSize(u.playback.z), layout::rateSize(u.playback.w)) < kStepRateLimit;

    // Marching units face the direction of movement, without jitter.
    const bool marched = (u.fade.w & PH_FLAG_MARCH) != 0U;
    if (march != marched) {
        const double jitter = settings_.heading_jitter_deg *
                              (2.0 * hashUnit(settings_.seed, unit, RandomStream::kHeading) - 1.0);
        u.placement.w += static_cast<float>(glm::radians(march ? -jitter : jitter));
    }
    u.fade = {0U, 0U, m.fade_start, m.fade | (in_step ? PH_FLAG_IN_STEP : 0U) | (march ? PH_FLAG_MARCH : 0U)};
    u.look.w = 0U;
}

// Sets the bases so that the unit has these phases and this distance along the path at its start.
void Crowd::setPhases(std::uint32_t unit, std::uint32_t a, std::uint32_t b, std::uint32_t way) {
    UnitInstance& u = at(unit);
    const auto& table = clip_tables_[static_cast<std::size_t>(modelOf(unit))];
    const glm::uvec4 clip_a = table[u.playback.y & 0xFFFFU];
    const glm::uvec4 clip_b = table[u.playback.y >> 16U];
    const std::uint32_t mode = u.fade.w >> PH_FADE_MODE_SHIFT;
    const bool periodic = mode == PH_FADE_PERIODIC;
    layout::clearStart(u, clip_a, clip_b);
    layout::UnitPhases cleared{};
    cleared.a = u.fade.x;
    cleared.b = u.fade.y;
    // Without a crossfade in progress these are the phases at the start; a new layout skips the computation.
    if (mode == PH_FADE_EVENT || (periodic && u.fade.z != 0U))
        cleared = layout::unitPhases(u, clip_a, clip_b, schedule(u.playback.x));
    layout::UnitPhases wanted{};
    wanted.a = a;
    wanted.b = b;
    wanted.way = way;
    layout::setStart(u, clip_a, clip_b, wanted, cleared);
}

// The phase at which a clip continues or starts in the plan.
std::uint32_t Crowd::phaseFor(std::uint32_t unit, int clip, const Snapshot& before, const Plan& plan) const {
    const bool loops = clipOf(unit, clip).loops;
    const std::uint32_t shift = loops ? wrappedCycles(plan.offset - before.offset) : 0U;
    if (clip == before.shown()) return before.shownPhase() + shift;
    if (clip == before.clip_a) return before.phases.a + shift;
    if (clip == before.clip_b) return before.phases.b + shift;
    if (!loops) return plan.speed < 0.0 ? 0xFFFFFFFFU : 0U;
    if (before.shown() >= 0 && goInStep(modelOf(unit), clip, before.shown()))
        return before.shownPhase() + shift;
    return wrappedCycles(plan.offset);
}

// Plays the plan from now on, without a crossfade.
void Crowd::follow(std::uint32_t unit, const Snapshot& before, const Plan& plan, Ticks now) {
    if (travels(unit)) return;
    Motion motion{plan.clip_a, plan.clip_b, plan.speed, heldFade(plan.weight), 0U};
    if (plan.periodic) {
        motion.fade = PH_FADE_PERIODIC << PH_FADE_MODE_SHIFT;
        motion.fade_start = cycleTime(unit, now);
    }
    setMotion(unit, motion, now);
    setPhases(unit, phaseFor(unit, plan.clip_a, before, plan), phaseFor(unit, plan.clip_b, before, plan),
              before.phases.way);
}

// Starts a unit of a new layout: loops started at the epoch, one-shots start now.
void Crowd::begin(std::uint32_t unit, Ticks now) {
    const Plan plan = planOf(unit);
    const bool loops_a = clipOf(unit, plan.clip_a).loops;
    const bool loops_b = clipOf(unit, plan.clip_b).loops;
    Ticks start = epoch_;
    if (!plan.periodic && !(loops_a && loops_b)) {
        start = now + delayOf(unit, loops_a ? plan.clip_b : plan.clip_a, plan.speed);
    }
    Motion motion{plan.clip_a, plan.clip_b, plan.speed, heldFade(plan.weight), 0U};
    if (plan.periodic) {
        motion.fade = PH_FADE_PERIODIC << PH_FADE_MODE_SHIFT;
        motion.fade_start = cycleTime(unit, start);
    }
    setMotion(unit, motion, start);
    const UnitInstance& u = at(unit);
    const std::uint32_t offset = wrappedCycles(plan.offset);
    const std::uint32_t since_epoch = start - epoch_;
    setPhases(unit, loops_a ? offset + u.playback.z * since_epoch : layout::oneShotOrigin(u.playback.z),
              loops_b ? offset + u.playback.w * since_epoch : layout::oneShotOrigin(u.playback.w), 0U);
}

// Changes a unit from its previous state to the plan. If a crossfade starts, returns its end.
std::optional<Crowd::Pending> Crowd::change(std::uint32_t unit, const Snapshot& before, Ticks now,
                                            Ticks fade) {
    if (travels(unit)) return std::nullopt;
    const Plan plan = planOf(unit);
    const bool event = before.mode == PH_FADE_EVENT && before.clip_a >= 0;
    if (!event && before.clip_a == plan.clip_a && before.clip_b == plan.clip_b) {
        follow(unit, before, plan, now);
        return std::nullopt;
    }
    // The clip that is played after a crossfade that ends at `end`, and the time from which it is played
    // alone.
    const auto targetAt = [&](Ticks end) -> std::pair<int, Ticks> {
        if (!plan.periodic) return {plan.weight >= 0.5 ? plan.clip_b : plan.clip_a, end};
        const Ticks half = period_ / 2;
        const Ticks hold = half - fade_length_;
        const Ticks t = cycleTime(unit, end);
        if (t < hold) return {plan.clip_a, end};
        if (t < half) return {plan.clip_b, end + (half - t)};
        if (t < half + hold) return {plan.clip_b, end};
        return {plan.clip_a, end + (period_ - t)};
    };
    if (event && before.clip_b == targetAt(before.fade_start + before.fade_value).first) {
        // The crossfade in progress continues.
        setMotion(unit,
                  {before.clip_a, before.clip_b, plan.speed,
                   PH_FADE_EVENT << PH_FADE_MODE_SHIFT | before.fade_value, before.fade_start},
                  now);
        setPhases(unit, phaseFor(unit, before.clip_a, before, plan),
                  phaseFor(unit, before.clip_b, before, plan), before.phases.way);
        return Pending{targetAt(std::max(before.fade_start + before.fade_value, now)).second, unit};
    }
    if (fade == 0 || before.shown() < 0) {
        follow(unit, before, plan, now);
        return std::nullopt;
    }
    // The delay depends on the target clip, and the target on the delay. The target without delay determines
    // the delay.
    const Ticks delay = delayOf(unit, targetAt(now + fade).first, plan.speed);
    const auto [target, end] = targetAt(now + delay + fade);
    setMotion(unit,
              {before.shown(), target, plan.speed,
               PH_FADE_EVENT << PH_FADE_MODE_SHIFT | std::min(fade, PH_FADE_VALUE_MAX), now + delay},
              now);
    setPhases(unit, before.shownPhase(), phaseFor(unit, target, before, plan), before.phases.way);
    return Pending{end, unit};
}

// Sets the length and start of the crossfade's cycle. The fraction of the current hold or crossfade that has
// passed is kept, and if `blend` was held before, its weight increases from that value.
void Crowd::setSchedule(const CrowdSettings& before, Ticks now) {
    const Ticks old_half = period_ / 2;
    const Ticks old_hold = old_half - fade_length_;
    const Ticks old_t =
        static_cast<Ticks>((static_cast<std::int64_t>(static_cast<std::int32_t>(now - fade_origin_)) %
                                static_cast<std::int64_t>(period_) +
                            period_) %
                           period_);
    const Ticks old_fade = fade_length_;
    const bool was_periodic = before.crossfade_s > 0.0 && old_fade > 0;
    if (settings_.crossfade_s <= 0.0) return;

    const auto fades =
        static_cast<Ticks>(std::lround(settings_.crossfade_s * PH_TICKS_PER_SECOND / kSmallestFade));
    fade_length_ = std::max(1U, fades) * kSmallestFade;
    const Ticks hold = ticksFromSeconds(settings_.hold_s);
    const Ticks half = hold + fade_length_;
    period_ = 2 * half;

    double t = 0.0;
    if (!was_periodic) {
        t = old_fade == 0 || before.blend <= 0.0 ? 0.0 : hold + inverseSmooth(before.blend) * fade_length_;
    } else {
        const bool second = old_t >= old_half;
        const double in_half = second ? old_t - old_half : old_t;
        const double moved = in_half < old_hold ? in_half / old_hold * hold
                                                : hold + (in_half - old_hold) / old_fade * fade_length_;
        t = moved + (second ? half : 0);
    }
    fade_origin_ = now - static_cast<Ticks>(std::lround(t));
}

layout::Schedule Crowd::schedule(Ticks now) const {
    return {{now, period_, fade_length_, 0U}, path_};
}

layout::UnitState Crowd::stateOf(std::uint32_t unit, Ticks now) const {
    layout::UnitState state = levelState(unit, now);
    standOn(terrain_.get(), state.placement);
    return state;
}

// As if the ground were flat: what is written to units.
layout::UnitState Crowd::levelState(std::uint32_t unit, Ticks now) const {
    return levelStateOf(this->unit(unit), modelOf(unit), now);
}

layout::UnitState Crowd::levelStateOf(const UnitInstance& instance, int model, Ticks now) const {
    const auto& table = clip_tables_[static_cast<std::size_t>(model)];
    const glm::uvec4& playback = instance.playback;
    return layout::unitState(instance, table[playback.y & 0xFFFFU], table[playback.y >> 16U], schedule(now));
}

}  // namespace phalanx
