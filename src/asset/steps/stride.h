// How fast a clip walks over the ground.
#pragma once

#include "anim/pose/model.h"
#include "asset/notes.h"
#include "asset/steps/directives.h"

namespace phalanx {

// Sets stride_speed of looping clips that have none yet: the speed of the planted foot, which is what lies
// lowest, along +Z (negative: the clip walks backwards). Clips named after an event (attack, throw, jump ...)
// stay at 0. Speeds that the file gives (phalanx_stride) win; they hold for its own size and grow with
// --height. Call with the scale set.
void measureStrides(Model& model, const Directives& directives, Notes& notes);

}  // namespace phalanx
