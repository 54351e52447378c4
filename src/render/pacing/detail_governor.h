// Holds frames to a budget by their levels of detail: how many pixels of error the next frame may have, from
// the times of those that are finished. No GL, and no clock of its own.
//
// A soldier's levels have triangles ~ error^-1.3 (`phalanx info`: 2,023 at 8.9 mm, 39 at 170 mm), so a frame
// is taken to cost a + b / error^1.3, with a and b learned (FrameCost). That says with which error a frame
// would keep to the budget, at once and not by trial. Prediction instead of reaction: Funkhouser and Sequin,
// "Adaptive Display Algorithm for Interactive Frame Rates During Visualization of Complex Virtual
// Environments", SIGGRAPH 1993. There each object gets a level of its own; here one number serves the army.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "render/pacing/frame_cost.h"
#include "render/pacing/frame_pace.h"

namespace phalanx {

struct FrameStats;

class DetailGovernor {
  public:
    static constexpr double kMostTimes = 6.0;      // the error that was set, at most
    static constexpr double kLeastError_px = 0.5;  // with a budget, where less was set or none at all
    static constexpr std::size_t kFrames = 16;     // a time that comes later than so many frames is lost

    // What is asked for: an error (>= 0) that is raised to keep to a budget, to a steady pace, or to both.
    struct Wish {
        double set_px = 0.0;
        double budget_ms = 0.0;  // 0: none
        // Steady: no frame is to take much longer than most. Only by the GPU's own times: those by the clock
        // jump for reasons that no detail mends. Whole meshes (0 pixels) stay whole.
        Pace pace = Pace::kFree;

        bool operator==(const Wish&) const = default;
    };
    // Of the next frame, pixels: the error set where nothing else is wished for, else from it, or with a
    // budget from kLeastError_px, to kMostTimes as much. Without new times it stays; where there is room for
    // it, it comes back to exactly what was set.
    double errorFor(const Wish& wish);
    // What is drawn is another scene, or in another size: its pace is learned anew.
    void forgetPace() { pace_ = FramePace(); }
    // The frame of this number, above those before it, was drawn with the last errorFor().
    void drew(std::uint64_t frame);
    // A frame took so long, > 0; of frames that drew() was not told of, told twice or too late, nothing is
    // heard.
    void took(std::uint64_t frame, double ms);
    // How much there was to draw in the newest frame of which that is known, in any unit. Where it leaps, a
    // frame that takes much longer is believed at once.
    void hadToDraw(double amount);
    // All three, of a renderer's newest frame. Where timers can be relied on, the GPU's times count, which
    // come some frames late; else `frame_ms`, from this frame to the one before.
    void add(const FrameStats& stats, bool timers, double frame_ms);

  private:
    struct Drawn {
        std::uint64_t frame = 0;  // 0: none
        double share = 1.0;
    };

    double budget_ms() const;

    Wish wish_;
    double share_ = 1.0;  // of the triangles at the error set: (error set / error)^1.3
    FrameCost cost_;
    FramePace pace_;
    double amount_ = 0.0;  // of hadToDraw()
    int leapt_ = 0;        // frames that it still explains
    std::array<Drawn, kFrames> drawn_;
};

}  // namespace phalanx
