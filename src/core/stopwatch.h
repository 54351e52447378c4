// Elapsed wall time of a monotonic clock.
#pragma once

#include <chrono>

namespace phalanx {

class Stopwatch {
  public:
    double elapsed_ms() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    }
    double elapsed_s() const { return elapsed_ms() / 1000.0; }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Since the process started, to within some milliseconds: it is loaded before its clock starts.
double sinceStart_ms();

}  // namespace phalanx
