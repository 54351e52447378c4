#include "app/army/army_clock.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

TEST(ArmyClock, CountsWholeTicksAndStopsWhilePaused) {
    ArmyClock clock;
    EXPECT_EQ(clock.now(), 0U);
    clock.advance(std::chrono::milliseconds(1500));
    EXPECT_EQ(clock.now(), 6144U);
    clock.pause(true);
    clock.advance(std::chrono::seconds(9));
    EXPECT_EQ(clock.now(), 6144U);
    clock.pause(false);
    // One third of a tick per call: rounding neither loses nor adds ticks.
    for (int i = 0; i < 3000; ++i) clock.advance(std::chrono::nanoseconds(81'380));
    EXPECT_EQ(clock.now(), 6144U + 999U);
}

TEST(ArmyClock, IsSetToAnyTick) {
    ArmyClock clock;
    for (const Ticks ticks : {0U, 1U, 4095U, 4097U, 1234567U, 0xFFFFFFFFU}) {
        clock.set(ticks);
        EXPECT_EQ(clock.now(), ticks);
    }
}

TEST(ArmyClock, WrapsAfterTwelveDays) {
    ArmyClock clock;
    clock.advance(std::chrono::hours(24 * 13));
    EXPECT_EQ(clock.now(), static_cast<Ticks>(std::int64_t{24} * 13 * 3600 * 4096));
}

}  // namespace
}  // namespace phalanx
