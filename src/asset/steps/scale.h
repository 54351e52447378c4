// The height of a model, and the factor from its units to metres.
#pragma once

#include <optional>

#include "anim/pose/model.h"
#include "asset/common/notes.h"

namespace phalanx {

// The looping idle clip with the shortest name: "Idle" rather than "2H_Melee_Idle". nullptr if there is none.
const Clip* idleClip(const Model& model);

// The clip in which the height is measured: the idle clip, else the first looping clip. nullptr: the rest
// pose.
const Clip* standingClip(const Model& model);

// Sets metres_per_unit and height_m, and scales the stride_speeds that are already set. `wanted_m`: the
// height that the user requests; without it a height of 0.3 to 4 units is taken as metres, and any other is
// scaled to 1.8 m. Call it after decideLoops(), with metres_per_unit at 1.
void setScale(Model& model, std::optional<double> wanted_m, Notes& notes);

}  // namespace phalanx
