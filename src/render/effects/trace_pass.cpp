#include "render/effects/trace_pass.h"

#include <algorithm>
#include <utility>

#include "gl/objects/buffer.h"
#include "render/units/raster_state.h"
#include "render/units/unit_programs.h"

namespace phalanx {

void TracePass::take(bool replace_all, std::span<const layout::Trace> traces) {
    if (replace_all) {
        added_.clear();
        written_ = 0;
        last_end_.reset();
    }
    for (const layout::Trace& trace : traces) {
        const Ticks end =
            trace.birth.x + ticksFromSeconds(static_cast<double>(layout::traceLife(trace.birth.y)));
        if (!last_end_ || static_cast<std::int32_t>(end - *last_end_) > 0) last_end_ = end;
    }
    added_.insert(added_.end(), traces.begin(), traces.end());
    if (added_.size() > kMost)
        added_.erase(added_.begin(), added_.end() - static_cast<std::ptrdiff_t>(kMost));
}

bool TracePass::alive(Ticks now) const {
    return last_end_ && static_cast<std::int32_t>(*last_end_ - now) > 0;
}

void TracePass::make() {
    traces_ = gl::createBuffer(kMost * sizeof(layout::Trace), GL_DYNAMIC_DRAW, "traces");
    array_ = gl::VertexArray::create();
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, traces_.id());
    const auto offset = [](std::size_t bytes) { return reinterpret_cast<const void*>(bytes); };
    glVertexAttribPointer(T_PLACE, 4, GL_FLOAT, GL_FALSE, PH_TRACE_BYTES, offset(0));
    glVertexAttribPointer(T_ALONG, 4, GL_FLOAT, GL_FALSE, PH_TRACE_BYTES, offset(16));
    glVertexAttribIPointer(T_BIRTH, 4, GL_UNSIGNED_INT, PH_TRACE_BYTES, offset(32));
    for (const GLuint attribute : {T_PLACE, T_ALONG, T_BIRTH}) {
        glEnableVertexAttribArray(attribute);
        glVertexAttribDivisor(attribute, 1);
    }
    glBindVertexArray(0);
}

std::size_t TracePass::upload() {
    if (added_.empty()) return 0;
    if (traces_.id() == 0) make();
    const std::size_t bytes = added_.size() * sizeof(layout::Trace);
    for (std::span<const layout::Trace> left(added_); !left.empty();) {
        const std::size_t at = written_ % kMost;
        const std::size_t count = std::min(left.size(), kMost - at);
        gl::updateBuffer(traces_, at * sizeof(layout::Trace), left.first(count));
        written_ += count;
        left = left.subspan(count);
    }
    added_.clear();
    return bytes;
}

void TracePass::prepare(bool clouds) {
    gl::LazyProgram& program = programs_.at(clouds ? 1 : 0);
    if (program) return;
    program.make(makeProgram(shader_directory_, "traces", "effects/trace.vert", "effects/trace.frag",
                             clouds ? std::vector<std::string>{kCloudsDefine} : std::vector<std::string>{}));
}

void TracePass::draw(bool clouds) {
    if (count() == 0) return;
    prepare(clouds);
    setRasterState(true, false, GL_LESS);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    programs_.at(clouds ? 1 : 0)->use();
    glBindVertexArray(array_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count()));
    glBindVertexArray(0);
    glDisable(GL_BLEND);
}

int TracePass::reloadIfChanged() {
    int replaced = 0;
    for (gl::LazyProgram& program : programs_) replaced += program.reloadIfChanged() ? 1 : 0;
    return replaced;
}

int TracePass::reload() {
    int replaced = 0;
    for (gl::LazyProgram& program : programs_) replaced += program.reload() ? 1 : 0;
    return replaced;
}

std::string TracePass::lastError() const {
    const std::string first = programs_.front().lastError();
    return first.empty() ? programs_.back().lastError() : first;
}

}  // namespace phalanx
