// Slots that last: who has which, and when what lies there must be written again.
#include "render/units/unit_slots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace phalanx {
namespace {

// Random lists of many frames against a plain table of who is listed and what was written when.
TEST(UnitSlots, EveryListedUnitHasASlotOfItsOwn) {
    constexpr std::uint32_t kSoldiers = 300;
    std::mt19937 engine(7);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    UnitSlots slots;
    slots.resize(kSoldiers);
    std::map<std::uint32_t, std::uint32_t> before;  // slots of the last frame
    std::size_t most = 0;
    int kept = 0;
    for (std::uint64_t frame = 1; frame <= 200; ++frame) {
        slots.begin(frame);
        std::set<std::uint32_t> listed;
        const std::uint32_t wanted = 20 + random() % 60;
        for (const auto& [unit, slot] : before) {
            if (random() % 4 != 0) listed.insert(unit);
        }
        while (listed.size() < wanted) listed.insert(random() % kSoldiers);
        most = std::max(most, listed.size() + before.size());
        std::map<std::uint32_t, std::uint32_t> now;
        std::set<std::uint32_t> taken;
        for (const std::uint32_t unit : listed) {
            const std::uint32_t slot = slots.list(unit, 1);
            ASSERT_LT(slot, slots.count());
            EXPECT_TRUE(taken.insert(slot).second) << "two units have slot " << slot;
            EXPECT_EQ(slots.list(unit, 1), slot) << "listed again";
            const auto had = before.find(unit);
            if (had != before.end()) {
                EXPECT_EQ(had->second, slot);
                ++kept;
            }
            EXPECT_TRUE(slots.due(slot));
            EXPECT_FALSE(slots.due(slot)) << "written twice in a frame";
            now[unit] = slot;
        }
        before = now;
    }
    EXPECT_GT(kept, 3000) << "the test is void";
    EXPECT_LE(slots.count(), most) << "free slots are not used again";
}

// Each unit is written when it appears and then once per period; the units of a period take turns.
TEST(UnitSlots, UnitsOfAPeriodTakeTurns) {
    constexpr std::uint32_t kSoldiers = 120;
    for (const std::uint32_t period : {1U, 2U, 3U, 4U}) {
        UnitSlots slots;
        slots.resize(kSoldiers);
        std::vector<std::uint64_t> written(kSoldiers, 0);
        for (std::uint64_t frame = 1; frame <= 40; ++frame) {
            slots.begin(frame);
            std::uint32_t due = 0;
            for (std::uint32_t unit = 0; unit < kSoldiers; ++unit) {
                if (!slots.due(slots.list(unit, period))) {
                    EXPECT_LT(frame - written[unit], period) << unit;
                    continue;
                }
                ++due;
                written[unit] = frame;
            }
            if (frame == 1) {
                EXPECT_EQ(due, kSoldiers);
            } else if (frame > period) {
                EXPECT_EQ(due, kSoldiers / period) << "frame " << frame;
            }
        }
    }
}

TEST(UnitSlots, TheFirstPeriodOfAFrameCounts) {
    UnitSlots slots;
    slots.resize(8);
    std::uint32_t written = 0;
    for (std::uint64_t frame = 1; frame <= 9; ++frame) {
        slots.begin(frame);
        const std::uint32_t slot = slots.list(5, 4);
        EXPECT_EQ(slots.list(5, 1), slot);
        written += slots.due(slot) ? 1 : 0;
    }
    EXPECT_LE(written, 4U);
    EXPECT_GE(written, 3U);
}

TEST(UnitSlots, WhatIsGoneIsWrittenAgain) {
    UnitSlots slots;
    slots.resize(4);
    for (std::uint64_t frame = 1; frame <= 2; ++frame) {
        slots.begin(frame);
        slots.due(slots.list(1, 4));
    }
    // The content.
    slots.begin(3);
    slots.forgetContent();
    EXPECT_TRUE(slots.due(slots.list(1, 4)));
    // The unit, for a frame.
    slots.begin(4);
    slots.begin(5);
    EXPECT_TRUE(slots.due(slots.list(1, 4)));
    // The group.
    slots.resize(5);
    EXPECT_EQ(slots.count(), 0U);
    slots.begin(6);
    EXPECT_TRUE(slots.due(slots.list(1, 4)));
}

}  // namespace
}  // namespace phalanx
