// Leaves out the morph targets of which nothing would be seen.
#pragma once

#include "anim/pose/model.h"
#include "asset/common/notes.h"

namespace phalanx {

// Removes targets without deltas, as of parts that are hidden, and the tracks that move them.
void removeIdleTargets(Model& model, Notes& notes);

}  // namespace phalanx
