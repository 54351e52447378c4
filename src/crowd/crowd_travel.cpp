// Units that move by strides of their own (PH_FADE_STRIDE).
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "crowd/crowd.h"
#include "crowd/crowd_state.h"

namespace phalanx {
namespace {

// Two parts of a stride, for layout::strideOf().
std::uint32_t packedStride(const glm::dvec2& stride_m) {
    const auto part = [](double metres) {
        const double share = std::clamp(metres / static_cast<double>(PH_STRIDE_MOST), -1.0, 1.0);
        return static_cast<std::uint32_t>(static_cast<std::uint16_t>(std::lround(share * 32767.0)));
    };
    return part(stride_m.x) | part(stride_m.y) << 16U;
}

// Of the disc around units that travel, until it is measured again: metres, or a part of it.
constexpr double kMostGrowth_m = 20.0;
constexpr double kMostGrowth = 0.2;
constexpr double kLate = 4.0;                   // times that: then all units are measured at once
constexpr std::uint32_t kLeastMeasured = 2048;  // units per frame
constexpr std::uint32_t kFramesToMeasure = 64;
constexpr double kMargin_m = 1.0;  // half a unit's width

}  // namespace

bool Crowd::travels(std::uint32_t unit) const {
    return this->unit(unit).fade.w >> PH_FADE_MODE_SHIFT == PH_FADE_STRIDE;
}

double Crowd::speedOf(std::uint32_t unit) const {
    const double scale = marches() ? std::bit_cast<float>(this->unit(unit).look.y) : 1.0;
    return planOf(unit).speed / scale;
}

double Crowd::offsetOf(std::uint32_t unit) const {
    return planOf(unit).offset;
}

void Crowd::travel(std::uint32_t unit, const UnitTravel& travel, Ticks now) {
    if (auto aside = aside_.extract(unit); !aside.empty()) {
        // It lies or stands on, and will rise as it would go then.
        const UnitInstance now_shown = std::exchange(at(unit), aside.mapped().before);
        this->travel(unit, travel, now);
        aside.mapped().before = std::exchange(at(unit), now_shown);
        aside_.insert(std::move(aside));
        return;
    }
    UnitInstance& u = at(unit);
    const Snapshot before = snapshotOf(unit, schedule(now));
    const layout::UnitPhases& phases = before.phases;
    const bool march = marches();
    const bool goes_on = travels(unit);
    glm::vec4 placement = march ? u.placement : levelState(unit, now).placement;
    if (march && goes_on) placement.w += layout::turnLeft(u.fade.w, phases.weight);
    const auto facing_before = static_cast<double>(placement.w);
    if (march) {
        // Its stride is along the path, whichever way it faces.
        if (glm::length(travel.stride_m) > 0.0)
            placement.w = path_.w - static_cast<float>(std::atan2(travel.stride_m.x, travel.stride_m.y));
    } else {
        if (travel.place_m) {
            placement.x = static_cast<float>(travel.place_m->x);
            placement.z = static_cast<float>(travel.place_m->y);
        }
        if (travel.facing_rad) placement.w = static_cast<float>(*travel.facing_rad);
    }
    const double turn = facing_before - static_cast<double>(placement.w);

    const bool loops = clipOf(unit, travel.clip).loops;
    const bool in_step = loops && (!goes_on || clipOf(unit, before.shown()).loops);
    const auto clip = static_cast<std::uint32_t>(travel.clip);
    const std::uint32_t rate = layout::limitedRate(travel.rate, kMostTravelRate);
    const glm::dvec2 after_m = loops ? travel.stride_m : glm::dvec2(0.0);
    const glm::dvec2 stride = march ? glm::dvec2(glm::length(after_m), 0.0) : after_m;
    // Before the fade: as after it, or as the unit does now.
    const Ticks fade = goes_on ? std::min(travel.fade, PH_STRIDE_FADE_MAX) : 0;
    std::uint32_t clip_before = clip;
    std::uint32_t rate_before = rate;
    glm::dvec2 stride_before = in_step ? stride : glm::dvec2(0.0);
    if (fade > 0) {
        clip_before = static_cast<std::uint32_t>(before.shown());
        rate_before = before.showsB() ? u.playback.w : u.playback.z;
    }
    if (fade > 0 && in_step) {
        const auto weight = static_cast<double>(phases.weight);
        const glm::dvec2 first(layout::strideOf(u.fade.y));
        const glm::dvec2 last(layout::strideOf(u.look.w));
        const bool marched = (u.fade.w & PH_FLAG_MARCH) != 0U;
        const glm::dvec2 now_m =
            marched ? glm::dvec2(0.0, glm::mix(first.x, first.y, weight)) : glm::mix(first, last, weight);
        rate_before = layout::rateBetween(u.playback.z, u.playback.w, phases.weight);
        // No fade through standing: playback.h allows a difference of 1/256 cycle per tick.
        if (layout::runsBack(rate_before) != layout::runsBack(rate)) rate_before = rate;
        // In the axes of the way that it will face.
        stride_before = march ? glm::dvec2(glm::length(now_m), 0.0)
                              : glm::dvec2(std::cos(turn) * now_m.x + std::sin(turn) * now_m.y,
                                           std::cos(turn) * now_m.y - std::sin(turn) * now_m.x);
    }

    u.placement = placement;
    u.playback = {now, clip_before | clip << 16U, rate_before, rate};
    u.fade = {goes_on ? before.shownPhase() : travel.phase, 0U, now,
              PH_FADE_STRIDE << PH_FADE_MODE_SHIFT | (in_step ? PH_FLAG_IN_STEP : 0U) |
                  (march ? PH_FLAG_MARCH : 0U) | layout::packedTurn(turn) | fade};
    if (march) {
        u.fade.y = packedStride({stride_before.x, stride.x});
        u.look.w = phases.way;
        if (!may_have_moved_) {
            may_have_moved_ = true;
            layPath();
        }
    } else {
        u.fade.y = packedStride(stride_before);
        u.look.w = packedStride(stride);
        beginTravel(unit, now);
    }
    markDirty(unit);
}

void Crowd::beginTravel(std::uint32_t unit, Ticks now) {
    if (!(disc_.speed > 0.0)) disc_.measured = now;
    noteTravel(this->unit(unit), levelState(unit, now), disc_);
    if (next_disc_) noteTravel(this->unit(unit), levelState(unit, now), *next_disc_);
    travel_radius_m_ = std::max(travel_radius_m_, disc_.reach_m + kMargin_m);
}

// The disc around units that travel grows with the speed of the fastest, and is measured again before it is
// much too large: some units per frame, as if those measured later were where they were when it began.
void Crowd::measureTravel(Ticks now) {
    if (!(disc_.reach_m > 0.0)) return;
    const auto grown_m = [now](const TravelDisc& disc) {
        return disc.speed * std::max(0, static_cast<std::int32_t>(now - disc.measured));
    };
    const double most_m = std::max(kMostGrowth_m, kMostGrowth * disc_.reach_m);
    if (grown_m(disc_) > most_m) {
        if (!next_disc_) {
            next_disc_ = TravelDisc{0.0, 0.0, now};
            next_measured_ = 0;
        }
        const bool late = grown_m(disc_) > kLate * most_m;  // after a long frame
        const std::uint32_t share = std::max(kLeastMeasured, size() / kFramesToMeasure);
        const std::uint32_t until = late ? size() : std::min(size(), next_measured_ + share);
        for (; next_measured_ < until; ++next_measured_) {
            if (travels(next_measured_))
                noteTravel(this->unit(next_measured_), levelState(next_measured_, now), *next_disc_);
        }
        if (next_measured_ == size()) {
            disc_ = *next_disc_;
            next_disc_.reset();
        }
    }
    travel_radius_m_ = disc_.reach_m + grown_m(disc_) + kMargin_m;
}

// Along the path, the disc of the layout holds.
void Crowd::noteTravel(const UnitInstance& unit, const layout::UnitState& state, TravelDisc& disc) const {
    if ((unit.fade.w & PH_FLAG_MARCH) != 0U) return;
    float metres = glm::length(layout::strideOf(unit.look.w));
    if (state.weight < 1.0F) metres = std::max(metres, glm::length(layout::strideOf(unit.fade.y)));
    metres *= std::bit_cast<float>(unit.look.y);
    disc.speed =
        std::max(disc.speed, std::max(layout::rateSize(unit.playback.z), layout::rateSize(unit.playback.w)) *
                                 0x1p-32 * static_cast<double>(metres));
    disc.reach_m = std::max(
        disc.reach_m, glm::length(glm::dvec2(state.placement.x - center_.x, state.placement.z - center_.z)));
}

}  // namespace phalanx
