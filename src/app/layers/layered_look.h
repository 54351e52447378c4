// The layered pose of one unit at one time, for the lab: as if the unit stood at the origin.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/rig/rig_pose.h"
#include "crowd/crowd.h"
#include "render/model/rig_textures.h"
#include "render/units/shown_pose.h"

namespace phalanx {

struct LayeredLook {
    std::shared_ptr<const RigTextures> rig;
    LayeredPose form;      // with names
    LayerRecord own{};     // the unit's, as it is on the GPU; its targets may be in the world, or units
    LayerRecord record{};  // the same at the origin: targets in model space
    RigPose pose;          // of the record at `now`
    LayerMistakes mistakes;
    Ticks now = 0;

    // model_from_bind per joint of the palette.
    std::vector<glm::dmat4> palette() const { return evaluateRigPose(rig->rig(), pose, mistakes); }
};

}  // namespace phalanx
