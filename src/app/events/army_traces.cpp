#include "app/events/army_traces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>
#include <string>

#include "anim/body/body_parts.h"
#include "anim/feet/legs.h"
#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "anim/pose/skin.h"
#include "app/events/event_log.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

constexpr float kReach_m = PH_TRACE_REACH + 2.0F;
constexpr Ticks kLookAgain = static_cast<Ticks>(0.2 * PH_TICKS_PER_SECOND);
constexpr std::size_t kComePerFrame = 48;  // each with some seconds of its past
// With two steps per second that leave prints for 14 s, so many leave no more than TracePass::kMost.
constexpr std::size_t kMostNear = 2000;

// Sizes for a unit 1.8 m tall.
constexpr float kSole_m = 0.138F;  // half its length
constexpr float kSoleAhead_m = 0.07F;
constexpr float kStepDust_m = 0.17F;
constexpr float kFlash_m = 0.24F;
constexpr float kGlow_m = 2.4F;
constexpr float kSmoke_m = 0.16F;

glm::dvec3 placeOf(const std::vector<glm::dmat4>& nodes, int node) {
    return glm::dvec3(nodes[static_cast<std::size_t>(node)][3]);
}

// The far end of what the hands hold, in the direction that it points: from the joint that holds it. nullopt
// if they hold nothing.
struct Muzzle {
    glm::vec3 place{0.0F};
    glm::vec3 direction{0.0F, 0.0F, 1.0F};
};
std::optional<Muzzle> muzzleOf(const Model& model, const BodyParts& body, const LocalPose& pose) {
    if (body.held.empty()) return std::nullopt;
    const std::vector<int> held = findNodes(model, body.held.front().joint);
    if (held.empty()) return std::nullopt;
    const std::vector<SkinnedVertex> vertices = skin(model, pose);
    const glm::dvec3 grip = placeOf(modelFromNode(model, pose), held.front());
    std::optional<glm::dvec3> end;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const Joint& joint = model.palette[model.vertices[v].joints[0]];
        if (joint.node != held.front()) continue;
        // Shots go forwards.
        if (!end || vertices[v].position.z > end->z) end = vertices[v].position;
    }
    if (!end || glm::length(*end - grip) < 1e-3) return std::nullopt;
    glm::dvec3 direction = glm::normalize(*end - grip);
    // The grip lies below the barrel, so what points nearly forwards points level.
    constexpr double kLevel = 0.4;
    if (std::abs(direction.y) < kLevel) direction.y = 0.0;
    return Muzzle{glm::vec3(*end), glm::vec3(glm::normalize(direction))};
}

std::uint32_t randomOf(const Crossing& crossing, std::uint32_t which) {
    std::uint32_t h = crossing.unit * 0x9E3779B1U ^ static_cast<std::uint32_t>(crossing.tick) * 0x85EBCA77U ^
                      which * 0xC2B2AE3DU;
    h = (h ^ (h >> 15U)) * 0x2C1B3C6DU;
    h = (h ^ (h >> 12U)) * 0x297A2D39U;
    return h ^ (h >> 15U);
}
float unitRandom(std::uint32_t bits) {
    return static_cast<float>(bits >> 8U) * 0x1p-24F;
}

}  // namespace

std::vector<std::vector<MarkerTrace>> markerTraces(const Model& model,
                                                   const std::vector<ClipMarkers>& markers) {
    const std::vector<int> ankles = anklesOf(model);
    const BodyParts body = bodyParts(model);
    const auto scale = static_cast<float>(model.height_m / 1.8);
    std::vector<std::vector<MarkerTrace>> result(markers.size());
    for (std::size_t c = 0; c < markers.size(); ++c) {
        const Clip& clip = model.clips[c];
        for (const ClipMarker& marker : markers[c]) {
            MarkerTrace trace;
            const LocalPose pose = samplePose(model, clip, marker.phase * clip.duration_s);
            const auto ankle = std::ranges::find_if(
                ankles, [&](int node) { return marker.name == footstepName(model, ankles, node); });
            if (ankle != ankles.end()) {
                trace.kind = MarkerTrace::Kind::kStep;
                const glm::dvec3 at = placeOf(modelFromNode(model, pose), *ankle);
                trace.place = glm::vec3(static_cast<float>(at.x), 0.0F,
                                        static_cast<float>(at.z) + kSoleAhead_m * scale);
                trace.toe_out = at.x > 0.0 ? 0.10F : -0.10F;
            } else if (marker.name == "fire") {
                if (const auto muzzle = muzzleOf(model, body, pose)) {
                    trace.kind = MarkerTrace::Kind::kShot;
                    trace.place = muzzle->place;
                    trace.direction = muzzle->direction;
                }
            } else if (marker.name == "hit") {
                trace.kind = MarkerTrace::Kind::kHit;
                trace.place = {0.0F, 0.72F * static_cast<float>(model.height_m), 0.06F};
            } else if (marker.name == "fall") {
                trace.kind = MarkerTrace::Kind::kFall;
                const std::vector<glm::dmat4> nodes = modelFromNode(model, pose);
                if (!ankles.empty()) {
                    const int hip = model
                                        .nodes[static_cast<std::size_t>(
                                            model.nodes[static_cast<std::size_t>(ankles.front())].parent)]
                                        .parent;
                    const glm::dvec3 at = placeOf(nodes, hip);
                    trace.place = {static_cast<float>(at.x), 0.0F, static_cast<float>(at.z)};
                }
            }
            result[c].push_back(trace);
        }
    }
    return result;
}

ArmyTraces::ArmyTraces(const std::vector<LoadedModel>& models)
    : markers_(markersOf(models)), queue_(markers_) {
    for (std::size_t m = 0; m < models.size(); ++m) {
        const Model& model = models[m].model;
        of_markers_.push_back(markerTraces(model, markers_[m]));
        // Only where units are matters here. Two more for OwnFrames.
        SelectionModel selection;
        selection.clips.assign(models[m].baked.clips.size() + 2,
                               ClipBounds{0.0, model.height_m, 0.5 * model.height_m});
        selection_models_.push_back(selection);
    }
}

void ArmyTraces::findNear(const Crowd& crowd, const glm::dvec3& eye, Ticks now) {
    looked_ = now;
    selection_.follow(crowd, selection_models_, now);
    SelectionView view;
    view.origin = eye;
    const auto reach = static_cast<double>(kReach_m);
    view.planes[0] = {1.0, 0.0, 0.0, reach};
    view.planes[1] = {-1.0, 0.0, 0.0, reach};
    view.planes[2] = {0.0, 0.0, 1.0, reach};
    view.planes[3] = {0.0, 0.0, -1.0, reach};
    view.planes[4] = {0.0, 1.0, 0.0, reach};
    selection_.select(view);
    indices_.resize(selection_.count());
    selection_.write(indices_);
    struct Found {
        double squared_m = 0.0;
        std::uint32_t unit = 0;
    };
    std::vector<Found> found;
    for (const CrowdSelection::Run& run : selection_.runs()) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const UnitInstance& instance =
                crowd.groups()[static_cast<std::size_t>(run.group)].units[indices_[i]];
            const std::uint32_t unit = layout::unitNumber(instance.look.z);
            const glm::dvec3 away = glm::dvec3(crowd.stateOf(unit, now).placement) - eye;
            const double squared = glm::dot(away, away);
            if (squared < reach * reach) found.push_back({squared, unit});
        }
    }
    std::ranges::sort(found, {}, &Found::squared_m);
    found.resize(std::min(found.size(), kMostNear));
    std::vector<std::uint32_t> stay;
    coming_.clear();
    for (const Found& each : found) (queue_.listensTo(each.unit) ? stay : coming_).push_back(each.unit);
    std::reverse(coming_.begin(), coming_.end());
    std::vector<std::uint32_t> sorted = stay;
    std::ranges::sort(sorted);
    for (const std::uint32_t unit : near_) {
        if (std::binary_search(sorted.begin(), sorted.end(), unit)) continue;
        queue_.forget(unit);
        told_until_[unit] = queue_.time();
    }
    near_ = std::move(stay);
}

void ArmyTraces::hearNear(const Crowd& crowd) {
    for (std::size_t i = 0; i < kComePerFrame && !coming_.empty(); ++i) {
        const std::uint32_t unit = coming_.back();
        coming_.pop_back();
        takeHistory(crowd, unit);
        queue_.listen(crowd, unit);
        near_.push_back(unit);
    }
}

void ArmyTraces::takeHistory(const Crowd& crowd, std::uint32_t unit) {
    const EventTime now = queue_.time();
    const UnitPlayback playback = playbackOf(crowd, unit, static_cast<Ticks>(now));
    const auto longest =
        static_cast<TickOffset>(ticksFromSeconds(static_cast<double>(layout::traceLife(PH_TRACE_FOOTPRINT))));
    const EventTime told = std::max<EventTime>(told_until_[unit], now - longest);
    const TickOffset from = std::max(knownTime(playback).from, static_cast<TickOffset>(told - now));
    past_.clear();
    appendCrossings(playback, markers_[static_cast<std::size_t>(crowd.modelOf(unit))], unit, now, from, 0,
                    past_);
    for (const Crossing& crossing : past_) leave(crowd, crossing);
}

void ArmyTraces::leave(const Crowd& crowd, const Crossing& crossing) {
    const auto model = static_cast<std::size_t>(crowd.modelOf(crossing.unit));
    const MarkerTrace& trace = of_markers_[model][crossing.clip][crossing.marker];
    if (trace.kind == MarkerTrace::Kind::kNone) return;
    const auto tick = static_cast<Ticks>(crossing.tick);
    const layout::UnitState state = crowd.stateOf(crossing.unit, tick);
    const float scale = std::bit_cast<float>(crowd.unit(crossing.unit).look.y);
    const float size = scale * static_cast<float>(crowd.models()[model].height_m / 1.8);
    const float heading = state.placement.w;
    const auto turned = [&](const glm::vec3& v) {
        return glm::vec3(std::cos(heading) * v.x + std::sin(heading) * v.z, v.y,
                         std::cos(heading) * v.z - std::sin(heading) * v.x);
    };
    glm::vec3 place = glm::vec3(state.placement) + scale * turned(trace.place);
    const Terrain* const terrain = crowd.terrain().get();
    const auto ground = [&](const glm::vec3& at) {
        return static_cast<float>(groundHeight(terrain, {at.x, at.z}));
    };
    const auto normalAt = [&](const glm::vec3& at) {
        return terrain == nullptr ? glm::vec3(0.0F, 1.0F, 0.0F) : glm::vec3(terrain->normal({at.x, at.z}));
    };
    const auto add = [&](std::uint32_t kind, const glm::vec3& at, float turn, const glm::vec3& along,
                         float size_m, std::uint32_t which, float delay_s = 0.0F) {
        const Ticks birth = tick + ticksFromSeconds(static_cast<double>(delay_s));
        // Of the past, only what can still be seen.
        const Ticks end = birth + ticksFromSeconds(static_cast<double>(layout::traceLife(kind)));
        if (static_cast<std::int32_t>(end - static_cast<Ticks>(queue_.time())) <= 0) return;
        left_.traces.push_back({{at, turn}, {along, size_m}, {birth, kind, randomOf(crossing, which), 0U}});
    };
    switch (trace.kind) {
        case MarkerTrace::Kind::kStep: {
            place.y = ground(place);
            const float wobble = 0.12F * (unitRandom(randomOf(crossing, 0)) - 0.5F);
            add(PH_TRACE_FOOTPRINT, place, heading + trace.toe_out + wobble, normalAt(place), kSole_m * size,
                1);
            const float faster =
                static_cast<float>(crowd.models()[model].clips[crossing.clip].stride_speed) > 2.0F ? 1.6F
                                                                                                   : 1.0F;
            add(PH_TRACE_DUST, place + glm::vec3(0.0F, 0.05F * size, 0.0F), 0.0F, {0.0F, 1.0F, 0.0F},
                kStepDust_m * size * faster * (0.7F + 0.6F * unitRandom(randomOf(crossing, 2))), 3);
            break;
        }
        case MarkerTrace::Kind::kShot: {
            const glm::vec3 direction = turned(trace.direction);
            add(PH_TRACE_FLASH, place + direction * (0.10F * size), heading, direction, kFlash_m * size, 1);
            const glm::vec3 below(place.x + direction.x * 0.4F, 0.0F, place.z + direction.z * 0.4F);
            add(PH_TRACE_GLOW, {below.x, ground(below), below.z}, heading, normalAt(below), kGlow_m * size,
                2);
            add(PH_TRACE_SMOKE, place + direction * (0.12F * size), heading, direction, kSmoke_m * size, 3);
            // As belts are filled: one round of four.
            if (randomOf(crossing, 8) % 4 != 0) break;
            const glm::vec3 spread(unitRandom(randomOf(crossing, 4)) - 0.5F,
                                   0.5F * (unitRandom(randomOf(crossing, 5)) - 0.3F),
                                   unitRandom(randomOf(crossing, 6)) - 0.5F);
            add(PH_TRACE_TRACER, place, heading, glm::normalize(direction + 0.03F * spread), 1.0F, 7);
            break;
        }
        case MarkerTrace::Kind::kHit:
            add(PH_TRACE_DUST, place, 0.0F, {0.0F, 1.0F, 0.0F}, 0.16F * size, 1);
            break;
        case MarkerTrace::Kind::kFall:
            for (std::uint32_t i = 0; i < 7; ++i) {
                const float angle = 6.2831853F * unitRandom(randomOf(crossing, 10 + i));
                const float out = 0.75F * size * unitRandom(randomOf(crossing, 20 + i));
                glm::vec3 at = place + glm::vec3(std::sin(angle) * out, 0.0F, std::cos(angle) * out);
                at.y = ground(at) + 0.08F * size;
                add(PH_TRACE_DUST, at, 0.0F, {0.0F, 1.0F, 0.0F}, 0.34F * size, 30 + i,
                    0.015F * static_cast<float>(i));
            }
            break;
        case MarkerTrace::Kind::kNone:
            break;
    }
}

const ArmyTraces::Left& ArmyTraces::advance(const Crowd& crowd, const glm::dvec3& eye, Ticks now,
                                            bool at_once) {
    left_.traces.clear();
    const bool jumped = looked_ && static_cast<std::int32_t>(now - static_cast<Ticks>(queue_.time())) < 0;
    left_.replaces_all = !looked_ || jumped || layout_ != crowd.layoutVersion();
    if (left_.replaces_all) {
        near_.clear();
        told_until_.assign(crowd.size(), 0);
        queue_.begin(crowd, now);
        layout_ = crowd.layoutVersion();
        looked_.reset();
    } else {
        queue_.advance(crowd, now, [&](const Crossing& crossing) { leave(crowd, crossing); });
    }
    if (!looked_ || now - *looked_ >= kLookAgain || at_once) findNear(crowd, eye, now);
    do hearNear(crowd);
    while (at_once && !coming_.empty());
    return left_;
}

}  // namespace phalanx
