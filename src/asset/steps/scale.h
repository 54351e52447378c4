// How tall a model stands, and the factor that leads from its units to metres.
#pragma once

#include <optional>

#include "anim/pose/model.h"
#include "asset/notes.h"

namespace phalanx {

// The clip that shows the model standing: a looping idle, else the first looping clip; nullptr: the rest pose
// does.
const Clip* standingClip(const Model& model);

// Sets metres_per_unit and height_m. `wanted_m`: the height asked for; without it a height that is plausible
// in metres is trusted, and everything else is scaled to 1.8 m. Call with loops decided and metres_per_unit
// at 1. Scales the stride_speeds that are there.
void setScale(Model& model, std::optional<double> wanted_m, Notes& notes);

}  // namespace phalanx
