// Clips selected by the user fade in and then follow the settings.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using namespace test;

// Selected clips fade in once and then follow the settings, without a jump in phase, weight or position.
TEST(CrowdFades, SelectedClipsFadeIn) {
    for (const double crossfade : {0.0, 1.5}) {
        for (const double at_s : {1.0, 5.0}) {  // while A is held, while B is held
            Crowd crowd = army({kWalk, kRun});
            CrowdSettings s;
            s.units = 10;
            s.crossfade_s = crossfade;
            crowd.apply(s, 0);
            const Ticks now = ticksFromSeconds(at_s);
            const auto before = crowd.stateOf(4, now);
            const std::uint32_t shown_before = before.weight < 0.5F ? kWalk : kRun;
            crowd.chooseClips(0, {kIdle, kOtherRun}, now, 0.5);
            auto state = crowd.stateOf(4, now);
            EXPECT_EQ(crowd.unit(4).playback.y & 0xFFFFU, shown_before);
            EXPECT_EQ(state.weight, 0.0F);
            EXPECT_LT(cyclesApart(state.phase_a, before.weight < 0.5F ? before.phase_a : before.phase_b),
                      1e-4);
            EXPECT_LT(glm::length(state.placement - before.placement), 1e-3F);
            const std::uint64_t written = crowd.unitsWritten();
            double worst = 0.0;
            for (Ticks t = now; t < now + 20 * kSecond; t += 16) {
                crowd.advance(t);
                const auto next = crowd.stateOf(4, t);
                worst = std::max(worst, static_cast<double>(glm::length(next.placement - state.placement)));
                state = next;
            }
            EXPECT_LT(worst, 6.0 * 16 / 4096);  // the sprint moves at 5 m/s
            EXPECT_EQ(crowd.unit(4).playback.y, kIdle | kOtherRun << 16U);
            EXPECT_EQ(crowd.unit(4).fade.w >> PH_FADE_MODE_SHIFT,
                      crossfade > 0.0 ? PH_FADE_PERIODIC : PH_FADE_CONSTANT);
            EXPECT_EQ(crowd.unitsWritten(), written + 10);  // each unit once, at the end of the fade
        }
    }
}

// The visible pose as clip, phase and weight must be continuous through the end of the fade.
TEST(CrowdFades, TheEndOfAFadeIsInvisible) {
    Crowd crowd = army({kWalk, kRun});
    CrowdSettings s;
    s.crossfade_spread = 1.0;
    crowd.apply(s, 0);
    crowd.chooseClips(0, {kIdle, kOtherRun}, 2 * kSecond, 0.4);
    const auto shown = [&](std::uint32_t u, Ticks t) {
        std::array<std::pair<double, double>, 5> parts{};  // weight and phase per clip
        const auto state = crowd.stateOf(u, t);
        parts[crowd.unit(u).playback.y & 0xFFFFU] = {1.0 - state.weight, state.phase_a};
        auto& b = parts[crowd.unit(u).playback.y >> 16U];
        b = {b.first + state.weight, state.phase_b};
        return parts;
    };
    for (Ticks t = 2 * kSecond; t < 14 * kSecond; t += 32) {
        std::vector<std::array<std::pair<double, double>, 5>> before;
        for (std::uint32_t u = 0; u < 50; ++u) before.push_back(shown(u, t));
        crowd.advance(t);
        for (std::uint32_t u = 0; u < 50; ++u) {
            const auto after = shown(u, t);
            for (std::size_t c = 0; c < 5; ++c) {
                // The end is handled up to 32 ticks late, and the next fade may have begun: 1.5 % of its
                // duration.
                ASSERT_NEAR(before[u][c].first, after[c].first, 2e-3) << u << " clip " << c << " at " << t;
                if (after[c].first > 1e-2) {
                    ASSERT_LT(cyclesApart(before[u][c].second, after[c].second), 1e-4);
                }
            }
        }
    }
}

TEST(CrowdFades, OneShotsPlayFromTheStartAndHoldTheirEnd) {
    Crowd crowd = army({kIdle, kIdle});
    CrowdSettings s;
    s.crossfade_s = 0.0;
    s.offset_spread = 0.5;  // of 2 s: units start up to 1 s later
    crowd.apply(s, 0);
    const Ticks now = 50 * kSecond;
    crowd.chooseClips(0, {kDie, kDie}, now, 0.25);
    double first = 1e9;
    double last = 0.0;
    for (std::uint32_t u = 0; u < 200; ++u) {
        Ticks t = now;
        while (crowd.stateOf(u, t).phase_b == 0.0F) t += 8;
        first = std::min(first, secondsFromTicks(t - now));
        last = std::max(last, secondsFromTicks(t - now));
    }
    EXPECT_LT(first, 0.1);
    EXPECT_GT(last, 0.8);
    EXPECT_LE(last, 1.01);
    crowd.advance(now + 2 * kSecond);  // all fades are over, some units still fall
    for (std::uint32_t u = 0; u < 200; ++u) {
        EXPECT_EQ(crowd.unit(u).playback.y & 0xFFFFU, static_cast<unsigned>(kDie));
        const float p = crowd.stateOf(u, now + 2 * kSecond).phase_a;
        EXPECT_GT(p, 0.45F);
        EXPECT_GT(crowd.stateOf(u, now + 4 * kSecond).phase_a, 0.9999F);
        EXPECT_GT(crowd.stateOf(u, now + 4000 * kSecond).phase_a, 0.9999F);
        EXPECT_LT(crowd.stateOf(u, now + 4000 * kSecond).phase_a, 1.0F);
    }
}

TEST(CrowdFades, EditedClipsFadeInAndOut) {
    Crowd crowd = army({kWalk, kRun});
    CrowdSettings s;
    s.crossfade_s = 0.0;
    crowd.apply(s, 0);
    crowd.edit(9, {.clips = ClipChoice{kIdle, kIdle}, .speed = 0.5}, 2 * kSecond);
    crowd.edit(9, {.clips = ClipChoice{kIdle, kIdle}, .speed = 0.7}, 2 * kSecond + 300);  // during the fade
    EXPECT_EQ(crowd.unit(9).fade.w >> PH_FADE_MODE_SHIFT, PH_FADE_EVENT);
    EXPECT_GT(crowd.stateOf(9, 2 * kSecond + 600).weight, 0.4F);
    crowd.advance(4 * kSecond);
    EXPECT_EQ(crowd.unit(9).playback.y, kIdle | kIdle << 16U);
    crowd.edit(9, {}, 5 * kSecond);
    crowd.advance(6 * kSecond);
    EXPECT_EQ(crowd.unit(9).playback.y, kWalk | kRun << 16U);
}

}  // namespace
}  // namespace phalanx
