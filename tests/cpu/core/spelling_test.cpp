// Edit distances between words.
#include "core/spelling.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

TEST(Spelling, CountsEdits) {
    EXPECT_EQ(editDistance("", ""), 0U);
    EXPECT_EQ(editDistance("shield", ""), 6U);
    EXPECT_EQ(editDistance("", "shield"), 6U);
    EXPECT_EQ(editDistance("shield", "shield"), 0U);
    EXPECT_EQ(editDistance("shield", "shild"), 1U);
    EXPECT_EQ(editDistance("shield", "shieldd"), 1U);
    EXPECT_EQ(editDistance("shield", "shyeld"), 1U);
    EXPECT_EQ(editDistance("verfiy", "verify"), 2U);
    EXPECT_EQ(editDistance("kitten", "sitting"), 3U);
    EXPECT_EQ(editDistance("sitting", "kitten"), 3U);
    EXPECT_EQ(editDistance("abc", "xyz"), 3U);
}

TEST(Spelling, LettersAreTheSameInBothCases) {
    EXPECT_EQ(editDistance("Walk", "wALK"), 0U);
    EXPECT_EQ(editDistance("\xC3\x84", "\xC3\xA4"), 1U);  // two bytes each, one of which differs
    EXPECT_EQ(editDistance("[", "{"), 1U);                // differ by the same bit as A and a
}

}  // namespace
}  // namespace phalanx
