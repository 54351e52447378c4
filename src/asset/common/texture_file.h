// Finds the file of a texture that a model refers to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace phalanx {

// Whether `file` is in `folder` or in a subfolder, after symbolic links are resolved.
bool isInside(const std::filesystem::path& file, const std::filesystem::path& folder);

// `name` is the string in the model: it may have backslashes, percent encoding, a drive or an absolute path
// of another machine. The result is a file in `folder` or a subfolder; nullopt if none is found.
std::optional<std::filesystem::path> findTextureFile(const std::string& name,
                                                     const std::filesystem::path& folder);

}  // namespace phalanx
