#include "gl/objects/timer.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace phalanx::gl {

GpuTimer::GpuTimer(const Capabilities& capabilities)
    : available_(capabilities.timer_queries),
      timestamps_(capabilities.timestamps),
      disjoint_(capabilities.timers_disjoint) {}

void GpuTimer::beginFrame() {
    ++frame_;
    if (!available_) return;
    // An error may have left the last frame's passes open.
    stopElapsed();
    open_.clear();
    if (frame_ - unread_ == kFrames) {  // its slot is needed
        ++dropped_;
        ++unread_;
    }
    current_ = frame_ % kFrames;
    frames_[current_].number = frame_;
    frames_[current_].began = std::chrono::steady_clock::now();
    frames_[current_].used = 0;
}

void GpuTimer::poll() {
    latest_frame_.reset();
    if (!available_ || unread_ >= frame_) return;
    Frame& oldest = frames_[unread_ % kFrames];
    if (!isFinished(oldest)) return;
    if (wasDisjoint()) return dropPending();
    read(oldest);
    ++unread_;
}

void GpuTimer::begin(std::string_view pass) {
    if (!available_) return;
    open_.push_back(passIndex(pass));
    mark();
}

void GpuTimer::end(std::string_view pass) {
    if (!available_) return;
    const auto innermost = std::find(open_.rbegin(), open_.rend(), passIndex(pass));
    assert(innermost != open_.rend() && "GpuTimer::end() without begin()");
    if (innermost == open_.rend()) return;
    open_.erase(std::next(innermost).base());
    mark();
}

// Ends the segment before, and begins the next.
void GpuTimer::mark() {
    stopElapsed();
    if (!timestamps_ && open_.empty()) return;
    Frame& frame = frames_[current_];
    if (frame.used == frame.marks.size()) frame.marks.push_back(Mark{0, Query::create()});
    Mark& mark = frame.marks[frame.used++];
    mark.open = 0;
    for (const std::size_t pass : open_) mark.open |= std::uint64_t{1} << pass;
    if (timestamps_) {
        glQueryCounter(mark.query.id(), GL_TIMESTAMP);
    } else {
        glBeginQuery(GL_TIME_ELAPSED, mark.query.id());
        running_ = true;
    }
}

void GpuTimer::stopElapsed() {
    if (std::exchange(running_, false)) glEndQuery(GL_TIME_ELAPSED);
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
    assert(passes_.size() < 64 && "Mark::open has a bit for each pass");
    passes_.push_back({std::string(name), {}});
    return passes_.size() - 1;
}

// Queries of one kind finish in order.
bool GpuTimer::isFinished(const Frame& frame) {
    if (frame.used == 0) return true;
    GLint done = GL_FALSE;
    glGetQueryObjectiv(frame.marks[frame.used - 1].query.id(), GL_QUERY_RESULT_AVAILABLE, &done);
    return done != GL_FALSE;
}

// Whether the GPU's clock jumped since the last call, for example when it changed its frequency: all pending
// times are wrong then.
bool GpuTimer::wasDisjoint() const {
    constexpr GLenum kGpuDisjoint = 0x8FBB;  // GL_GPU_DISJOINT_EXT
    GLint disjoint = GL_FALSE;
    if (disjoint_) glGetIntegerv(kGpuDisjoint, &disjoint);
    return disjoint != GL_FALSE;
}

void GpuTimer::dropPending() {
    dropped_ += static_cast<int>(frame_ + 1 - unread_);
    unread_ = frame_ + 1;
}

double GpuTimer::duration_ms(const Frame& frame, std::size_t mark) const {
    constexpr double kMsPerNs = 1e-6;
    // 64 bits, because 32 bits of nanoseconds overflow after four seconds.
    GLuint64 begin = 0;
    glGetQueryObjectui64v(frame.marks[mark].query.id(), GL_QUERY_RESULT, &begin);
    if (!timestamps_) return static_cast<double>(begin) * kMsPerNs;
    GLuint64 end = 0;
    glGetQueryObjectui64v(frame.marks[mark + 1].query.id(), GL_QUERY_RESULT, &end);
    return end > begin ? static_cast<double>(end - begin) * kMsPerNs : 0.0;
}

void GpuTimer::read(Frame& frame) {
    const std::size_t used = std::exchange(frame.used, 0);
    using Milliseconds = std::chrono::duration<double, std::milli>;
    // A little more, because the GPU has a clock of its own.
    const double longest_ms =
        1.01 * Milliseconds(std::chrono::steady_clock::now() - frame.began).count() + 1.0;
    std::vector<std::optional<double>> sums(passes_.size());
    // The last timestamp only ends a segment.
    for (std::size_t i = 0; i + (timestamps_ ? 1 : 0) < used; ++i) {
        const std::uint64_t open = frame.marks[i].open;
        if (open == 0) continue;
        const double time_ms = duration_ms(frame, i);
        if (time_ms > longest_ms) {
            ++dropped_;
            return;
        }
        for (std::size_t pass = 0; pass < sums.size(); ++pass) {
            if ((open >> pass & 1U) != 0) sums[pass] = sums[pass].value_or(0.0) + time_ms;
        }
    }
    // A pass that did not run has no time: the time of an earlier frame would be taken for work of this one.
    for (std::size_t i = 0; i < sums.size(); ++i) passes_[i].latest_ms = sums[i];
    if (used == 0) return;
    latest_frame_ = frame.number;
    ++read_;
}

}  // namespace phalanx::gl
