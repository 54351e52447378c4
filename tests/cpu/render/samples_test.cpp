// When the driver supports fewer samples than requested, the log must say so.
#include <gtest/gtest.h>

#include <string>

#include "log_capture.h"
#include "render/passes/renderer.h"

namespace phalanx {
namespace {

TEST(Samples, MatchTheRequestOrAreLogged) {
    gl::Capabilities capabilities;
    capabilities.max_samples = 8;
    const test::LogCapture log;
    EXPECT_EQ(availableSamples(capabilities, 1), 1);
    EXPECT_EQ(availableSamples(capabilities, 8), 8);
    EXPECT_EQ(log.text(), "");

    EXPECT_EQ(availableSamples(capabilities, 16), 8);
    EXPECT_NE(log.text().find("8 samples per pixel instead of 16"), std::string::npos) << log.text();
}

TEST(Samples, AreOneIfTheDriverSupportsNone) {
    gl::Capabilities capabilities;
    capabilities.max_samples = 0;
    const test::LogCapture log;
    EXPECT_EQ(availableSamples(capabilities, 4), 1);
    EXPECT_NE(log.text().find("1 samples per pixel instead of 4"), std::string::npos) << log.text();
}

}  // namespace
}  // namespace phalanx
