// What a model file is by its name and size, before anybody opens it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace phalanx {

inline constexpr const char* kContainerExtension = "phx";

// The endings of files that this build reads, "glb gltf fbx ...".
std::vector<std::string> readableExtensions();

// The ending in small letters, without the dot; of two endings ("mesh.xml") both where that is one that is
// read; "" where none is.
std::string modelExtension(const std::filesystem::path& path);

// Throws Error (kInput) where there is no such file, it is empty, above the limit, or not a model by its
// ending. `clips`: files of clips alone (md5anim) are right too.
void checkModelFile(const std::filesystem::path& path, std::size_t max_file_bytes, bool clips = false);

}  // namespace phalanx
