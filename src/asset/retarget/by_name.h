// Transfers clips from one node tree to another by the nodes' names, as Mixamo and MD5 need it: one file has
// the mesh, and others have one clip each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/retarget/clip_source.h"

namespace phalanx {

struct NameReport {
    std::size_t matched = 0;          // animated nodes that were found in the model
    std::size_t by_short_name = 0;    // part of matched: found without the prefix before the last ':' or '|'
    std::vector<std::string> lost;    // animated nodes that were not found
    std::size_t matched_targets = 0;  // animated morph targets that were found in the model
    std::vector<std::string> lost_targets;  // animated morph targets that were not found
    // Ratio of lengths, model over source: the median of the bones that both have; 1 if within 2 % of 1.
    double length_scale = 1.0;
    // Joints whose rest orientation relative to the parent differs from the model's by more than 15 degrees.
    std::size_t turned = 0;
    std::string most_turned;       // the joint that differs most, by its name in the model
    double most_turned_deg = 0.0;  // its difference
};

// Returns the source's clips for the nodes of `model`, with the same names and times. A track that never
// leaves the source's rest pose is dropped, so that the model keeps its own lengths there; rotations of
// joints are kept. FBX pivots, which may exist on one side only, are multiplied out. Rotations are used
// unchanged: if the report has turned joints, the result is correct only if the skeletons differ in their
// rest pose but not in their axes. A morph target moves the model's targets of the same name: those of the
// node with the same name, if there are any, else all.
std::vector<Clip> transferByName(const ClipSource& source, const Model& model, NameReport& report);

}  // namespace phalanx
