// What a file brings whose clips are added to another model.
#pragma once

#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct ClipSource {
    std::vector<Node> nodes;
    std::vector<Clip> clips;                 // channels refer to these nodes, morph tracks to these targets
    std::vector<MorphTarget> morph_targets;  // deltas are not used
    // The joints of the file's meshes: their offset matrices hold the bind pose, which the nodes need not be
    // in. Empty: the file has no mesh, as motion capture.
    std::vector<Joint> palette;
};

}  // namespace phalanx
