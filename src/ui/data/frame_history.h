// Ring buffer of the last frame times, and their percentiles. No GL.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace phalanx {

struct FrameTime {
    float frame_ms = 0.0F;             // from one swap to the next
    float submit_ms = 0.0F;            // CPU time of the GL calls
    std::optional<float> gpu_ms;       // nullopt without reliable timers
    std::optional<float> layers_ms{};  // of that, the passes of layered poses; nullopt if there are none
};

// Percentiles in milliseconds; 0 without frames.
struct FrameTimes {
    double frame_p50 = 0.0, frame_p95 = 0.0;
    double submit_p50 = 0.0, submit_p95 = 0.0;
    std::optional<double> gpu_p50, gpu_p95;
    std::optional<double> layers_p50;
};

class FrameHistory {
  public:
    // capacity: at least 1.
    explicit FrameHistory(std::size_t capacity) : capacity_(capacity) {}

    void add(const FrameTime& time);
    void clear();
    std::size_t size() const { return ring_.size(); }
    std::size_t capacity() const { return capacity_; }
    // 0: the oldest frame kept.
    const FrameTime& at(std::size_t i) const { return ring_[(first_ + i) % ring_.size()]; }
    FrameTimes times() const;

  private:
    std::size_t capacity_;
    std::size_t first_ = 0;
    std::vector<FrameTime> ring_;
};

}  // namespace phalanx
