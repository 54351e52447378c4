// Where a texture that a model names lies on the disk.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace phalanx {

// `name` as the model has it: with backslashes, percent signs, a drive or a foreign absolute path. The result
// is a file in `folder` or below it; nullopt where none is found there.
std::optional<std::filesystem::path> findTextureFile(const std::string& name,
                                                     const std::filesystem::path& folder);

}  // namespace phalanx
