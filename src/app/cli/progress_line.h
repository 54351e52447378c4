// A line on the terminal that says how far a long command is. It is erased at the end.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace phalanx {

// "42 %, about 3 min left: texture, 1,000 units". share: 0..1. The rest is estimated from 5 s on, if the
// share is at least 2 %.
std::string progressText(std::string_view what, double share, std::chrono::duration<double> passed);

// Nothing is shown unless stderr is a terminal, nor if the log is quiet or verbose.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ProgressLine(ProgressLine&&) = delete;
    ProgressLine& operator=(ProgressLine&&) = delete;

    // From any thread, as often as is convenient.
    void show(std::string_view what, double share);

  private:
    using Clock = std::chrono::steady_clock;

    bool shown_ = false;
    std::mutex mutex_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_{};
    std::string what_;
};

}  // namespace phalanx
