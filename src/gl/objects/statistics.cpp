#include "gl/objects/statistics.h"

#include <cassert>

namespace phalanx::gl {
namespace {

// In the order of PipelineCounts' members.
constexpr std::array<GLenum, 4> kTargets = {GL_VERTICES_SUBMITTED, GL_VERTEX_SHADER_INVOCATIONS,
                                            GL_PRIMITIVES_SUBMITTED, GL_FRAGMENT_SHADER_INVOCATIONS};

}  // namespace

PipelineStatistics::PipelineStatistics(const Capabilities& capabilities)
    : available_(capabilities.pipeline_statistics) {}

void PipelineStatistics::begin(std::uint64_t number) {
    if (!available_) return;
    assert(!counting_);
    current_ = (current_ + 1) % kFrames;
    Frame& frame = frames_[current_];
    read(frame);
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
        if (!frame.queries[i]) frame.queries[i] = Query::create();
        glBeginQuery(kTargets[i], frame.queries[i].id());
    }
    frame.number = number;
    counting_ = true;
}

void PipelineStatistics::end() {
    if (!available_) return;
    assert(counting_);
    for (const GLenum target : kTargets) glEndQuery(target);
    frames_[current_].pending = true;
    counting_ = false;
}

void PipelineStatistics::read(Frame& frame) {
    if (!frame.pending) return;
    frame.pending = false;
    std::array<GLuint64, kTargets.size()> counts{};
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
        GLint done = GL_FALSE;
        glGetQueryObjectiv(frame.queries[i].id(), GL_QUERY_RESULT_AVAILABLE, &done);
        if (done == GL_FALSE) return;
        glGetQueryObjectui64v(frame.queries[i].id(), GL_QUERY_RESULT, &counts[i]);
    }
    latest_ = PipelineCounts{counts[0], counts[1], counts[2], counts[3]};
    latest_number_ = frame.number;
}

}  // namespace phalanx::gl
