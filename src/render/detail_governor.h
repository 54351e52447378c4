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

#include "render/frame_cost.h"

namespace phalanx {

struct FrameStats;

class DetailGovernor {
  public:
    static constexpr double kMostTimes = 4.0;      // the error that was set, at most
    static constexpr double kLeastError_px = 0.5;  // with a budget, where less was set or none at all
    static constexpr std::size_t kFrames = 16;     // a time that comes later than so many frames is lost

    // Of the next frame, pixels: the error set (>= 0) where there is no budget (0 ms), else from it, or from
    // kLeastError_px, to kMostTimes as much. Without new times it stays; where there is room for it, it comes
    // back to exactly what was set.
    double errorFor(double set_px, double budget_ms);
    // The frame of this number, above those before it, was drawn with the last errorFor().
    void drew(std::uint64_t frame);
    // A frame took so long, > 0; of frames that drew() was not told of, told twice or too late, nothing is
    // heard.
    void took(std::uint64_t frame, double ms);
    // Both, of a renderer's newest frame. Where timers can be relied on, the GPU's times count, which come
    // some frames late; else `frame_ms`, from this frame to the one before.
    void add(const FrameStats& stats, bool timers, double frame_ms);

  private:
    struct Drawn {
        std::uint64_t frame = 0;  // 0: none
        double share = 1.0;
    };

    double set_px_ = 0.0;
    double budget_ms_ = 0.0;
    double share_ = 1.0;  // of the triangles at the error set: (error set / error)^1.3
    FrameCost cost_;
    std::array<Drawn, kFrames> drawn_;
};

}  // namespace phalanx
