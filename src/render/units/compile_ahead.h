// Programs that a frame's units may be drawn by, compiled before they are needed: a driver takes up to a
// third of a second for one, and the frame in which far shadows or a coarser level come into view would wait
// for it.
#pragma once

#include "render/techniques/pose_source.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// Each level's programs, whoever is in view, and impostors' where there are any. Where all are there, a few
// numbers are compared. Throws Error (kEnvironment) where a shader is broken.
void compileAhead(UnitPrograms& programs, const UnitFrame& frame, bool shadows, bool each_sample);

}  // namespace phalanx
