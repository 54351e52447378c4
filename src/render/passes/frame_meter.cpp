#include "render/passes/frame_meter.h"

#include <algorithm>
#include <string>

namespace phalanx {

FrameMeter::FrameMeter(const gl::Capabilities& capabilities)
    : reliable_(capabilities.timer_queries_reliable), timer_(capabilities), statistics_(capabilities) {}

FrameMeter::Frame::Frame(FrameMeter& meter, bool count_runs)
    : meter_(meter), counts_(count_runs && meter.statistics_.available()) {
    meter_.timer_.poll();
    meter_.timer_.beginFrame();
    meter_.timer_.begin("frame");
    meter_.stats_ = FrameStats{};
    meter_.stats_.frame = meter_.timer_.frame();
    if (counts_) counting_.emplace(&meter_.statistics_, meter_.stats_.frame);
}

void FrameMeter::Frame::finish() {
    FrameStats& stats = meter_.stats_;
    meter_.timer_.end("frame");
    stats.submit_ms = watch_.elapsed_ms();
    meter_.takeTimes();
    const gl::PipelineStatistics& statistics = meter_.statistics_;
    if (counts_ && statistics.latest())
        stats.runs = ShaderRuns{statistics.latestNumber(), statistics.latest()->vertex_shader_invocations};
}

// Takes the results of earlier frames' timer queries.
void FrameMeter::takeTimes() {
    if (!reliable_) return;
    stats_.gpu_ms = timer_.latest_ms("frame");
    stats_.timed_frame = timer_.latestFrame();
    stats_.passes.clear();
    for (const std::string& pass : timer_.passes()) {
        if (pass == "frame") continue;
        if (const auto time = timer_.latest_ms(pass)) stats_.passes.push_back({pass, *time});
    }
}

void FrameMeter::poll() {
    if (stats_.timed_frame) return;
    timer_.poll();
    takeTimes();
}

FrameMeter::Pass::Pass(FrameMeter& meter, std::string_view name) : meter_(meter), outer_(meter.pass_) {
    if (outer_ != nullptr) outer_->end();
    before_.name = name;
    meter_.pass_ = this;
    begin();
}

FrameMeter::Pass::~Pass() {
    end();
    meter_.pass_ = outer_;
    if (outer_ != nullptr) outer_->begin();
}

void FrameMeter::Pass::begin() {
    const FrameStats& stats = meter_.stats_;
    before_ = {before_.name, 0.0, stats.draws, stats.triangles, stats.uploads, stats.bytes_uploaded};
    watch_ = Stopwatch();
    meter_.timer_.begin(before_.name);
}

void FrameMeter::Pass::end() {
    meter_.timer_.end(before_.name);
    FrameStats& stats = meter_.stats_;
    auto work = std::ranges::find(stats.work, before_.name, &PassWork::name);
    if (work == stats.work.end()) work = stats.work.insert(work, PassWork{before_.name, 0.0, 0, 0, 0, 0});
    work->cpu_ms += watch_.elapsed_ms();
    work->draws += stats.draws - before_.draws;
    work->uploads += stats.uploads - before_.uploads;
    work->bytes_uploaded += stats.bytes_uploaded - before_.bytes_uploaded;
    // Where the GPU selects units, stats.triangles is set to the count of an earlier frame, so a difference
    // has no meaning.
    if (!stats.selected_by_gpu) work->triangles += stats.triangles - before_.triangles;
}

}  // namespace phalanx
