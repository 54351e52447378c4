// What a long command says of its progress.
#include "app/cli/progress_line.h"

#include <gtest/gtest.h>

namespace phalanx {
namespace {

using Seconds = std::chrono::duration<double>;

TEST(ProgressText, EstimatesTheRestFromTheShare) {
    EXPECT_EQ(progressText("texture", 0.25, Seconds(20.0)), "25 %, about 60 s left: texture");
    EXPECT_EQ(progressText("", 0.1, Seconds(60.0)), "10 %, about 9 min left");
}

TEST(ProgressText, EstimatesNothingEarly) {
    EXPECT_EQ(progressText("texture", 0.5, Seconds(4.9)), "50 %: texture");
    EXPECT_EQ(progressText("texture", 0.019, Seconds(600.0)), "1 %: texture");
}

TEST(ProgressText, SharesStayWithinTheWhole) {
    EXPECT_EQ(progressText("", 1.5, Seconds(10.0)), "100 %, about 1 s left");
    EXPECT_EQ(progressText("", -1.0, Seconds(10.0)), "0 %");
}

}  // namespace
}  // namespace phalanx
