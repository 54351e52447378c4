// Times of the window's frames: how long the last ones took, which of them count, and the detail that the
// next one can afford.
#pragma once

#include <chrono>

#include "app/measure/error_in_force.h"
#include "app/measure/govern.h"
#include "app/window/session/session.h"
#include "gl/objects/frame_queue.h"
#include "ui/profiler/frame_history.h"

namespace phalanx {

class FramePacing {
  public:
    explicit FramePacing(Session& session);

    // Begins a frame. Returns the time since the last one began.
    std::chrono::nanoseconds beginFrame();
    // The time until now belongs to no frame: loading, measuring, or a minimised window.
    void skip();
    // The same, and GPU times of the frames until now are still to come: they do not count.
    void skipMeasured();
    // Frames of a new army: the first ones compile programs.
    void armyReplaced();

    // What the next frame is drawn with: the stage's settings, with a higher error where frames are too slow.
    // `searching`: the number of units is being searched; nothing is changed then.
    RenderSettings governed(glm::ivec2 size, bool searching);

    // After the swap; waits until the GPU is at most one frame behind.
    void endFrame();
    double frameAge_ms() const;  // since beginFrame()
    double sinceLastSwap_ms() const { return swap_ms_; }
    // The frame was drawn as the settings say, and nothing was measured in it. `counted`: also for the
    // report. False: its times do not count yet.
    bool add(bool counted);

    FrameHistory& history() { return history_; }
    const FrameHistory& history() const { return history_; }
    // For the report: frames with a settled number of units.
    const FrameHistory& measured() const { return measured_; }
    const ErrorInForce& errorInForce() const { return error_in_force_; }
    int countedFrames() const { return counted_frames_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct PacedScene {
        RenderSettings render;
        std::uint64_t layout = 0;  // Crowd::layoutVersion()
        glm::ivec2 size{0};

        bool operator==(const PacedScene&) const = default;
    };

    Session& session_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point swapped_ = began_;
    double swap_ms_ = 0.0;
    int stale_times_ = 0;       // frames whose GPU times are those of a measurement
    int frames_to_settle_ = 0;  // of a new army, that say nothing about those that follow
    gl::FrameQueue queue_{1};
    FrameHistory history_{240};
    FrameHistory measured_;
    DetailGovernor governor_;
    PacedScene paced_;
    ErrorInForce error_in_force_;
    int counted_frames_ = 0;
};

}  // namespace phalanx
