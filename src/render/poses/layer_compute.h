// Layered poses within OpenGL 4.3: one dispatch per group poses its units in shared memory and writes the
// matrix rows that technique `palette` draws with. Does what LayerPasses does, and needs no memory of its
// own.
#pragma once

#include "gl/context/capabilities.h"
#include "gl/objects/data_target.h"
#include "render/model/rig_textures.h"
#include "render/poses/pose_source.h"
#include "render/units/target_units.h"

namespace phalanx {

// Whether the context can do this for a rig.
bool layersByCompute(const gl::Capabilities& capabilities, const RigTextures& rig);

// item: of a group with layers; targets: as for useLayerProgram(). What reads the palettes afterwards needs a
// barrier.
void computeLayers(const PoseSource::Job& job, const DrawItem& item, const TargetUnits& targets,
                   const gl::DataTarget& palettes);

}  // namespace phalanx
