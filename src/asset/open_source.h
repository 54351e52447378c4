// Opens a model file with the reader of its format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "asset/common/notes.h"
#include "asset/source/model_source.h"

namespace phalanx {

// glTF 2.0 is read by asset/gltf, all other formats by Assimp. Throws a one-line Error (kInput).
std::unique_ptr<ModelSource> openSource(const std::filesystem::path& path, std::size_t max_file_bytes,
                                        Notes& notes);

}  // namespace phalanx
