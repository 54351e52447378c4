// A saved moment: after a newly created crowd loads it, all units are where they were, and continue
// identically.
#include "crowd/moment.h"

#include <gtest/gtest.h>

#include "cpu/crowd/crowd_army.h"

namespace phalanx {
namespace {

using namespace test;

void expectSameArmy(const Crowd& a, const Crowd& b, Ticks now) {
    for (std::uint32_t u = 0; u < a.size(); ++u) {
        SCOPED_TRACE(u);
        expectSameState(a.stateOf(u, now), b.stateOf(u, now));
    }
}

struct MomentCase {
    const char* name;
    CrowdSettings settings;
    ClipChoice clips;
};

std::vector<MomentCase> momentCases() {
    CrowdSettings periodic;
    periodic.units = 40;
    periodic.speed_spread = 0.2;
    periodic.crossfade_spread = 1.0;
    CrowdSettings held = periodic;
    held.crossfade_s = 0.0;
    held.blend = 0.4;
    CrowdSettings standing = held;
    standing.march = false;
    return {{"periodic", periodic, {kWalk, kRun}},
            {"held", held, {kWalk, kRun}},
            {"not in step", held, {kIdle, kRun}},
            {"one-shots", standing, {kDie, kIdle}},
            {"one-shots in a crossfade", periodic, {kDie, kIdle}}};
}

TEST(Moment, IsRestoredByANewCrowd) {
    for (const MomentCase& tried : momentCases()) {
        SCOPED_TRACE(tried.name);
        const Ticks saved = 17 * kSecond + 5;
        UnitEdit edit;
        edit.speed = 0.5;
        Crowd lived({crowdSoldier()}, {tried.clips}, tried.settings);
        CrowdSettings faster = tried.settings;
        faster.speed = 1.7;
        lived.apply(faster, 3 * kSecond);
        lived.edit(7, edit, 5 * kSecond);
        CrowdSettings last = tried.settings;
        last.speed = 0.8;
        lived.apply(last, 9 * kSecond + 100);
        lived.advance(saved);

        Crowd laid({crowdSoldier()}, {tried.clips}, last);
        laid.edit(7, edit, 0);
        laid.advance(saved);
        const std::string text = momentOf(lived, saved);
        ASSERT_TRUE(isMoment(text));
        EXPECT_NE(text, momentOf(laid, saved))
            << "the new crowd already equals the saved one: the test is void";
        const std::uint64_t written = laid.unitsWritten();
        EXPECT_TRUE(takeMoment(text, laid, saved));
        EXPECT_EQ(momentOf(laid, saved), text);
        EXPECT_GE(laid.unitsWritten(), written + laid.size()) << "culling must process every unit again";
        for (const Ticks after : {0U, kSecond / 2, 6 * kSecond}) expectSameArmy(lived, laid, saved + after);
    }
}

// A one-shot that waits for its fade-in, and a change of all clips that has just begun.
TEST(Moment, IncludesFadesInProgress) {
    CrowdSettings settings;
    settings.units = 12;
    settings.offset_spread = 1.0;
    settings.speed_spread = 0.1;
    UnitEdit dies;
    dies.clips = ClipChoice{kDie, kDie};
    const Ticks saved = 4 * kSecond;
    Crowd lived({crowdSoldier()}, {{kIdle, kRun}}, settings);
    lived.edit(3, dies, saved - 400);
    lived.chooseClips(0, {kWalk, kOtherRun}, saved - 300);
    Crowd laid({crowdSoldier()}, {{kWalk, kOtherRun}}, settings);
    laid.edit(3, dies, 0);
    laid.advance(saved);
    const std::string text = momentOf(lived, saved);
    takeMoment(text, laid, saved);
    for (const Ticks after : {0U, 500U, 2 * kSecond, 9 * kSecond}) {
        SCOPED_TRACE(after);
        lived.advance(saved + after);
        laid.advance(saved + after);
        expectSameArmy(lived, laid, saved + after);
    }
}

// The units marched, halted, and were saved. The bounds for cameras and shadows must cover the whole path.
TEST(Moment, OfMarchedUnitsKeepsTheBoundsOfThePath) {
    CrowdSettings settings;
    settings.units = 12;
    Crowd lived({crowdSoldier()}, {{kWalk, kWalk}}, settings);
    lived.advance(20 * kSecond);
    settings.march = false;
    lived.apply(settings, 20 * kSecond);
    Crowd laid({crowdSoldier()}, {{kWalk, kWalk}}, settings);
    laid.advance(20 * kSecond);
    ASSERT_LT(laid.radius_m(), lived.radius_m());
    takeMoment(momentOf(lived, 20 * kSecond), laid, 20 * kSecond);
    EXPECT_EQ(laid.radius_m(), lived.radius_m());
    EXPECT_EQ(laid.center(), lived.center());
}

TEST(Moment, OfAnotherNumberOfUnitsIsIgnored) {
    Crowd few({crowdSoldier()}, {{kWalk, kRun}}, [] {
        CrowdSettings settings;
        settings.units = 3;
        return settings;
    }());
    const std::string before = momentOf(few, kSecond);
    EXPECT_FALSE(takeMoment("1.1.1.1 2.2.2.2", few, kSecond));
    EXPECT_EQ(momentOf(few, kSecond), before);
}

TEST(Moment, IsDistinguishedFromOtherTexts) {
    EXPECT_TRUE(isMoment(""));
    EXPECT_TRUE(isMoment("ffffffff.0.1.a 1.2.3.4"));
    for (const char* text : {"1.2.3", "1.2.3.4.5", "1.2.3.g", "123456789.0.0.0", "1,2,3,4", "1.2.3.4.",
                             "1.2.3.4.5.6.7.8.9", "-"})
        EXPECT_FALSE(isMoment(text)) << text;
}

}  // namespace
}  // namespace phalanx
