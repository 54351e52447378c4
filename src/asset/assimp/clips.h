// Converts Assimp's animations to clips: times in seconds, tracks assigned to nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anim/pose/model.h"
#include "asset/assimp/morphs.h"
#include "asset/assimp/node_tree.h"
#include "asset/common/notes.h"

struct aiScene;

namespace phalanx {

// `ticks_per_second`: used for all clips instead of Assimp's value. Assimp hands over linear keys, whatever
// the file has. Throws Error (kInput) that starts with `file` for keys that are not finite and for too many
// clips.
std::vector<Clip> readClips(const aiScene& scene, const NodeTree& tree, const AssimpMorphs& morphs,
                            std::optional<double> ticks_per_second, const std::string& file, Notes& notes);

}  // namespace phalanx
