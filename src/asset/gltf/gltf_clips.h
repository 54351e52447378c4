// The animations of a glTF file as clips.
#pragma once

#include <vector>

#include "anim/pose/model.h"
#include "asset/common/notes.h"
#include "asset/gltf/gltf_file.h"
#include "asset/gltf/gltf_morphs.h"
#include "asset/gltf/gltf_nodes.h"

namespace phalanx {

// Every track keeps its interpolation. Throws gltfError() for samplers with too few values or of another type
// than their channel's path needs.
std::vector<Clip> readGltfClips(const GltfFile& file, const GltfNodes& nodes, const GltfMorphs& morphs,
                                Notes& notes);

}  // namespace phalanx
