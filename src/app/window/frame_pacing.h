// Frame pacing of the window: collects frame times, decides which of them are used, and determines the LOD
// error of the next frame.
#pragma once

#include <chrono>

#include "app/measure/govern.h"
#include "app/measure/lod_error_tally.h"
#include "app/window/session/session.h"
#include "gl/objects/frame_queue.h"
#include "ui/data/frame_history.h"

namespace phalanx {

class FramePacing {
  public:
    explicit FramePacing(Session& session);

    // Starts a frame. Returns the time since the start of the previous one.
    std::chrono::nanoseconds beginFrame();
    // Excludes the time until now from frame times: loading, measuring, or a minimised window.
    void skip();
    // As skip(). Also ignores the GPU times of frames until now, which arrive some frames later.
    void skipMeasured();
    // Call when another army is drawn. Its first frames compile programs, so they do not affect the LOD
    // error.
    void armyReplaced();

    // The request for the next frame: that of the stage, with a higher LOD error if frames are too slow.
    // `searching`: the number of units is being searched, so the error stays as set.
    FrameRequest governed(glm::ivec2 size, bool searching);

    // Call after the swap. Waits until the GPU is at most one frame behind.
    void endFrame();
    double frameAge_ms() const;                           // from beginFrame() to the last swap
    double sinceLastSwap_ms() const { return swap_ms_; }  // between the last two swaps
    // Adds the times of a frame drawn with the user's settings. `counted`: also adds them to the report.
    // Returns false if the times are ignored because they belong to a measurement.
    bool add(bool counted);

    FrameHistory& history() { return history_; }
    const FrameHistory& history() const { return history_; }
    // Frame times for the report, recorded after the search for the number of units.
    const FrameHistory& measured() const { return measured_; }
    const LodErrorTally& lodErrors() const { return lod_errors_; }
    int countedFrames() const { return counted_frames_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct PacedScene {
        FrameRequest render;
        std::uint64_t layout = 0;  // Crowd::layoutVersion()
        glm::ivec2 size{0};

        bool operator==(const PacedScene&) const = default;
    };

    Session& session_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point swapped_ = began_;
    double swap_ms_ = 0.0;
    int stale_times_ = 0;       // number of next frames whose GPU times belong to a measurement
    int frames_to_settle_ = 0;  // number of next frames that do not affect the LOD error
    gl::FrameQueue queue_{1};
    FrameHistory history_{240};
    FrameHistory measured_;
    DetailGovernor governor_;
    PacedScene paced_;
    LodErrorTally lod_errors_;
    int counted_frames_ = 0;
};

}  // namespace phalanx
