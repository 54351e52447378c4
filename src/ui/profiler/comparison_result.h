// Two ways to draw the same army, and what comparing them found.
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
    std::uint32_t batch = 1;  // of technique texture-draws; likewise the next
    bool multi_draw = false;
    bool cull = false;
    bool detail = false;  // levels of detail, by the error that is set, else by one pixel
    bool shadows = true;

    bool operator==(const ComparedSide&) const = default;
};

// What `other` has that `side` has not: "technique uniform, no shadows"; "" where they are the same.
std::string differenceText(const ComparedSide& side, const ComparedSide& other);

// By one clock: medians of turns in pairs, and how B's relate to A's.
struct ComparedTimes {
    std::string clock;  // "whole frame", "GPU" ...
    double a_ms = 0.0;
    double b_ms = 0.0;
    double ratio = 1.0;  // median of the pairs' ratios, B to A
    double low = 1.0;    // 95 % interval of it, by resampling the pairs
    double high = 1.0;
    std::vector<double> a_turns_ms;  // medians of turns, a pair at the same index
    std::vector<double> b_turns_ms;

    bool told() const { return low > 1.0 || high < 1.0; }
};

struct ComparisonResult {
    ComparedSide a;
    ComparedSide b;
    std::vector<ComparedTimes> times;  // the whole frame first; empty: there is no result yet
    int frames_a_turn = 0;
    std::string sentence;  // in words
};

}  // namespace phalanx
