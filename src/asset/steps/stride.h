// Measures how fast a clip walks over the ground.
#pragma once

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/source/directives.h"

namespace phalanx {

// Sets stride_speed of looping clips that have none yet: the speed along Z of the planted foot (the lowest
// point of the soles), reversed; negative if the clip walks backwards. Clips named after an event (attack,
// throw, jump ...) keep 0. Speeds in the file (phalanx_stride) take precedence; they are in file units and
// scale with --height. Call it after setScale().
void measureStrides(Model& model, const Directives& directives, Notes& notes);

}  // namespace phalanx
