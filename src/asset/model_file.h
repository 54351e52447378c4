// Checks of a model file by its name and size, before it is opened.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace phalanx {

inline constexpr const char* kContainerExtension = "phx";

// The file extensions that this build reads: "glb", "gltf", "fbx", ...
std::vector<std::string> readableExtensions();

// The longest readable extension of the file name, in lower case and without the dot ("glb", "mesh.xml");
// empty if none matches.
std::string modelExtension(const std::filesystem::path& path);

// Whether the file has the extension of Phalanx's own container.
bool isContainer(const std::filesystem::path& path);

// Throws Error (kInput) if the file does not exist, is empty, exceeds max_file_bytes or has no readable
// extension. `clips`: accepts files that have only clips (md5anim), too.
void checkModelFile(const std::filesystem::path& path, std::size_t max_file_bytes, bool clips = false);

}  // namespace phalanx
