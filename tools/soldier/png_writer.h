// An RGBA image as a PNG file in memory. Same pixels, same bytes.
#pragma once

#include <cstdint>
#include <vector>

namespace phalanx::soldier {

std::vector<std::uint8_t> encodePng(const std::vector<std::uint8_t>& rgba, int width, int height);

}  // namespace phalanx::soldier
