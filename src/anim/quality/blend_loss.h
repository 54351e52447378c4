// What a crossfade on the GPU loses against the blend that an animator means: every node's own rotation by
// slerp, the hierarchy applied after that (blendPoses() in pose.h). The texture holds finished matrices, and
// these are blended.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"
#include "anim/pose/model.h"
#include "anim/quality/error_tally.h"

namespace phalanx {

struct BlendLoss {
    Encoding encoding = Encoding::kRgba32f;
    // Of the way from a joint that moves vertices to the joint after it, in percent of what the local blend
    // gives; positive is shorter. Joints that the clips themselves shift against each other by more than a
    // hundredth of the way are no limb, nor are those nearer than a hundredth of the height; here and in the
    // gap. Rows and trs agree up to rounding: both move the places of joints in a straight line.
    double limb_mean_percent = 0.0;
    double limb_max_percent = 0.0;
    // 1 - determinant of a joint's blended matrix over that of the local blend: by so much shrinks the volume
    // of what hangs on this joint alone. The determinant, not the mesh's signed volume, because meshes of
    // soldiers are open and overlap. The mean is weighted by the vertices on each joint.
    double volume_mean_percent = 0.0;
    double volume_max_percent = 0.0;
    // How far a joint lies from where the matrix of the one before it has it: rows shrink a limb to fit, trs
    // keeps it and so overshoots the next joint. Scaled to 1.8 m.
    double gap_mean_mm = 0.0;
    double gap_max_mm = 0.0;
    ErrorSummary moved_mm;  // all vertices against the local blend; scaled to 1.8 m
};

struct BlendLossSettings {
    int pairs = 200;                          // of clips at most, spread evenly over all of them
    std::optional<std::pair<int, int>> pair;  // this one alone
    int phases = 2;                           // moments of each pair
    double weight = 0.5;
    unsigned threads = 0;  // 0: as many as the machine has
};

// For rgba32f, and for trs where the model can be stored so. Empty where there are fewer than two clips. The
// same arguments give the same numbers, whatever the number of threads.
std::vector<BlendLoss> measureBlendLoss(const Model& model, const BakedAnimation& baked,
                                        const BlendLossSettings& settings = {});

}  // namespace phalanx
