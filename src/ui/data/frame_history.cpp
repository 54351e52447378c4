#include "ui/data/frame_history.h"

#include "core/percentile.h"

namespace phalanx {

void FrameHistory::add(const FrameTime& time) {
    if (ring_.size() < capacity_) {
        ring_.push_back(time);
        return;
    }
    ring_[first_] = time;
    first_ = (first_ + 1) % capacity_;
}

void FrameHistory::clear() {
    ring_.clear();
    first_ = 0;
}

FrameTimes FrameHistory::times() const {
    std::vector<float> frame;
    std::vector<float> submit;
    std::vector<float> gpu;
    std::vector<float> layers;
    for (const FrameTime& time : ring_) {
        frame.push_back(time.frame_ms);
        submit.push_back(time.submit_ms);
        if (time.gpu_ms) gpu.push_back(*time.gpu_ms);
        if (time.layers_ms) layers.push_back(*time.layers_ms);
    }
    FrameTimes times;
    times.frame_p50 = percentile(frame, 0.5);
    times.frame_p95 = percentile(frame, 0.95);
    times.submit_p50 = percentile(submit, 0.5);
    times.submit_p95 = percentile(submit, 0.95);
    if (!gpu.empty()) {
        times.gpu_p50 = percentile(gpu, 0.5);
        times.gpu_p95 = percentile(gpu, 0.95);
    }
    if (!layers.empty()) times.layers_p50 = percentile(layers, 0.5);
    return times;
}

}  // namespace phalanx
