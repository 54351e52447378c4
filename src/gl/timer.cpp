#include "gl/timer.h"

#include <cassert>
#include <utility>

namespace phalanx::gl {

GpuTimer::GpuTimer(const Capabilities& capabilities) : available_(capabilities.timer_queries) {}

void GpuTimer::beginFrame() {
    ++frame_;
    if (!available_) return;
    current_ = (current_ + 1) % kFrames;
    latest_frame_.reset();
    read(frames_[current_]);
    frames_[current_].number = frame_;
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
    // The innermost interval of that name that is open.
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

void GpuTimer::read(Frame& frame) {
    const std::size_t used = std::exchange(frame.used, 0);
    for (std::size_t i = 0; i < used; ++i) {
        if (!frame.intervals[i].ended) continue;
        GLint done = GL_FALSE;
        glGetQueryObjectiv(frame.intervals[i].end.id(), GL_QUERY_RESULT_AVAILABLE, &done);
        if (done == GL_FALSE) {
            ++dropped_;
            return;
        }
    }
    std::vector<std::optional<double>> sums(passes_.size());
    for (std::size_t i = 0; i < used; ++i) {
        const Interval& interval = frame.intervals[i];
        if (!interval.ended) continue;
        // 64 bits: 32 bits of nanoseconds run over after four seconds.
        GLuint64 begin = 0;
        GLuint64 end = 0;
        glGetQueryObjectui64v(interval.begin.id(), GL_QUERY_RESULT, &begin);
        glGetQueryObjectui64v(interval.end.id(), GL_QUERY_RESULT, &end);
        constexpr double kMsPerNs = 1e-6;
        const double duration_ms = end > begin ? static_cast<double>(end - begin) * kMsPerNs : 0.0;
        sums[interval.pass] = sums[interval.pass].value_or(0.0) + duration_ms;
    }
    // A pass that did not run has no time: the one of an earlier frame would look like work of this one.
    for (std::size_t i = 0; i < sums.size(); ++i) passes_[i].latest_ms = sums[i];
    if (used > 0) latest_frame_ = frame.number;
}

}  // namespace phalanx::gl
