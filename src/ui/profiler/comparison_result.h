// Two settings for drawing the same army, and the result of comparing them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/frame/render_settings.h"

namespace phalanx {

struct ComparedSide {
    std::string technique = "texture";
    Encoding encoding = Encoding::kRgba32f;
    PoseSwitches switches;
    std::uint32_t batch = 1;  // of technique texture-draws, like multi_draw
    bool multi_draw = false;
    bool cull = false;
    bool detail = false;  // LODs, by the LOD error of the settings, or one pixel if that is 0
    bool shadows = true;
    bool layers = true;  // those of the army, if it has any and the technique draws them

    bool operator==(const ComparedSide&) const = default;
};

// The settings of `other` that differ from `side`: "technique uniform, no shadows"; "": none.
std::string differenceText(const ComparedSide& side, const ComparedSide& other);

// Results by one clock: medians of paired turns, and the ratio of B to A.
struct ComparedTimes {
    std::string clock;  // "whole frame", "GPU" ...
    double a_ms = 0.0;
    double b_ms = 0.0;
    double ratio = 1.0;  // median of the pairs' ratios, B to A
    double low = 1.0;    // 95 % interval of the median, by resampling the pairs
    double high = 1.0;
    std::vector<double> a_turns_ms;  // medians of turns; pairs have the same index
    std::vector<double> b_turns_ms;

    bool significant() const { return low > 1.0 || high < 1.0; }
};

struct ComparisonResult {
    ComparedSide a;
    ComparedSide b;
    std::vector<ComparedTimes> times;  // the whole frame first; empty: no result yet
    int frames_per_turn = 0;
    std::string sentence;  // the result as a sentence
};

}  // namespace phalanx
