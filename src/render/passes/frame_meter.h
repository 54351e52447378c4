// Measures a frame and its passes: GPU times by timer queries, CPU times, draw calls and uploads.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/stopwatch.h"
#include "gl/context/capabilities.h"
#include "gl/objects/statistics.h"
#include "gl/objects/timer.h"
#include "render/frame/frame_stats.h"
#include "render/frame/pass_meter.h"

namespace phalanx {

class FrameMeter final : public PassMeter {
  public:
    explicit FrameMeter(const gl::Capabilities& capabilities);

    // Of the frame that is being measured, or of the last one. The code that draws adds its counts.
    FrameStats& stats() { return stats_; }
    const FrameStats& stats() const { return stats_; }

    // Measures one frame, from construction to finish(). Clears stats() first. count_runs: counts vertex
    // shader invocations, if the driver can.
    class Frame {
      public:
        Frame(FrameMeter& meter, bool count_runs);
        // Sets the times in stats(): CPU times of this frame, and the results of earlier frames' queries.
        void finish();

      private:
        FrameMeter& meter_;
        Stopwatch watch_;
        bool counts_;
        std::optional<gl::PipelineStatistics::Scope> counting_;
    };

    // Measures passes of the frame into FrameStats::work.
    using Pass = MeteredPass;
    void begin(std::string_view name) override;
    void end() override;

    const gl::GpuTimer& timer() const { return timer_; }

    // Sets the GPU times in stats() that have arrived since finish().
    void poll();

  private:
    struct Open {
        PassWork before;  // name of the pass, and the counts when it began or went on
        Stopwatch watch;
    };
    void start(Open& pass);
    void stop(const Open& pass);
    void takeTimes();

    bool reliable_;  // Capabilities::timer_queries_reliable
    gl::GpuTimer timer_;
    gl::PipelineStatistics statistics_;
    FrameStats stats_;
    std::vector<Open> open_;  // passes that have begun, outermost first; all but the last are interrupted
};

}  // namespace phalanx
