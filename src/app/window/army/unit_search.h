// Searches for the number of units that this machine draws at a frame rate, at the start of a window without
// a given number of units: at 30 frames per second, or by --fit at 60. By --fit, and where the processor
// draws, the render scale is lowered first if even few units take too long.
#pragma once

#include <optional>

#include "app/army/start_fit.h"
#include "app/window/session/session.h"
#include "render/passes/targets.h"

namespace phalanx {

class UnitSearch {
  public:
    explicit UnitSearch(Session& session) : session_(session) {}

    // Does nothing unless the options leave the number of units to the program.
    void begin();
    bool running() const { return search_.has_value(); }
    // Whether frames are measured but not shown: while scales are tried, the window keeps its first image.
    bool hidesFrames() const { return running() && fitsScale() && frames_ > 0; }
    // Where the processor draws, the first image is coarse and without shadows, since it is there sooner. It
    // is not measured.
    void simplifyFirst(FrameRequest& render) const;
    // Waits until the GPU has drawn the frame. Call while running.
    void wait();
    // Adds the time of a frame drawn with the current number. Returns true when the search has ended.
    bool addFrame(double frame_ms);
    void stop();

  private:
    bool fitsScale() const;
    bool firstIsSimple() const;
    void report();
    void keep() const;

    Session& session_;
    std::optional<StartFit> search_;
    std::optional<PlainTarget> target_;  // one pixel, read to wait: the window's own image is not touched
    int frames_ = 0;
};

}  // namespace phalanx
