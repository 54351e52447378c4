// The speed of MD5 clips: Assimp 5.2.5 plays all of them at 24 frames a second.
#pragma once

#include <filesystem>
#include <optional>

namespace phalanx {

// The frameRate of the .md5anim of the same name beside the .md5mesh at `path`; nullopt where there is none.
std::optional<double> md5FrameRate(const std::filesystem::path& path);

}  // namespace phalanx
