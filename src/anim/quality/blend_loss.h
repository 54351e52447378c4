// Compares a crossfade on the GPU with the blend that animators expect: each node's local rotation by slerp,
// with the hierarchy applied after that (blendPoses() in pose.h). The GPU blends the final matrices instead.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"
#include "anim/pose/model.h"
#include "core/error_tally.h"

namespace phalanx {

struct BlendLoss {
    Encoding encoding = Encoding::kRgba32f;
    // Loss of limb length, in percent of the length in the local blend; positive is shorter. A limb is the
    // line from a joint that moves vertices to the next joint. Left out, here and in the gap: limbs whose
    // joints the clips shift against each other by more than 1 % of the length, and limbs shorter than 1 % of
    // the height. Rows and trs agree up to rounding, since both move the joints' positions in a straight
    // line.
    double limb_mean_percent = 0.0;
    double limb_max_percent = 0.0;
    // Loss of volume: 1 - the determinant of a joint's blended matrix divided by that of the local blend.
    // This is the change in volume of a body attached to this joint alone. The mesh's signed volume is not
    // used, because soldiers' meshes are open and overlap. The mean is weighted by the vertices per joint.
    double volume_mean_percent = 0.0;
    double volume_max_percent = 0.0;
    // Distance between a joint's position and its position according to the parent joint's matrix: rows
    // shrink a limb to fit, trs keeps its length and overshoots the next joint. Scaled to a model 1.8 m tall.
    double gap_mean_mm = 0.0;
    double gap_max_mm = 0.0;
    ErrorSummary moved_mm;  // distance of all vertices from the local blend; scaled to 1.8 m
};

struct BlendLossSettings {
    int pairs = 200;                          // maximum number of clip pairs, spread evenly over all pairs
    std::optional<std::pair<int, int>> pair;  // measures only this pair
    int phases = 2;                           // moments per pair
    double weight = 0.5;
    unsigned threads = 0;  // 0: as many as the machine has
};

// Returns results for rgba32f, and for trs if the model can be stored in it. Empty if there are fewer than
// two clips. The results do not depend on the number of threads.
std::vector<BlendLoss> measureBlendLoss(const Model& model, const BakedAnimation& baked,
                                        const BlendLossSettings& settings = {});

}  // namespace phalanx
