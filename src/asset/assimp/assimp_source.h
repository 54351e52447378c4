// A model file as Assimp reads it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "asset/notes.h"
#include "asset/scene/scene_source.h"

namespace phalanx {

// Throws a one-line Error (kInput) with Assimp's reason. Paths and notes must outlive the source.
std::unique_ptr<SceneSource> openAssimpSource(const std::filesystem::path& path, std::size_t max_file_bytes,
                                              Notes& notes);

}  // namespace phalanx
