// How well one clip of another body fits: what retarget_quality.h measures.
#pragma once

#include <cstddef>
#include <string>

namespace phalanx {

// The largest of each over a clip. Lengths in units of the model's file.
struct RetargetRow {
    std::string clip;
    std::size_t steps = 0;      // times that a foot is on the ground
    double source_slide = 0.0;  // of the source's ankles within a step, scaled to the model
    double slide = 0.0;         // of the model's ankles
    double hand = 0.0;          // of a hand seen from its shoulder, to the source's, scaled by the arms
    double grip = 0.0;          // of the way from hand to hand, where both hold one thing; 0: they never do
    double stride_scale = 1.0;  // ways over the ground are shorter by this than the legs' lengths say
    double head_rad = 0.0;      // between the directions in which the heads look
};

}  // namespace phalanx
