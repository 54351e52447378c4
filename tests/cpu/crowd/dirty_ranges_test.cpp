#include "crowd/dirty_ranges.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

using Ranges = std::vector<DirtyRanges::Range>;

TEST(DirtyRanges, HoldWhatWasAddedAndLittleElse) {
    DirtyRanges dirty;
    EXPECT_TRUE(dirty.empty());
    EXPECT_EQ(dirty.ranges(), Ranges{});
    for (const std::size_t index : {5000U, 7U, 8U, 5001U, 20U, 8U}) dirty.add(index);
    EXPECT_EQ(dirty.ranges(), (Ranges{{7, 21}, {5000, 5002}}));
    dirty.add({6, 40});
    dirty.add({9, 9});
    EXPECT_EQ(dirty.ranges(), (Ranges{{6, 40}, {5000, 5002}}));
    dirty.clear();
    EXPECT_TRUE(dirty.empty());
}

TEST(DirtyRanges, TooManyBecomeOne) {
    DirtyRanges dirty;
    for (std::size_t i = 0; i < DirtyRanges::kMostRanges; ++i) dirty.add((7919 * i) % 100'003 * 100);
    const Ranges apart = dirty.ranges();
    EXPECT_EQ(apart.size(), DirtyRanges::kMostRanges);
    dirty.add(50'000'000);
    EXPECT_EQ(dirty.ranges(), (Ranges{{apart.front().first, 50'000'001}}));
}

}  // namespace
}  // namespace phalanx
