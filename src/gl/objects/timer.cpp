#include "gl/objects/timer.h"

#include <cassert>
#include <utility>

namespace phalanx::gl {

GpuTimer::GpuTimer(const Capabilities& capabilities) : available_(capabilities.timer_queries) {}

void GpuTimer::beginFrame() {
    ++frame_;
    if (!available_) return;
    if (frame_ - unread_ == kFrames) {  // its slot is needed
        ++dropped_;
        ++unread_;
    }
    current_ = frame_ % kFrames;
    frames_[current_].number = frame_;
    frames_[current_].used = 0;
}

void GpuTimer::poll() {
    latest_frame_.reset();
    if (!available_ || unread_ >= frame_) return;
    Frame& oldest = frames_[unread_ % kFrames];
    if (!isFinished(oldest)) return;
    read(oldest);
    ++unread_;
}

void GpuTimer::begin(std::string_view pass) {
    if (!available_) return;
    Frame& frame = frames_[current_];
    if (frame.used == frame.intervals.size()) {
        frame.intervals.push_back(Interval{0, false, Query::create(), Query::create()});
    }
    Interval& interval = frame.intervals[frame.used++];
    interval.pass = passIndex(pass);
    interval.ended = false;
    glQueryCounter(interval.begin.id(), GL_TIMESTAMP);
}

void GpuTimer::end(std::string_view pass) {
    if (!available_) return;
    const std::size_t index = passIndex(pass);
    Frame& frame = frames_[current_];
    // The innermost open interval of that name.
    for (std::size_t i = frame.used; i-- > 0;) {
        Interval& interval = frame.intervals[i];
        if (interval.pass != index || interval.ended) continue;
        glQueryCounter(interval.end.id(), GL_TIMESTAMP);
        interval.ended = true;
        return;
    }
    assert(false && "GpuTimer::end() without begin()");
}

std::optional<double> GpuTimer::latest_ms(std::string_view pass) const {
    for (const Pass& known : passes_) {
        if (known.name == pass) return known.latest_ms;
    }
    return {};
}

std::vector<std::string> GpuTimer::passes() const {
    std::vector<std::string> names;
    names.reserve(passes_.size());
    for (const Pass& pass : passes_) names.push_back(pass.name);
    return names;
}

std::size_t GpuTimer::passIndex(std::string_view name) {
    for (std::size_t i = 0; i < passes_.size(); ++i) {
        if (passes_[i].name == name) return i;
    }
    passes_.push_back({std::string(name), {}});
    return passes_.size() - 1;
}

bool GpuTimer::isFinished(const Frame& frame) {
    for (std::size_t i = 0; i < frame.used; ++i) {
        if (!frame.intervals[i].ended) continue;
        GLint done = GL_FALSE;
        glGetQueryObjectiv(frame.intervals[i].end.id(), GL_QUERY_RESULT_AVAILABLE, &done);
        if (done == GL_FALSE) return false;
    }
    return true;
}

void GpuTimer::read(Frame& frame) {
    const std::size_t used = std::exchange(frame.used, 0);
    std::vector<std::optional<double>> sums(passes_.size());
    for (std::size_t i = 0; i < used; ++i) {
        const Interval& interval = frame.intervals[i];
        if (!interval.ended) continue;
        // 64 bits, because 32 bits of nanoseconds overflow after four seconds.
        GLuint64 begin = 0;
        GLuint64 end = 0;
        glGetQueryObjectui64v(interval.begin.id(), GL_QUERY_RESULT, &begin);
        glGetQueryObjectui64v(interval.end.id(), GL_QUERY_RESULT, &end);
        constexpr double kMsPerNs = 1e-6;
        const double duration_ms = end > begin ? static_cast<double>(end - begin) * kMsPerNs : 0.0;
        sums[interval.pass] = sums[interval.pass].value_or(0.0) + duration_ms;
    }
    // A pass that did not run has no time: the time of an earlier frame would be taken for work of this one.
    for (std::size_t i = 0; i < sums.size(); ++i) passes_[i].latest_ms = sums[i];
    if (used > 0) latest_frame_ = frame.number;
}

}  // namespace phalanx::gl
