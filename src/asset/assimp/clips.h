// Converts Assimp's animations to clips: times in seconds, sorted and normalized keys, tracks assigned to
// nodes. Loops and strides are decided in asset/steps.
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

// Times in the file that Assimp does not report.
struct ClipTiming {
    std::map<unsigned, TimeRange> ranges;    // times of the first and last key, by the animation's index
    std::optional<double> ticks_per_second;  // used for all clips instead of Assimp's value
};

// Every clip runs from its first key (time 0) to its last; loops, closing_s and stride_speed keep their
// defaults. For a clip without an entry in timing.ranges, tracks of a single key are ignored if another track
// has two or more keys, since importers insert single keys at time 0. Throws Error (kInput) that starts with
// `file` for keys that are not finite.
std::vector<Clip> readClips(const aiScene& scene, const NodeTree& tree, const ClipTiming& timing,
                            const std::string& file, Notes& notes);

}  // namespace phalanx
