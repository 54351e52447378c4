// The crowd: settings, edits and fades become bytes; what plays goes on through every change.
#include "crowd/crowd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "core/error.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

constexpr Ticks kSecond = 4096;

BakedClip clip(const char* name, double duration_s, bool loops, double stride) {
    BakedClip c;
    c.name = name;
    c.intervals = 30;
    c.duration_s = duration_s;
    c.rate_hz = 30.0 / duration_s;
    c.loops = loops;
    c.stride_speed = stride;
    return c;
}

enum Clips { kWalk, kRun, kIdle, kDie, kOtherRun };

CrowdModel soldier(int variants = 3) {
    CrowdModel m;
    m.clips = {clip("Walk", 1.1, true, 1.4), clip("Run", 0.7, true, 3.4), clip("Idle", 3.0, true, 0.0),
               clip("Die", 2.0, false, 0.0), clip("Sprint", 0.6, true, 5.0)};
    m.variants = variants;
    m.radius_m = 0.4;
    return m;
}

Crowd army(ClipChoice choice = {kWalk, kRun}) {
    return Crowd({soldier()}, {choice});
}

double cyclesApart(double a, double b) {
    const double d = a - b - std::round(a - b);
    return std::abs(d);
}

double placesApart(const layout::UnitState& a, const layout::UnitState& b) {
    return glm::length(glm::dvec3(a.placement) - glm::dvec3(b.placement));
}

void expectSameState(const layout::UnitState& a, const layout::UnitState& b, bool weights = true) {
    EXPECT_LT(cyclesApart(a.phase_a, b.phase_a), 1e-4);
    EXPECT_LT(cyclesApart(a.phase_b, b.phase_b), 1e-4);
    if (weights) {
        EXPECT_NEAR(a.weight, b.weight, 1e-3);
    }
    EXPECT_LT(placesApart(a, b), 1e-3);
}

bool sameBytes(const Crowd& a, const Crowd& b) {
    if (a.groups().size() != b.groups().size()) return false;
    for (std::size_t g = 0; g < a.groups().size(); ++g) {
        const auto& x = a.groups()[g].units;
        const auto& y = b.groups()[g].units;
        if (x.size() != y.size() || std::memcmp(x.data(), y.data(), x.size() * sizeof(UnitInstance)) != 0)
            return false;
    }
    return true;
}

void takeDirty(Crowd& crowd) {
    for (UnitGroup& g : crowd.groups()) g.dirty_first = g.dirty_last = 0;
}

TEST(Crowd, GroupsPartitionTheUnits) {
    Crowd crowd({soldier(3), soldier(1), soldier(2)}, {{0, 1}, {2, 2}, {1, 0}});
    for (const Formation formation : {Formation::kPhalanx, Formation::kScatter}) {
        CrowdSettings s;
        s.units = 5000;
        s.formation = formation;
        crowd.apply(s, 0);
        std::set<std::uint32_t> seen;
        std::set<std::pair<int, int>> kinds;
        for (const UnitGroup& g : crowd.groups()) {
            EXPECT_TRUE(kinds.insert({g.model, g.variant}).second);
            EXPECT_FALSE(g.units.empty());
            for (const UnitInstance& u : g.units) seen.insert(u.look.z);
        }
        EXPECT_EQ(kinds.size(), 6U);
        EXPECT_EQ(seen.size(), 5000U);
        EXPECT_EQ(*seen.rbegin(), 4999U);
        for (std::uint32_t u = 0; u < 5000; ++u) {
            const UnitPlace p = crowd.placeOf(u);
            ASSERT_EQ(crowd.groups()[static_cast<std::size_t>(p.group)].units[p.index].look.z, u);
            ASSERT_EQ(crowd.unit(u).look.z, u);
        }
        // No model is left out, and each has about its share.
        std::array<int, 3> count{};
        for (std::uint32_t u = 0; u < 5000; ++u) ++count[static_cast<std::size_t>(crowd.modelOf(u))];
        for (const int n : count) EXPECT_NEAR(n, 5000 / 3, 200);
    }
}

TEST(Crowd, FirstVariantIsMostAndTheLastLeads) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 9700;
    crowd.apply(s, 0);
    std::array<int, 3> count{};
    for (std::uint32_t u = 0; u < s.units; ++u) ++count[static_cast<std::size_t>(crowd.variantOf(u))];
    EXPECT_EQ(count[2], 100);
    EXPECT_NEAR(count[0], 0.8 * 9600, 150);
    EXPECT_EQ(count[0] + count[1] + count[2], 9700);
    s.formation = Formation::kGrid;
    crowd.apply(s, 0);
    count = {};
    for (std::uint32_t u = 0; u < s.units; ++u) ++count[static_cast<std::size_t>(crowd.variantOf(u))];
    EXPECT_NEAR(count[0], 0.8 * 9700, 150);
    EXPECT_NEAR(count[1], 0.1 * 9700, 120);
}

TEST(Crowd, TheSameCallsGiveTheSameBytes) {
    const auto make = [](std::uint32_t seed) {
        Crowd crowd = army();
        CrowdSettings s;
        s.units = 40000;  // several tasks
        s.seed = seed;
        s.formation = Formation::kScatter;
        s.speed_spread = 0.1;
        s.crossfade_spread = 1.0;
        crowd.apply(s, 0);
        s.speed = 1.2;
        crowd.apply(s, 5 * kSecond);
        crowd.edit(17, {.clips = ClipChoice{kDie, kDie}, .tint = glm::vec4{1, 0, 0, 1}}, 6 * kSecond);
        crowd.chooseClips(0, {kIdle, kRun}, 7 * kSecond);
        crowd.advance(20 * kSecond);
        return crowd;
    };
    EXPECT_TRUE(sameBytes(make(1), make(1)));
    EXPECT_FALSE(sameBytes(make(1), make(2)));
}

// Where laying happened on the clock does not show: the same settings at the same tick look the same.
TEST(Crowd, LayingAnewDoesNotSendTheArmyBack) {
    Crowd early = army();
    Crowd late = army();
    CrowdSettings s;
    s.units = 300;
    early.apply(s, 0);
    late.apply(s, 100 * kSecond);
    for (std::uint32_t u = 0; u < 300; ++u)
        expectSameState(early.stateOf(u, 140 * kSecond), late.stateOf(u, 140 * kSecond));
}

TEST(Crowd, MarchesAndCrossfadesWithoutWritingUnits) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 2000;
    crowd.apply(s, 0);
    const std::uint64_t written = crowd.unitsWritten();
    takeDirty(crowd);
    double moved = 0.0;
    double most = 0.0;
    for (Ticks t = 0; t < 60 * kSecond; t += 68) {
        crowd.advance(t);
        most = std::max(most, static_cast<double>(crowd.stateOf(5, t).weight));
        moved = std::max(
            moved, static_cast<double>(glm::length(crowd.stateOf(5, t).placement - crowd.unit(5).placement)));
    }
    EXPECT_EQ(most, 1.0);
    EXPECT_GT(moved, 20.0);
    EXPECT_EQ(crowd.unitsWritten(), written);
    for (const UnitGroup& g : crowd.groups()) EXPECT_EQ(g.dirty_first, g.dirty_last);
}

TEST(Crowd, EditsTouchOneUnit) {
    Crowd crowd = army();
    takeDirty(crowd);
    const std::uint64_t written = crowd.unitsWritten();
    crowd.edit(123, {.speed = 2.0}, kSecond);
    EXPECT_EQ(crowd.unitsWritten(), written + 1);
    const UnitPlace place = crowd.placeOf(123);
    for (std::size_t g = 0; g < crowd.groups().size(); ++g) {
        const UnitGroup& group = crowd.groups()[g];
        if (g == static_cast<std::size_t>(place.group)) {
            EXPECT_EQ(group.dirty_first, place.index);
            EXPECT_EQ(group.dirty_last, place.index + 1);
        } else {
            EXPECT_EQ(group.dirty_first, group.dirty_last);
        }
    }
    EXPECT_EQ(crowd.editOf(123).speed, 2.0);
    crowd.edit(123, {.tint = glm::vec4{1.0F, 0.5F, 0.0F, 1.0F}}, 2 * kSecond);
    EXPECT_EQ(crowd.unit(123).look.x, 0xFF0080FFU);
    EXPECT_EQ(crowd.edits().size(), 1U);
    // An edit outlives a new layout, and an empty one ends it.
    CrowdSettings s = crowd.settings();
    s.units = 500;
    crowd.apply(s, 3 * kSecond);
    EXPECT_EQ(crowd.unit(123).look.x, 0xFF0080FFU);
    crowd.edit(123, {}, 4 * kSecond);
    EXPECT_TRUE(crowd.edits().empty());
    EXPECT_NE(crowd.unit(123).look.x, 0xFF0080FFU);
}

// Every change of playback, at moments in and between the fades, with what must not jump.
TEST(Crowd, PlaybackGoesOnThroughChanges) {
    struct Case {
        const char* name;
        std::function<void(CrowdSettings&)> change;
        bool weight_stays;
    };
    const std::vector<Case> cases{
        {"speed", [](CrowdSettings& s) { s.speed = 2.5; }, true},
        {"stop", [](CrowdSettings& s) { s.speed = 0.0; }, true},
        {"speed spread", [](CrowdSettings& s) { s.speed_spread = 0.3; }, true},
        {"stand", [](CrowdSettings& s) { s.march = false; }, true},
        {"longer fade", [](CrowdSettings& s) { s.crossfade_s = 4.0; }, true},
        {"longer hold", [](CrowdSettings& s) { s.hold_s = 11.0; }, true},
        {"no hold", [](CrowdSettings& s) { s.hold_s = 0.0; }, true},
        {"by hand", [](CrowdSettings& s) { s.crossfade_s = 0.0, s.blend = 0.7; }, false},
        {"crossfade spread", [](CrowdSettings& s) { s.crossfade_spread = 0.8; }, false},
    };
    for (const ClipChoice choice :
         {ClipChoice{kWalk, kRun}, ClipChoice{kIdle, kRun}, ClipChoice{kRun, kIdle}}) {
        for (const Case& c : cases) {
            SCOPED_TRACE(c.name);
            for (const double at_s : {1.0, 3.7, 6.1, 8.2, 500.25}) {
                SCOPED_TRACE(at_s);
                Crowd crowd = army(choice);
                CrowdSettings s;
                s.units = 64;
                crowd.apply(s, 0);
                const Ticks now = ticksFromSeconds(at_s);
                std::vector<layout::UnitState> before;
                for (std::uint32_t u = 0; u < s.units; ++u) before.push_back(crowd.stateOf(u, now));
                c.change(s);
                crowd.apply(s, now);
                for (std::uint32_t u = 0; u < s.units; ++u) {
                    expectSameState(before[u], crowd.stateOf(u, now), c.weight_stays);
                }
                // And smoothly after it: 4 m/s and 4 * 4 cycles/s at most.
                for (std::uint32_t u = 0; u < s.units; ++u) {
                    const auto a = crowd.stateOf(u, now + 4);
                    EXPECT_LT(cyclesApart(a.phase_a, before[u].phase_a), 16.0 * 4 / 4096);
                    EXPECT_LT(placesApart(a, before[u]), 25.0 * 4 / 4096);
                }
            }
        }
    }
}

TEST(Crowd, HeldBlendGoesOnToRiseWhenTheCrossfadeStarts) {
    Crowd crowd = army();
    CrowdSettings s;
    s.crossfade_s = 0.0;
    s.blend = 0.4;
    crowd.apply(s, 0);
    const auto before = crowd.stateOf(3, 10 * kSecond);
    EXPECT_NEAR(before.weight, 0.4, 1e-6);
    s.crossfade_s = 2.0;
    crowd.apply(s, 10 * kSecond);
    expectSameState(before, crowd.stateOf(3, 10 * kSecond));
    EXPECT_GT(crowd.stateOf(3, 10 * kSecond + 400).weight, before.weight);
}

TEST(Crowd, OffsetShiftsThePhaseByWhatItSays) {
    Crowd crowd = army();
    const auto before = crowd.stateOf(3, 10 * kSecond);
    CrowdSettings s = crowd.settings();
    s.offset = 0.25;
    crowd.apply(s, 10 * kSecond);
    EXPECT_LT(cyclesApart(crowd.stateOf(3, 10 * kSecond).phase_a, before.phase_a + 0.25), 1e-5);
    EXPECT_LT(glm::length(crowd.stateOf(3, 10 * kSecond).placement - before.placement), 1e-3F);
}

// Chosen clips come in by one fade and then follow the settings; nothing jumps on the way.
TEST(Crowd, ChosenClipsFadeIn) {
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
            EXPECT_LT(worst, 6.0 * 16 / 4096);  // the sprint goes 5 m/s
            EXPECT_EQ(crowd.unit(4).playback.y, kIdle | kOtherRun << 16U);
            EXPECT_EQ(crowd.unit(4).fade.w >> PH_FADE_MODE_SHIFT,
                      crossfade > 0.0 ? PH_FADE_PERIODIC : PH_FADE_CONSTANT);
            EXPECT_EQ(crowd.unitsWritten(), written + 10);  // each once, at the end of the fade
        }
    }
}

// What one sees at each moment: the pose as clip, phase and weight, followed through the end of the fade.
TEST(Crowd, TheEndOfAFadeDoesNotShow) {
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
                // The end comes up to 32 ticks late, and the next fade may have begun: 1.5 % of its time.
                ASSERT_NEAR(before[u][c].first, after[c].first, 2e-3) << u << " clip " << c << " at " << t;
                if (after[c].first > 1e-2) {
                    ASSERT_LT(cyclesApart(before[u][c].second, after[c].second), 1e-4);
                }
            }
        }
    }
}

TEST(Crowd, OneShotsPlayFromTheStartAndHoldTheirEnd) {
    Crowd crowd = army({kIdle, kIdle});
    CrowdSettings s;
    s.crossfade_s = 0.0;
    s.offset_spread = 0.5;  // of 2 s: begin up to 1 s later
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
    crowd.advance(now + 2 * kSecond);  // all fades are over, some still fall
    for (std::uint32_t u = 0; u < 200; ++u) {
        EXPECT_EQ(crowd.unit(u).playback.y & 0xFFFFU, static_cast<unsigned>(kDie));
        const float p = crowd.stateOf(u, now + 2 * kSecond).phase_a;
        EXPECT_GT(p, 0.45F);
        EXPECT_GT(crowd.stateOf(u, now + 4 * kSecond).phase_a, 0.9999F);
        EXPECT_GT(crowd.stateOf(u, now + 4000 * kSecond).phase_a, 0.9999F);
        EXPECT_LT(crowd.stateOf(u, now + 4000 * kSecond).phase_a, 1.0F);
    }
}

TEST(Crowd, EditsOfClipsFadeAndComeBack) {
    Crowd crowd = army({kWalk, kRun});
    CrowdSettings s;
    s.crossfade_s = 0.0;
    crowd.apply(s, 0);
    crowd.edit(9, {.clips = ClipChoice{kIdle, kIdle}, .speed = 0.5}, 2 * kSecond);
    crowd.edit(9, {.clips = ClipChoice{kIdle, kIdle}, .speed = 0.7}, 2 * kSecond + 300);  // while it fades
    EXPECT_EQ(crowd.unit(9).fade.w >> PH_FADE_MODE_SHIFT, PH_FADE_EVENT);
    EXPECT_GT(crowd.stateOf(9, 2 * kSecond + 600).weight, 0.4F);
    crowd.advance(4 * kSecond);
    EXPECT_EQ(crowd.unit(9).playback.y, kIdle | kIdle << 16U);
    crowd.edit(9, {}, 5 * kSecond);
    crowd.advance(6 * kSecond);
    EXPECT_EQ(crowd.unit(9).playback.y, kWalk | kRun << 16U);
}

// All march at one speed whatever their size, and stay in formation for a day.
TEST(Crowd, StaysInFormationForADay) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 400;
    s.height_spread = 0.05;
    crowd.apply(s, 0);
    for (Ticks t = 0; t <= 24 * 3600 * kSecond - 5; t += 3600 * kSecond + 1234) {
        crowd.advance(t);
        const glm::vec3 lead = glm::vec3(crowd.stateOf(0, t).placement - crowd.unit(0).placement);
        for (std::uint32_t u = 1; u < s.units; u += 7) {
            const glm::vec3 way = glm::vec3(crowd.stateOf(u, t).placement - crowd.unit(u).placement);
            ASSERT_LT(glm::length(way - lead), 0.30F) << "unit " << u << " after " << t / kSecond << " s";
        }
    }
}

TEST(Crowd, RunsForWeeksAcrossTheWrapOfTheClock) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 3;
    crowd.apply(s, 0);
    const std::uint64_t written = crowd.unitsWritten();
    Ticks now = 0;
    for (int minute = 0; minute < 40 * 24 * 60; ++minute) {
        now += 60 * kSecond;
        const auto before = crowd.stateOf(1, now);
        crowd.advance(now);
        const auto after = crowd.stateOf(1, now);
        expectSameState(before, after);
        const auto next = crowd.stateOf(1, now + 8);
        ASSERT_LT(cyclesApart(next.phase_a, after.phase_a), 3.0 * 8 / 4096);
        ASSERT_LT(placesApart(next, after), 0.01);
    }
    EXPECT_EQ(crowd.unitsWritten() - written, 3U * 13U);
}

TEST(Crowd, ReplacedModelKeepsItsPhases) {
    Crowd crowd = army();
    const auto before = crowd.stateOf(7, 9 * kSecond);
    CrowdModel finer = soldier();
    for (BakedClip& c : finer.clips) {
        c.intervals = 120;
        c.first_frame = 77;
    }
    crowd.edit(3, {.clips = ClipChoice{kOtherRun, kOtherRun}}, 0);
    const std::uint64_t layout_version = crowd.layoutVersion();
    crowd.replaceModel(0, finer, {kWalk, kRun}, 9 * kSecond);
    expectSameState(before, crowd.stateOf(7, 9 * kSecond));
    EXPECT_EQ(crowd.clipTable(0)[1].y, 120U);
    EXPECT_EQ(crowd.clipTable(0)[1].x, 77U);
    EXPECT_EQ(crowd.layoutVersion(), layout_version);
    finer.clips.resize(2);
    crowd.replaceModel(0, finer, {kRun, kWalk}, 10 * kSecond);
    EXPECT_TRUE(crowd.edits().empty());
    for (std::uint32_t u = 0; u < crowd.size(); ++u) EXPECT_EQ(crowd.unit(u).playback.y, kRun | kWalk << 16U);
}

TEST(Crowd, EditsLoseClipsThatAnotherModelLacks) {
    CrowdModel statue;
    statue.clips = {clip("rest", 1.0, true, 0.0)};
    Crowd crowd({soldier(), statue}, {{kWalk, kRun}, {0, 0}});
    CrowdSettings settings = crowd.settings();
    settings.formation = Formation::kScatter;
    settings.units = 200;
    crowd.apply(settings, 0);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        if (crowd.modelOf(u) != 0) continue;
        UnitEdit edit;
        edit.clips = ClipChoice{kDie, kOtherRun};
        if (u % 2 == 0) edit.speed = 0.5;
        crowd.edit(u, edit, kSecond);
    }
    // Another seed deals the models out anew.
    settings.seed = 7;
    crowd.apply(settings, 2 * kSecond);
    int statues_edited = 0;
    for (const auto& [unit, edit] : crowd.edits()) {
        EXPECT_FALSE(edit.empty());
        if (crowd.modelOf(unit) == 0) continue;
        ++statues_edited;
        EXPECT_FALSE(edit.clips) << "unit " << unit;
        EXPECT_EQ(edit.speed, 0.5);
        EXPECT_EQ(crowd.unit(unit).playback.y, 0U);
    }
    EXPECT_GT(statues_edited, 10);
}

TEST(Crowd, EveryoneStaysWithinTheDisc) {
    for (const Formation formation :
         {Formation::kGrid, Formation::kPhalanx, Formation::kRing, Formation::kScatter}) {
        Crowd crowd = army();
        CrowdSettings s;
        s.formation = formation;
        s.facing_deg = 50.0;
        crowd.apply(s, 0);
        for (Ticks t = 0; t < 400 * kSecond; t += 3 * kSecond) {
            for (std::uint32_t u = 0; u < s.units; u += 13) {
                const glm::vec3 p = glm::vec3(crowd.stateOf(u, t).placement);
                ASSERT_LT(glm::length(p - crowd.center()), crowd.radius_m() + 1e-3);
            }
        }
    }
}

TEST(Crowd, BadSettingsAreNamed) {
    Crowd crowd = army();
    CrowdSettings s;
    s.units = 0;
    EXPECT_THROW(crowd.apply(s, 0), Error);
    s = {};
    s.speed = std::nan("");
    try {
        crowd.apply(s, 0);
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::kUsage);
        EXPECT_NE(std::string(e.what()).find("speed"), std::string::npos);
    }
    EXPECT_EQ(crowd.settings(), CrowdSettings{});
    EXPECT_THROW(crowd.chooseClips(0, {0, 5}, 0), Error);
    EXPECT_THROW(crowd.edit(0, {.blend = 1.5}, 0), Error);
    CrowdModel many;
    many.clips.assign(PH_MAX_CLIPS + 1, clip("x", 1.0, true, 0.0));
    EXPECT_THROW(Crowd({many}, {{0, 0}}), Error);
}

TEST(Crowd, SecondsAndTicks) {
    EXPECT_EQ(ticksFromSeconds(1.0), 4096U);
    EXPECT_EQ(ticksFromSeconds(0x1p20), 0U);  // wraps
    EXPECT_EQ(ticksFromSeconds(0x1p20 + 2.0), 8192U);
    EXPECT_DOUBLE_EQ(secondsFromTicks(6144), 1.5);
    EXPECT_EQ(formationNamed("ring"), Formation::kRing);
    EXPECT_EQ(formationNamed("square"), std::nullopt);
}

TEST(Crowd, DefaultClipsOfRealModels) {
    const auto choose = [](std::initializer_list<const char*> names) {
        std::vector<BakedClip> clips;
        for (const char* name : names) clips.push_back(clip(name, 1.0, true, 0.0));
        const ClipChoice c = defaultClips(clips);
        return std::pair<std::string, std::string>(clips[static_cast<std::size_t>(c.a)].name,
                                                   clips[static_cast<std::size_t>(c.b)].name);
    };
    using Pair = std::pair<std::string, std::string>;
    EXPECT_EQ(choose({"1H_Melee_Attack_Chop", "Idle", "Running_A", "Running_B", "Running_Strafe_Left",
                      "T-Pose", "Walking_A", "Walking_Backwards"}),
              (Pair{"Walking_A", "Running_A"}));
    EXPECT_EQ(choose({"Walking_Backwards", "Running_Strafe_Left", "Running_B", "Walking_C"}),
              (Pair{"Walking_C", "Running_B"}));
    EXPECT_EQ(choose({"mixamo.com"}), (Pair{"mixamo.com", "mixamo.com"}));
    EXPECT_EQ(choose({"HumanArmature|Man_Clapping", "HumanArmature|Man_Idle", "HumanArmature|Man_Run",
                      "HumanArmature|Man_RunningJump", "HumanArmature|Man_Walk"}),
              (Pair{"HumanArmature|Man_Walk", "HumanArmature|Man_Run"}));
    EXPECT_EQ(choose({"Survey", "Walk", "Run"}), (Pair{"Walk", "Run"}));
    EXPECT_EQ(choose({"Wave", "Idle", "Run"}), (Pair{"Run", "Idle"}));
    EXPECT_EQ(choose({"Dance", "Wave"}), (Pair{"Dance", "Wave"}));
    EXPECT_EQ(choose({"Idle_Gun_Pointing", "Idle", "CharacterArmature|March"}),
              (Pair{"CharacterArmature|March", "Idle"}));
    // "Trunk" and "Crunch" are no runs.
    EXPECT_EQ(choose({"Trunk", "Crunch", "Jog_Fwd"}), (Pair{"Jog_Fwd", "Trunk"}));
}

// A million in half a second on one core is the aim; the test allows for slow machines and sanitizers.
TEST(Crowd, LaysAMillionQuickly) {
    Crowd crowd = army();
    for (const Formation formation :
         {Formation::kGrid, Formation::kPhalanx, Formation::kRing, Formation::kScatter}) {
        CrowdSettings s;
        s.units = kMaxUnits;
        s.formation = formation;
        const Stopwatch watch;
        crowd.apply(s, 0);
        const double lay_ms = watch.elapsed_ms();
        s.speed = 1.3;
        const Stopwatch rebase_watch;
        crowd.apply(s, kSecond);
        const double rebase_ms = rebase_watch.elapsed_ms();
        RecordProperty(kFormationNames[static_cast<std::size_t>(formation)], std::to_string(lay_ms));
        std::printf("%s: laid in %.0f ms, rebased in %.0f ms\n",
                    kFormationNames[static_cast<std::size_t>(formation)], lay_ms, rebase_ms);
        EXPECT_LT(lay_ms, 10000.0);
        EXPECT_EQ(crowd.unit(999'999).look.z, 999'999U);
    }
}

}  // namespace
}  // namespace phalanx
