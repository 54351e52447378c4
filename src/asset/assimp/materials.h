// Reads the base colours and textures of an Assimp scene.
#pragma once

#include <vector>

#include "asset/common/notes.h"
#include "asset/source/material_set.h"

struct aiScene;

namespace phalanx {

struct MaterialSource {
    bool is_gltf = false;        // glTF 1.0: colours and alpha modes follow the specification
    bool tint_in_alpha = false;  // see Directives
};

// `used`: per material of the file, whether a part uses it; textures of unused materials are not read. A
// texture is searched among the embedded ones, then as TextureLoader::loadFile() does.
MaterialSet readMaterials(const aiScene& scene, const std::vector<bool>& used, const MaterialSource& source,
                          SideFiles& side_files, Notes& notes);

}  // namespace phalanx
