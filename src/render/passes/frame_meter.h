// Measures a frame and its passes: GPU times by timer queries, CPU times, draw calls and uploads.
#pragma once

#include <optional>
#include <string_view>

#include "core/stopwatch.h"
#include "gl/context/capabilities.h"
#include "gl/objects/statistics.h"
#include "gl/objects/timer.h"
#include "render/frame/frame_stats.h"

namespace phalanx {

class FrameMeter {
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

    // Measures one pass of the frame, from construction to destruction, into FrameStats::work. While a pass
    // within it is measured, the outer one is interrupted. `name` must be a string literal.
    class Pass {
      public:
        Pass(FrameMeter& meter, std::string_view name);
        ~Pass();
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;
        Pass(Pass&&) = delete;
        Pass& operator=(Pass&&) = delete;

      private:
        void begin();
        void end();

        FrameMeter& meter_;
        Pass* outer_;      // interrupted by this one; nullptr: none
        PassWork before_;  // name of the pass and the counts at its start
        Stopwatch watch_;
    };

    const gl::GpuTimer& timer() const { return timer_; }

    // Sets the GPU times in stats() that have arrived since finish().
    void poll();

  private:
    void takeTimes();

    bool reliable_;  // Capabilities::timer_queries_reliable
    gl::GpuTimer timer_;
    gl::PipelineStatistics statistics_;
    FrameStats stats_;
    Pass* pass_ = nullptr;  // the innermost pass that is measured
};

}  // namespace phalanx
