#include "app/cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/log.h"

namespace phalanx {
namespace {

constexpr std::chrono::duration<double> kFirstEstimate{5.0};
constexpr double kLeastEstimated = 0.02;
constexpr std::chrono::milliseconds kLeastPause{200};
constexpr const char* kErase = "\r\x1b[K";

std::string roughly(double seconds) {
    if (seconds < 90.0) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    return fmt::format("{:.0f} min", seconds / 60.0);
}

}  // namespace

std::string progressText(std::string_view what, double share, std::chrono::duration<double> passed) {
    share = std::clamp(share, 0.0, 1.0);
    std::string text = fmt::format("{:.0f} %", std::floor(100.0 * share));
    if (passed >= kFirstEstimate && share >= kLeastEstimated)
        text += fmt::format(", about {} left", roughly(passed.count() * (1.0 - share) / share));
    if (!what.empty()) text += fmt::format(": {}", what);
    return text;
}

ProgressLine::ProgressLine() : shown_(::isatty(STDERR_FILENO) == 1 && logsInfo() && !logsDebug()) {}

ProgressLine::~ProgressLine() {
    if (shown_ && last_ != Clock::time_point{}) std::fputs(kErase, stderr);
}

void ProgressLine::show(std::string_view what, double share) {
    if (!shown_) return;
    const std::scoped_lock lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (now - last_ < kLeastPause && what == what_) return;
    last_ = now;
    what_ = what;
    // Cut to the width of a small terminal: a line that wraps could not be erased.
    constexpr std::size_t kColumns = 79;
    std::fprintf(stderr, "%s%s", kErase, progressText(what, share, now - begin_).substr(0, kColumns).c_str());
    std::fflush(stderr);
}

}  // namespace phalanx
