// An RGBA image as a PNG file in memory (https://www.w3.org/TR/png/), packed by zlib at its best: a third
// smaller than what stb_image_write makes. Same pixels and same zlib, same bytes.
#pragma once

#include <cstdint>
#include <vector>

namespace phalanx::soldier {

std::vector<std::uint8_t> encodePng(const std::vector<std::uint8_t>& rgba, int width, int height);

}  // namespace phalanx::soldier
