// A JSON file that says which joints are which parts of a body, for skeletons whose names say nothing:
//
//   {"clips": {"Hips": "bone_01", "Spine": ["bone_02", "bone_03"], "LeftUpperLeg": "bone_20", ...},
//    "model": {"LeftToes": null}}
//
// "clips" is about the file with the clips, "model" about the model that gets them. Roles that the file does
// not name are found by the names of the joints; null: the body has no such part.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/body/body_map.h"
#include "anim/pose/model.h"

namespace phalanx {

// The joints of each named role, from the body outwards; empty: none.
using NamedJoints = std::map<BodyRole, std::vector<std::string>>;

struct JointMapFile {
    std::string name;  // for errors
    NamedJoints clips;
    NamedJoints model;
};

// Throws Error (kInput): not JSON, an unknown key or role, a joint named twice.
JointMapFile readJointMap(const std::filesystem::path& path);

// The map of these nodes, found by name, with what `named` says. Throws Error (kInput) that begins with
// `where` for joints that are not there or that several nodes are called.
BodyMap bodyMapOf(std::span<const Node> nodes, const NamedJoints& named, const std::string& where);

}  // namespace phalanx
