// The army clock in integer ticks; stops while paused. It does not read the system time: call advance().
#pragma once

#include <chrono>
#include <cstdint>

#include "crowd/crowd.h"

namespace phalanx {

class ArmyClock {
  public:
    void advance(std::chrono::nanoseconds by) {
        if (!paused_) elapsed_ += by;
    }
    void restart() { elapsed_ = {}; }
    // Afterwards now() returns `ticks`.
    void set(Ticks ticks) {
        constexpr auto kPerSecond = static_cast<std::int64_t>(PH_TICKS_PER_SECOND);
        constexpr std::int64_t kNanoseconds = 1'000'000'000;
        const std::int64_t count = std::int64_t{ticks} / kPerSecond * kNanoseconds;
        const std::int64_t rest = std::int64_t{ticks} % kPerSecond * kNanoseconds;
        elapsed_ = std::chrono::nanoseconds(count + (rest + kPerSecond - 1) / kPerSecond);
    }
    void pause(bool on) { paused_ = on; }

    // Converts whole seconds and the remainder separately, so that no product overflows, without floats.
    Ticks now() const {
        constexpr auto kPerSecond = static_cast<std::int64_t>(PH_TICKS_PER_SECOND);
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed_);
        const std::int64_t rest = (elapsed_ - seconds).count();
        return static_cast<Ticks>(seconds.count() * kPerSecond + rest * kPerSecond / 1'000'000'000);
    }

  private:
    std::chrono::nanoseconds elapsed_{0};
    bool paused_ = false;
};

}  // namespace phalanx
