// Animations -> clips: seconds, tidy keys, each track on its node. Loops and strides are decided elsewhere.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "anim/model.h"
#include "asset/node_tree.h"
#include "asset/notes.h"

struct aiScene;

namespace phalanx {

struct TimeRange {
    double first_s = 0.0;
    double last_s = 0.0;
};

// Every clip runs from its first key (time 0) to its last one; loops, closing_s and stride_speed are left at
// their defaults. `ranges`: for animations whose first and last key the file itself tells, by index; for the
// others single keys, which importers make up at time 0, are left out of account where another track has two
// or more. Throws Error (kInput), led by `file`, for non-finite keys.
std::vector<Clip> readClips(const aiScene& scene, const NodeTree& tree,
                            const std::map<unsigned, TimeRange>& ranges, const std::string& file,
                            Notes& notes);

}  // namespace phalanx
