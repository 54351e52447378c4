// A model file as Assimp reads it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "asset/common/notes.h"
#include "asset/source/model_source.h"

namespace phalanx {

// `extension`: of the path, as modelExtension() gives it. Throws a one-line Error (kInput) with Assimp's
// reason. The notes must outlive the source.
std::unique_ptr<ModelSource> openAssimpSource(const std::filesystem::path& path, std::string extension,
                                              std::size_t max_file_bytes, Notes& notes);

}  // namespace phalanx
