// Base colours and textures.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "anim/pose/model.h"
#include "asset/notes.h"

struct aiScene;

namespace phalanx {

struct MaterialSet {
    std::vector<Material> materials;  // at least one; those that look alike are one
    std::vector<Image> images;
    // Per material of the file: its index into `materials`, and the channel of texture coordinates that it
    // reads.
    std::vector<std::uint32_t> material_of;
    std::vector<unsigned> uv_channel_of;
};

struct MaterialSource {
    std::filesystem::path model_path;
    bool is_gltf = false;        // colours and alpha modes follow the standard
    bool tint_in_alpha = false;  // see Directives
    std::size_t max_file_bytes = 0;
};

// `used`: per material of the file, whether some part shows it; textures of the others are not read. A
// texture is looked for among those embedded, then at its own place in the model's folder, then by its base
// name beside the model, and never outside that folder. Missing: the plain colour and a warning; broken: a
// checkerboard and a warning.
MaterialSet readMaterials(const aiScene& scene, const std::vector<bool>& used, const MaterialSource& source,
                          Notes& notes);

}  // namespace phalanx
