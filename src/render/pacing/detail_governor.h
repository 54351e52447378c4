// Keeps frames within a time budget by the level of detail: computes how many pixels of error the next frame
// may have from the times of finished frames. No GL, and no clock.
//
// A soldier's LODs have triangles ~ error^-1.3 (`phalanx info`: 2,023 at 6.4 mm, 39 at 170 mm), so the time
// of a frame is modelled as a + b / error^1.3, with a and b learned (FrameCost). From that the error for the
// budget follows directly, without trial. Prediction instead of reaction: Funkhouser and Sequin, "Adaptive
// Display Algorithm for Interactive Frame Rates During Visualization of Complex Virtual Environments",
// SIGGRAPH 1993. They choose a level per object; here one number applies to the whole crowd.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "render/frame/render_settings.h"
#include "render/pacing/frame_cost.h"
#include "render/pacing/frame_pace.h"

namespace phalanx {

struct FrameStats;

class DetailGovernor {
  public:
    static constexpr double kMostTimes = 6.0;  // the error is at most this many times the error set
    // For a steady pace alone the error is at most this many times the error set, unless a frame would exceed
    // FramePace::limit_ms(): below two pixels with the default of one.
    static constexpr double kSteadyTimes = 1.95;
    static constexpr double kLeastError_px = 0.5;  // with a budget, the least error to start from
    static constexpr std::size_t kFrames = 16;  // times that arrive later than this many frames are ignored

    // What is asked for: an error (>= 0) that may be raised to keep a budget, a steady pace, or both.
    struct Wish {
        double set_px = 0.0;
        double budget_ms = 0.0;  // 0: none
        // kSteady: no frame takes much longer than most, or it is short anyway. Uses GPU times only: wall
        // times vary for reasons that detail cannot change. An error of 0 pixels (LOD 0 for all) is not
        // raised.
        Pace pace = Pace::kFree;

        bool operator==(const Wish&) const = default;
    };
    // Error of the next frame in pixels, between the error set (with a budget at least kLeastError_px) and
    // kMostTimes as much. It does not change without new times, and returns to exactly the error set when
    // there is time left.
    double errorFor(const Wish& wish);
    // Call when another scene or size is drawn: the pace is learned again.
    void forgetPace() { pace_ = FramePace(); }
    // Frame number `frame`, greater than those before it, was drawn with the last errorFor().
    void drew(std::uint64_t frame);
    // Frame number `frame` took `ms` milliseconds, > 0. Ignored for frames not passed to drew(), and for
    // times that come twice or too late.
    void took(std::uint64_t frame, double ms);
    // Amount of work in the newest frame for which it is known, in any unit. After a sudden increase, a
    // single longer frame is taken as real at once.
    void hadToDraw(double amount);
    // Calls the three above for a renderer's newest frame. timers: use the GPU times in `stats`, which arrive
    // some frames late; otherwise frame_ms, the wall time since the previous frame.
    void add(const FrameStats& stats, bool timers, double frame_ms);

  private:
    struct Drawn {
        std::uint64_t frame = 0;  // 0: none
        double share = 1.0;
    };

    bool limited() const { return wish_.budget_ms > 0.0 || pace_.budget_ms() > 0.0; }
    // The share with which a frame takes this fraction of the budgets; for the pace's sake it is not smaller
    // than that of kSteadyTimes, unless a frame would exceed the pace's limit.
    double shareFor(double fraction) const;

    Wish wish_;
    double share_ = 1.0;  // fraction of the triangles at the error set: (error set / error)^1.3
    FrameCost cost_;
    FramePace pace_;
    double amount_ = 0.0;  // last hadToDraw()
    int leapt_ = 0;        // number of frames that a sudden increase still explains
    std::array<Drawn, kFrames> drawn_;
};

}  // namespace phalanx
