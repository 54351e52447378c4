// Reads the frame rate of MD5 clips, since Assimp 5.2.5 always reports 24 frames per second.
#pragma once

#include <filesystem>
#include <optional>

#include "asset/common/side_files.h"

namespace phalanx {

// The frameRate of the .md5anim file at `path`, or beside the .md5mesh at `path`; nullopt if it has none.
std::optional<double> md5FrameRate(const std::filesystem::path& path, const SideFiles& side_files);

}  // namespace phalanx
