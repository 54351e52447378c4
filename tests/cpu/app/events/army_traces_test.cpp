// What events near the camera leave behind.
#include "app/events/army_traces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "soldier_model.h"
#include "terrain/terrain.h"

namespace phalanx {
namespace {

std::vector<LoadedModel> soldiers() {
    std::vector<LoadedModel> models(1);
    models[0].model = test::soldier();
    BakeSettings settings;
    settings.rate_hz = 15.0;
    models[0].baked = bakeAnimation(models[0].model, settings);
    return models;
}

Crowd crowdOf(const std::vector<LoadedModel>& models, const char* clip, std::uint32_t units, bool march,
              const std::string& ground = std::string(kGroundFlat)) {
    const int index = findClip(models[0].model, clip);
    CrowdSettings settings;
    settings.units = units;
    settings.march = march;
    settings.crossfade_s = 0.0;
    settings.offset_spread = 0.7;
    settings.terrain.ground = ground;
    return Crowd({crowdModelOf(models[0])}, {{index, index}}, settings, 0);
}

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, float, float>;
Key keyOf(const layout::Trace& trace) {
    return {trace.birth.x, trace.birth.y, trace.birth.z, trace.place.x, trace.place.z};
}

void collect(const ArmyTraces::NewTraces& left, std::vector<layout::Trace>& all) {
    if (left.replace_all) all.clear();
    all.insert(all.end(), left.traces.begin(), left.traces.end());
}

// Whether anything can still be seen of it.
bool seenAt(const layout::Trace& trace, Ticks now) {
    const Ticks life = ticksFromSeconds(static_cast<double>(layout::traceLife(trace.birth.y)));
    return static_cast<std::int32_t>(trace.birth.x + life - now) > 0;
}

// All traces until `end`, of frames 68 ticks apart.
std::vector<layout::Trace> tracesUntil(const Crowd& crowd, const std::vector<LoadedModel>& models,
                                       const glm::dvec3& eye, Ticks end) {
    std::vector<layout::Trace> all;
    ArmyTraces traces(models, markersOf(models));
    for (Ticks now = 0; now < end; now += 68) collect(traces.advance(crowd, eye, now, now == 0), all);
    collect(traces.advance(crowd, eye, end, true), all);
    return all;
}

// Whoever comes later sees what was left before: the same as if it had been there.
TEST(ArmyTraces, ThePastIsThatOfWhoWasThere) {
    const std::vector<LoadedModel> models = soldiers();
    const Crowd crowd = crowdOf(models, "Walk", 60, true);
    const glm::dvec3 eye(0.0, 2.0, 6.0);
    const Ticks now = 6 * 4096;
    const std::vector<layout::Trace> seen = tracesUntil(crowd, models, eye, now);
    std::vector<layout::Trace> told;
    ArmyTraces comes(models, markersOf(models));
    collect(comes.advance(crowd, eye, now, true), told);
    std::vector<Key> a;
    std::vector<Key> b;
    for (const layout::Trace& trace : seen) {
        if (seenAt(trace, now)) a.push_back(keyOf(trace));
    }
    for (const layout::Trace& trace : told) b.push_back(keyOf(trace));
    std::ranges::sort(a);
    std::ranges::sort(b);
    EXPECT_GT(a.size(), 60U * 2U * 5U);
    EXPECT_EQ(a, b);
}

TEST(ArmyTraces, FootprintsLieWhereFeetStand) {
    const std::vector<LoadedModel> models = soldiers();
    for (const std::string& ground : {std::string(kGroundFlat), std::string(kGroundHills)}) {
        const Crowd crowd = crowdOf(models, "Walk", 20, true, ground);
        const Ticks now = 5 * 4096;
        const glm::dvec3 eye = crowd.feetOf(0, now) + glm::dvec3(0.0, 2.0, 0.0);
        const std::vector<layout::Trace> left = tracesUntil(crowd, models, eye, now);
        std::map<std::uint32_t, int> kinds;
        for (const layout::Trace& trace : left) {
            ++kinds[trace.birth.y];
            if (trace.birth.y != PH_TRACE_FOOTPRINT) continue;
            const glm::dvec2 at(trace.place.x, trace.place.z);
            EXPECT_NEAR(trace.place.y, groundHeight(crowd.terrain().get(), at), 1e-4);
            EXPECT_NEAR(glm::length(glm::vec3(trace.along)), 1.0F, 1e-4F);
            // Some unit stood there then, with a foot beside and ahead of its middle.
            double nearest = 1e9;
            for (std::uint32_t unit = 0; unit < crowd.size(); ++unit) {
                const glm::vec4 stood = crowd.stateOf(unit, trace.birth.x).placement;
                nearest = std::min(nearest, glm::length(at - glm::dvec2(stood.x, stood.z)));
            }
            EXPECT_LT(nearest, 0.6);
        }
        EXPECT_EQ(kinds[PH_TRACE_FOOTPRINT], kinds[PH_TRACE_DUST]);
        EXPECT_NEAR(kinds[PH_TRACE_FOOTPRINT], 20 * 2 * 5, 45);
    }
}

TEST(ArmyTraces, AShotLeavesFlashLightSmokeAndSometimesATracer) {
    const std::vector<LoadedModel> models = soldiers();
    const Crowd crowd = crowdOf(models, "Fire", 30, false);
    std::map<std::uint32_t, int> kinds;
    for (const layout::Trace& trace : tracesUntil(crowd, models, {0.0, 2.0, 0.0}, 8 * 4096)) {
        ++kinds[trace.birth.y];
        if (trace.birth.y != PH_TRACE_FLASH) continue;
        EXPECT_GT(trace.place.y, 1.2F);  // at the shoulder
        EXPECT_LT(trace.place.y, 1.8F);
        EXPECT_LT(std::abs(trace.along.y), 0.05F);  // level
    }
    EXPECT_NEAR(kinds[PH_TRACE_FLASH], 30 * 3 * 8, 90);  // three rounds per second
    EXPECT_EQ(kinds[PH_TRACE_GLOW], kinds[PH_TRACE_FLASH]);
    EXPECT_EQ(kinds[PH_TRACE_SMOKE], kinds[PH_TRACE_FLASH]);
    EXPECT_NEAR(kinds[PH_TRACE_TRACER], 0.25 * kinds[PH_TRACE_FLASH], 0.1 * kinds[PH_TRACE_FLASH]);
}

TEST(ArmyTraces, OnlyNearUnitsAreListenedTo) {
    const std::vector<LoadedModel> models = soldiers();
    const Crowd crowd = crowdOf(models, "Walk", 20'000, false);
    ArmyTraces traces(models, markersOf(models));
    traces.advance(crowd, {0.0, 2.0, 0.0}, 4096, true);
    EXPECT_GT(traces.nearUnits(), 100U);
    EXPECT_LE(traces.nearUnits(), 2500U);
    // High above, no one is near; what those who were near did until now is still told.
    EXPECT_FALSE(traces.advance(crowd, {0.0, 300.0, 0.0}, 2 * 4096, true).traces.empty());
    EXPECT_TRUE(traces.advance(crowd, {0.0, 300.0, 0.0}, 3 * 4096, true).traces.empty());
    EXPECT_EQ(traces.nearUnits(), 0U);
    // A window listens to some more per frame.
    ArmyTraces slowly(models, markersOf(models));
    slowly.advance(crowd, {0.0, 2.0, 0.0}, 4096);
    const std::size_t first = slowly.nearUnits();
    slowly.advance(crowd, {0.0, 2.0, 0.0}, 4164);
    EXPECT_GT(first, 0U);
    EXPECT_EQ(slowly.nearUnits(), 2 * first);
}

TEST(ArmyTraces, WhoLeavesAndComesBackLeavesNothingTwice) {
    const std::vector<LoadedModel> models = soldiers();
    const Crowd crowd = crowdOf(models, "Walk", 30, false);
    std::vector<layout::Trace> all;
    ArmyTraces traces(models, markersOf(models));
    for (Ticks now = 0; now < 12 * 4096; now += 400) {
        const double height = now / 4096 % 3 == 2 ? 300.0 : 2.0;
        collect(traces.advance(crowd, {0.0, height, 0.0}, now, true), all);
    }
    std::vector<Key> keys;
    for (const layout::Trace& trace : all) keys.push_back(keyOf(trace));
    std::ranges::sort(keys);
    EXPECT_TRUE(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
    EXPECT_NEAR(static_cast<double>(std::ranges::count_if(
                    all, [](const layout::Trace& trace) { return trace.birth.y == PH_TRACE_FOOTPRINT; })),
                30 * 2 * 12, 100);
}

TEST(ArmyTraces, RestartWhenTheClockIsSetBack) {
    const std::vector<LoadedModel> models = soldiers();
    const Crowd crowd = crowdOf(models, "Walk", 10, false);
    ArmyTraces traces(models, markersOf(models));
    EXPECT_TRUE(traces.advance(crowd, {0.0, 2.0, 0.0}, 5 * 4096, true).replace_all);
    EXPECT_FALSE(traces.advance(crowd, {0.0, 2.0, 0.0}, 6 * 4096, true).replace_all);
    EXPECT_TRUE(traces.advance(crowd, {0.0, 2.0, 0.0}, 2 * 4096, true).replace_all);
}

}  // namespace
}  // namespace phalanx
