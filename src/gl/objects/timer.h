// GPU time of named passes, read frames later without waiting. A frame is cut into segments wherever a pass
// begins or ends. A segment's time is the difference of two timestamps (glQueryCounter) or, in contexts
// without them, the result of a query of elapsed time, of which only one runs at a time; it counts for all
// passes open in it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

// Does nothing if the context has no timer queries. Intervals of one name in a frame add up; passes may nest,
// but not within one of the same name.
class GpuTimer {
  public:
    static constexpr int kFrames = 5;  // frames whose results may be pending

    explicit GpuTimer(const Capabilities& capabilities);

    // Starts a frame. If kFrames frames are pending, the oldest is dropped.
    void beginFrame();
    // Reads the oldest pending frame if the GPU has finished it. Call at least once per frame. A frame is
    // dropped if one of its times is longer than the time since it began: for a segment that draws nothing
    // Mesa's llvmpipe may return the time since the machine started.
    void poll();
    void begin(std::string_view pass);
    void end(std::string_view pass);

    // Milliseconds in the newest frame read; nullopt if the pass did not run in it, and before the first
    // result.
    std::optional<double> latest_ms(std::string_view pass) const;
    // Number of beginFrame() calls: the number of the frame being measured, from 1 on.
    std::uint64_t frame() const { return frame_; }
    // Number of the frame that latest_ms() refers to; nullopt if the last poll() found no finished frame.
    std::optional<std::uint64_t> latestFrame() const { return latest_frame_; }
    // Names of all passes so far, in order of their first begin().
    std::vector<std::string> passes() const;
    int droppedFrames() const { return dropped_; }
    std::uint64_t framesRead() const { return read_; }
    bool available() const { return available_; }

    class Scope {
      public:
        Scope(GpuTimer& timer, std::string_view pass) : timer_(timer), pass_(pass) { timer_.begin(pass_); }
        ~Scope() { timer_.end(pass_); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        Scope(Scope&&) = delete;
        Scope& operator=(Scope&&) = delete;

      private:
        GpuTimer& timer_;
        std::string_view pass_;
    };

  private:
    struct Pass {
        std::string name;
        std::optional<double> latest_ms;
    };
    struct Mark {
        std::uint64_t open = 0;  // bit i: pass i is open from here to the next mark
        Query query;             // the time here, or the time elapsed until the next mark
    };
    struct Frame {
        std::uint64_t number = 0;
        std::chrono::steady_clock::time_point began;
        std::vector<Mark> marks;  // reused, so that queries are created once
        std::size_t used = 0;
    };

    std::size_t passIndex(std::string_view name);
    void mark();
    void stopElapsed();
    static bool isFinished(const Frame& frame);
    bool wasDisjoint() const;
    void dropPending();
    double duration_ms(const Frame& frame, std::size_t mark) const;
    void read(Frame& frame);

    bool available_;
    bool timestamps_;       // Capabilities::timestamps
    bool disjoint_;         // Capabilities::timers_disjoint
    bool running_ = false;  // a query of elapsed time
    std::vector<Pass> passes_;
    std::vector<std::size_t> open_;  // the passes that are open, by their index, outermost first
    std::array<Frame, kFrames> frames_;
    std::size_t current_ = 0;
    std::uint64_t frame_ = 0;
    std::uint64_t unread_ = 1;  // the oldest pending frame
    std::optional<std::uint64_t> latest_frame_;
    int dropped_ = 0;
    std::uint64_t read_ = 0;
};

}  // namespace phalanx::gl
