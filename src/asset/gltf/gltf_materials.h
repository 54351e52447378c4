// Base colours and textures of a glTF file.
#pragma once

#include <vector>

#include "asset/common/notes.h"
#include "asset/gltf/gltf_file.h"
#include "asset/source/material_set.h"

namespace phalanx {

// `used`: per material of the file, whether a part uses it; textures of others are not read. An image that
// cannot be read becomes a checkerboard, one that is missing the plain colour, both with a warning.
MaterialSet readGltfMaterials(const GltfFile& file, const std::vector<bool>& used, bool tint_in_alpha,
                              SideFiles& side_files, Notes& notes);

}  // namespace phalanx
