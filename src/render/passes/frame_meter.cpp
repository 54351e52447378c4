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

void FrameMeter::begin(std::string_view name) {
    if (!open_.empty()) stop(open_.back());
    Open& pass = open_.emplace_back();
    pass.before.name = name;
    start(pass);
}

void FrameMeter::end() {
    stop(open_.back());
    open_.pop_back();
    if (!open_.empty()) start(open_.back());
}

void FrameMeter::start(Open& pass) {
    PassWork& before = pass.before;
    before.draws = stats_.draws;
    before.triangles = stats_.triangles;
    before.uploads = stats_.uploads;
    before.bytes_uploaded = stats_.bytes_uploaded;
    before.layers = stats_.layers;
    pass.watch = Stopwatch();
    timer_.begin(before.name);
}

void FrameMeter::stop(const Open& pass) {
    const PassWork& before = pass.before;
    timer_.end(before.name);
    auto work = std::ranges::find(stats_.work, before.name, &PassWork::name);
    if (work == stats_.work.end()) {
        work = stats_.work.insert(work, PassWork{});
        work->name = before.name;
    }
    work->cpu_ms += pass.watch.elapsed_ms();
    work->draws += stats_.draws - before.draws;
    work->uploads += stats_.uploads - before.uploads;
    work->bytes_uploaded += stats_.bytes_uploaded - before.bytes_uploaded;
    work->layers += stats_.layers.since(before.layers);
    // Where the GPU selects units, stats.triangles is set to the count of an earlier frame, so a difference
    // has no meaning.
    if (!stats_.selected_by_gpu) work->triangles += stats_.triangles - before.triangles;
}

}  // namespace phalanx
