// Reads base colours and textures.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "anim/pose/model.h"
#include "asset/notes.h"

struct aiScene;

namespace phalanx {

struct MaterialSet {
    std::vector<Material> materials;  // at least one; materials of the same look are merged
    std::vector<Image> images;
    std::vector<std::uint32_t> material_of;  // per material of the file: its index into `materials`
    std::vector<unsigned> uv_channel_of;     // per material of the file: its set of texture coordinates
};

struct MaterialSource {
    std::filesystem::path model_path;
    bool is_gltf = false;        // colours and alpha modes follow the glTF specification
    bool tint_in_alpha = false;  // see Directives
    std::size_t max_file_bytes = 0;
};

// `used`: per material of the file, whether a part uses it; textures of unused materials are not read. A
// texture is searched among the embedded ones, then at its path below the model's folder, then by its file
// name in that folder and its texture subfolders, never outside. A missing texture is replaced by the plain
// colour, a broken one by a checkerboard, both with a warning.
MaterialSet readMaterials(const aiScene& scene, const std::vector<bool>& used, const MaterialSource& source,
                          Notes& notes);

}  // namespace phalanx
