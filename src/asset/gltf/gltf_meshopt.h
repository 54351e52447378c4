// Buffer views compressed by meshoptimizer: EXT_meshopt_compression, and KHR_meshopt_compression as far as
// its codec is the same.
// https://github.com/KhronosGroup/glTF/blob/main/extensions/2.0/Vendor/EXT_meshopt_compression/README.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "asset/gltf/gltf_file.h"

namespace phalanx {

// A member that is a whole number; 0 if it is missing, negative or above 2^31.
std::size_t wholeIn(const tinygltf::Value& object, const char* key);

// The bytes of a view. `compression`: the extension's object; `source`: the compressed bytes. Throws
// gltfError() for an invalid mode, filter, count or stride, and for damaged data. `what` names the view.
std::vector<std::uint8_t> decodeMeshopt(const GltfFile& file, const tinygltf::Value& compression,
                                        std::span<const std::uint8_t> source, const std::string& what);

}  // namespace phalanx
