// Measures how long each technique takes per LOD of a model on this machine, in at most some hundred
// milliseconds.
#pragma once

#include "gl/context/capabilities.h"
#include "render/model/gpu_model.h"
#include "render/techniques/level_techniques.h"
#include "render/units/unit_drawer.h"

namespace phalanx {

// Draws some hundred units of each mesh LOD (4 to 32 with software rendering) by each technique of
// kLevelTechniques, interleaved, as a frame does: prepares poses, then draws once with materials and
// lighting, into a target so small that its pixels do not matter. Every other unit is in the middle of a
// crossfade.
// Times are GPU times by timer queries, the median of several rounds; if these are not reliable, wall times
// around glFinish, the fastest round, because other work only adds to them. A technique that this context or
// model cannot use has time 0. Throws Error (kEnvironment) if a shader does not compile. The context must be
// current; leaves its own bindings.
LevelTimes measureLevels(const gl::Capabilities& capabilities, UnitDrawer& drawer, const GpuModel& model,
                         const SkinSettings& skin);

}  // namespace phalanx
