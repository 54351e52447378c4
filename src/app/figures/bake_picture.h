// A picture of baked animation for people: where the clips lie, what moves and what stands still.
#pragma once

#include <cstdint>
#include <vector>

#include "anim/bake/bake.h"

namespace phalanx {

inline constexpr const char* kBakePictureLegend =
    "A line is a frame, clips are parted by dark lines and go on at the top of the next strip. In a strip, "
    "left: three "
    "pixels a joint, the x, y, z of each row as red, green, blue (grey is 0); right: one pixel a joint, "
    "where it moves "
    "the model's origin to, over its whole range.";

struct BakePicture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;  // first row on top
};

struct TexelPicture {
    int width = 0;   // frames, or every `frames_a_column`th
    int height = 0;  // 3 rows a joint
    std::vector<std::uint8_t> rgba;
};

// One pixel a texel: x, y, z of a row as red, green, blue, grey is 0.
TexelPicture drawTexels(const BakedAnimation& baked, std::uint32_t frames_a_column);

// Every texel of `baked` can be seen; long bakes are folded into strips side by side.
BakePicture drawBake(const BakedAnimation& baked);

}  // namespace phalanx
