// How long each technique takes for each level of detail of a model on this machine: a measurement of some
// hundred milliseconds at most.
#pragma once

#include "gl/context/capabilities.h"
#include "render/model/gpu_model.h"
#include "render/techniques/level_techniques.h"
#include "render/units/unit_drawer.h"

namespace phalanx {

// Draws some hundred units of each mesh level (by software rendering a few) by each technique of
// kLevelTechniques, in turns, as a frame does: poses are made ready, then drawn once, in materials and light,
// into a picture so small that its pixels do not count. Every other unit is in the middle of a crossfade.
// The time is the GPU's, by timer queries; where those cannot be relied on, wall time around glFinish. The
// median of several rounds counts, of wall times the fastest: what else runs only adds. A technique that this
// context or model cannot do has no time. Throws Error (kEnvironment) where the shader of what units show
// does not compile. The context must be current; leaves its own bindings.
LevelTimes measureLevels(const gl::Capabilities& capabilities, UnitDrawer& drawer, const GpuModel& model,
                         const SkinSettings& skin);

}  // namespace phalanx
