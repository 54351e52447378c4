// A clip that is made of others: a layered pose, evaluated over one cycle of its base. It is then played like
// any clip, and costs nothing more.
#pragma once

#include <string>

#include "anim/layers/layered_pose_json.h"
#include "anim/pose/model.h"

namespace phalanx {

struct ComposedClip {
    std::string name;
    PoseFile pose;
    std::string where;  // with which errors start
};

// Keys 60 times per second. It lasts as long as the cycle of the base, or of the first layer if there is
// none, and loops if that does. A looping clip of a layer makes the whole number of cycles in it that comes
// nearest to its own speed; one that does not loop plays from its time on and holds its end. Markers are
// those of the base's first clip and of layers' first clips. Reparented joints get keys relative to the
// parents that they have in the file. `spaces`: besides those of the pose. Throws Error (kUsage) for names
// that the model lacks, and for what needs an army: targets in the world or at units.
Clip composeClip(const Model& model, const ComposedClip& composed, const BlendSpaces& spaces);

}  // namespace phalanx
