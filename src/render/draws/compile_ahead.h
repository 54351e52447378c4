// Compiles programs before they are needed: a driver takes up to a third of a second for one, which would
// stall the frame in which a distant shadow map or a coarser LOD is first drawn.
#pragma once

#include "render/poses/draw_list.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// Compiles the programs of all LODs, visible or not, and of impostors if the scene has any. Cheap once all
// exist. visible: only who culled matters. Throws Error (kEnvironment) if a shader does not compile.
void compileAhead(UnitPrograms& programs, const UnitScene& scene, const VisibleUnits& visible, bool shadows,
                  bool each_sample);

}  // namespace phalanx
