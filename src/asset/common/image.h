// Decodes PNG, JPEG, TGA, BMP and the other formats of stb_image; encodes PNG.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

inline constexpr int kMaxImageSide = 16'384;
inline constexpr std::int64_t kMaxImageTexels = std::int64_t{1} << 26U;  // 256 MB of RGBA

// Throws Error (kInput) that starts with `name` if the file is not an image, is broken or exceeds a limit.
Image decodeImage(std::span<const std::uint8_t> file, const std::string& name);

// `pixels`: width * height * channels bytes, top row first; 1 to 4 channels.
std::vector<std::uint8_t> encodePng(int width, int height, int channels,
                                    std::span<const std::uint8_t> pixels);

// Throws Error (kEnvironment) if the file cannot be written.
void writePng(const std::filesystem::path& path, int width, int height, int channels,
              std::span<const std::uint8_t> pixels);

// Replaces an image that cannot be decoded; magenta and grey, so that it is not mistaken for a real texture.
Image checkerboard(const std::string& name);

}  // namespace phalanx
