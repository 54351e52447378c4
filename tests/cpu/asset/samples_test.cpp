// When the driver supports fewer samples than requested, the log must say so.
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>

#include "render/frame/renderer.h"

namespace phalanx {
namespace {

// Collects the log's output during its lifetime.
class LogCapture {
  public:
    LogCapture() : before_(spdlog::default_logger()) {
        spdlog::set_default_logger(std::make_shared<spdlog::logger>(
            "captured", std::make_shared<spdlog::sinks::ostream_sink_st>(text_)));
    }
    ~LogCapture() { spdlog::set_default_logger(before_); }
    LogCapture(const LogCapture&) = delete;
    LogCapture& operator=(const LogCapture&) = delete;
    LogCapture(LogCapture&&) = delete;
    LogCapture& operator=(LogCapture&&) = delete;

    std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
    std::shared_ptr<spdlog::logger> before_;
};

TEST(Samples, MatchTheRequestOrAreLogged) {
    gl::Capabilities capabilities;
    capabilities.max_samples = 8;
    const LogCapture log;
    EXPECT_EQ(availableSamples(capabilities, 1), 1);
    EXPECT_EQ(availableSamples(capabilities, 8), 8);
    EXPECT_EQ(log.text(), "");

    EXPECT_EQ(availableSamples(capabilities, 16), 8);
    EXPECT_NE(log.text().find("8 samples per pixel instead of 16"), std::string::npos) << log.text();
}

TEST(Samples, AreOneIfTheDriverSupportsNone) {
    gl::Capabilities capabilities;
    capabilities.max_samples = 0;
    const LogCapture log;
    EXPECT_EQ(availableSamples(capabilities, 4), 1);
    EXPECT_NE(log.text().find("1 samples per pixel instead of 4"), std::string::npos) << log.text();
}

}  // namespace
}  // namespace phalanx
