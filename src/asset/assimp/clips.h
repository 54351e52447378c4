// Animations -> clips: seconds, tidy keys, each track on its node. Loops and strides are decided elsewhere.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/assimp/node_tree.h"
#include "asset/notes.h"

struct aiScene;

namespace phalanx {

struct TimeRange {
    double first_s = 0.0;
    double last_s = 0.0;
};

// What the file says about time that Assimp does not pass on.
struct ClipTiming {
    std::map<unsigned, TimeRange> ranges;    // first and last key, by the animation's index
    std::optional<double> ticks_per_second;  // of all clips, instead of Assimp's
};

// Every clip runs from its first key (time 0) to its last one; loops, closing_s and stride_speed are left at
// their defaults. Where timing.ranges has no entry, single keys, which importers make up at time 0, are left
// out of account when another track has two or more. Throws Error (kInput), led by `file`, for non-finite
// keys.
std::vector<Clip> readClips(const aiScene& scene, const NodeTree& tree, const ClipTiming& timing,
                            const std::string& file, Notes& notes);

}  // namespace phalanx
