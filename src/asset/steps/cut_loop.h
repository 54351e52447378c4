// Cuts a cycle out of a clip that does not loop, as motion capture of a walk.
#pragma once

#include "anim/pose/model.h"
#include "asset/common/notes.h"

namespace phalanx {

// Finds the two moments of its first five minutes, 0.5 to 4 seconds apart, whose poses and speeds are most
// alike, apart from where the root is, keeps what is between them, and closes the gap: over the last quarter,
// up to 0.3 s, the pose blends into what leads to the first one. A clip whose end already equals its
// beginning, or in which no two moments are alike within 8 % of its motion, stays as it is. `model`: with the
// clip's nodes and the palette. L. Kovar, M. Gleicher, F. Pighin, Motion Graphs, SIGGRAPH 2002,
// https://doi.org/10.1145/566654.566605.
void cutLoop(const Model& model, Clip& clip, Notes& notes);

}  // namespace phalanx
