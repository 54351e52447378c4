// Draws baked animation as an image: shows where the clips are stored, what moves and what does not.
#pragma once

#include <cstdint>
#include <vector>

#include "anim/bake/bake.h"

namespace phalanx {

inline constexpr const char* kBakePictureLegend =
    "Each line is a frame. Dark lines separate clips, which continue at the top of the next strip. Left half "
    "of a strip: three pixels per joint, the x, y, z of each matrix row as red, green, blue (grey is 0). "
    "Right half: one pixel per joint, its translation, scaled to the range of all translations.";

struct BakePicture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  // top row first
};

struct TexelPicture {
    int width = 0;                   // one column per `frames_per_column` frames
    int height = 0;                  // 3 rows per joint
    std::vector<std::uint8_t> rgba;  // top row first
};

// One pixel per texel: x, y, z of a matrix row as red, green, blue; grey is 0. A column is the first of
// `frames_per_column` frames.
TexelPicture drawTexels(const BakedAnimation& baked, std::uint32_t frames_per_column);

// Shows every texel of `baked`; long bakes are split into strips side by side.
BakePicture drawBake(const BakedAnimation& baked);

}  // namespace phalanx
