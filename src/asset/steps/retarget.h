// Clips of one node tree played by another, by the nodes' names: the way of Mixamo and MD5, where one file
// holds the mesh and others hold a clip each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

struct ClipSource {
    std::vector<Node> nodes;
    std::vector<Clip> clips;  // of these nodes
};

struct RetargetReport {
    std::size_t matched = 0;        // nodes that move, and are found
    std::size_t by_short_name = 0;  // of these, found without what stands before the last ':' or '|'
    std::vector<std::string> lost;  // nodes that move, and are not found
    double length_scale =
        1.0;  // model's lengths to the source's, measured on bones that both have; 1 within 2 %
    // Joints whose rest orientation beside their parent differs from the model's by more than 15 degrees.
    std::size_t turned = 0;
    std::string most_turned;  // the model's name of the one that differs most
    double most_turned_deg = 0.0;
};

// The source's clips on the nodes of `model`; names and times stay. What a clip never moves away from the
// source's own rest pose is left to the model, whose limbs so keep their lengths. Rotation pivots of FBX,
// which one side may have and the other not, are multiplied out. Rotations are taken as they are: where the
// report tells of turned joints, they are right only if the skeletons differ in pose, and not in their axes.
std::vector<Clip> retargetClips(const ClipSource& source, const Model& model, RetargetReport& report);

}  // namespace phalanx
