// What the passes of layered poses have in common: their program, with the rig, the records and the ground.
#pragma once

#include "render/culling/unit_scene.h"
#include "render/poses/draw_list.h"
#include "render/units/target_units.h"
#include "render/units/unit_programs.h"

namespace phalanx {

// The program of a pass over the units of an item whose group has layers. It is in use, and its uniforms and
// textures are set except for those of the pass' own targets. targets: what the group's LayerTargets need is
// copied.
const gl::Program& useLayerProgram(LayerPass pass, const UnitScene& scene, const DrawItem& item,
                                   UnitPrograms& programs, const TargetUnits& targets);

}  // namespace phalanx
