#include <gtest/gtest.h>

#include "core/percentile.h"
#include "ui/data/frame_history.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

TEST(FrameHistory, KeepsTheNewestInOrder) {
    FrameHistory history(3);
    for (int i = 1; i <= 5; ++i) history.add({static_cast<float>(i), 0.0F, std::nullopt});
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(history.at(0).frame_ms, 3.0F);
    EXPECT_EQ(history.at(2).frame_ms, 5.0F);
    EXPECT_FALSE(history.times().gpu_p50.has_value());
}

TEST(Percentile, InterpolatesBetweenTheClosestRanks) {
    EXPECT_EQ(percentile(std::vector<float>{}, 0.5), 0.0);
    EXPECT_EQ(percentile(std::vector{4.0F}, 0.95), 4.0);
    std::vector<float> values;
    for (int i = 100; i >= 1; --i) values.push_back(static_cast<float>(i));
    EXPECT_DOUBLE_EQ(percentile(values, 0.0), 1.0);
    EXPECT_DOUBLE_EQ(percentile(values, 0.5), 50.5);
    EXPECT_DOUBLE_EQ(percentile(values, 0.95), 95.05);
    EXPECT_DOUBLE_EQ(percentile(values, 1.0), 100.0);
}

TEST(Format, ScalesOfPlotsAreRound) {
    EXPECT_EQ(scaleOver_ms(0.0, 1.0), 1.0);
    EXPECT_EQ(scaleOver_ms(0.0, 0.1), 0.1);
    EXPECT_EQ(scaleOver_ms(0.15, 0.1), 0.2);
    EXPECT_EQ(scaleOver_ms(2.0, 1.0), 2.0);
    EXPECT_EQ(scaleOver_ms(2.1, 1.0), 5.0);
    EXPECT_EQ(scaleOver_ms(12'345.0, 1.0), 20'000.0);
    EXPECT_EQ(scaleOver_ms(50'001.0, 1.0), 100'000.0);
}

TEST(Format, ReadableNumbers) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1'234'567), "1,234,567");
    EXPECT_EQ(shortened(999.0), "999");
    EXPECT_EQ(shortened(12'345'678.0), "12.3 M");
    EXPECT_EQ(bytesText(64), "64 B");
    EXPECT_EQ(bytesText(40'961), "41.0 kB");
    EXPECT_EQ(bytesText(999'999), "1.00 MB");
    EXPECT_EQ(millisecondsText(8.312), "8.31 ms");
    EXPECT_EQ(millisecondsText(41.66), "41.7 ms");
    EXPECT_EQ(millisecondsText(999.4), "999 ms");
    EXPECT_EQ(millisecondsText(999.7), "1.00 s");
    EXPECT_EQ(millisecondsText(1'234.0), "1.23 s");
    EXPECT_EQ(millisecondsText(83'210.0), "83.2 s");
    EXPECT_EQ(finerMillisecondsText(0.0421), "0.042 ms");
    EXPECT_EQ(finerMillisecondsText(1'234.0), "1.23 s");
    EXPECT_EQ(scaleText(0.2), "0.2 ms");
    EXPECT_EQ(scaleText(500.0), "500 ms");
    EXPECT_EQ(scaleText(20'000.0), "20 s");
    EXPECT_EQ(shareText(0.01, 10), "1.00 \xC2\xB5s");
    EXPECT_EQ(shareText(319.0, 200), "1,595 \xC2\xB5s");
}

}  // namespace
}  // namespace phalanx
