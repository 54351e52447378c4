// The nodes of a glTF file as a model's nodes.
#pragma once

#include <vector>

#include "anim/pose/model.h"
#include "asset/gltf/gltf_file.h"

namespace phalanx {

struct GltfNodes {
    std::vector<Node> nodes;        // parents first
    std::vector<int> node_of;       // by the file's index: the index into `nodes`
    std::vector<int> file_of;       // by the index into `nodes`: the file's index
    std::vector<bool> is_in_scene;  // by the file's index: its mesh is drawn
};

// All nodes of the file: joints and animated nodes may be outside the scene. Drawn are those of the default
// scene, or of the first, or all if there is no scene. Throws gltfError() for nodes with two parents or in a
// cycle, and for trees deeper than kDeepestTree.
GltfNodes readNodes(const GltfFile& file, Notes& notes);

// Per skin: the inverse bind matrices of its joints, the identity if the file has none. Throws gltfError()
// for joints that do not exist.
std::vector<std::vector<glm::dmat4>> readSkins(const GltfFile& file, Notes& notes);

}  // namespace phalanx
