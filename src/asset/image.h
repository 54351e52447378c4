// Pictures in and out: PNG, JPEG, TGA, BMP and what else stb_image reads; PNG out.
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

// Throws Error (kInput), led by `name`: not a picture, broken, or over the limits, with the numbers.
Image decodeImage(std::span<const std::uint8_t> file, const std::string& name);

// `pixels`: width * height * channels bytes, first row on top; channels 1 to 4.
std::vector<std::uint8_t> encodePng(int width, int height, int channels,
                                    std::span<const std::uint8_t> pixels);

// Throws Error (kEnvironment) where the file cannot be written.
void writePng(const std::filesystem::path& path, int width, int height, int channels,
              std::span<const std::uint8_t> pixels);

// Stands in for a picture that cannot be decoded; nobody takes it for the real one.
Image checkerboard(const std::string& name);

}  // namespace phalanx
