// What the lesson says of the joints that each LOD reads.
#include "app/lesson/motion_detail.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

TEST(MotionDetail, RowsCountWhatAVertexFetches) {
    const std::vector<StorageRow> rows = motionRows(
        {{4, true, false, 10}, {2, false, false, 30}, {1, false, false, 1000}, {4, true, true, 60}}, 3);
    ASSERT_EQ(rows.size(), 5U);
    EXPECT_EQ(rows[0].what, "LOD 0: 4 joints, targets");
    EXPECT_EQ(rows[0].each, "48 texels");
    EXPECT_EQ(rows[1].each, "24 texels");
    EXPECT_EQ(rows[2].what, "LOD 2: 1 joint");
    EXPECT_EQ(rows[2].all, "1,000");
    EXPECT_EQ(rows[3].what, "Impostors");
    EXPECT_EQ(rows[3].each, "none");
    // (48 * 10 + 24 * 30 + 12 * 1000) / 1100
    EXPECT_EQ(rows[4].each, "12.0 texels");
    EXPECT_EQ(rows[4].all, "1,100");
}

TEST(MotionDetail, AnArmyOutOfViewHasNoMean) {
    EXPECT_EQ(motionRows({{4, false, false, 0}, {1, false, false, 0}}, 2).size(), 2U);
}

}  // namespace
}  // namespace phalanx
