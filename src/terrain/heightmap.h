// Reads pictures of heights.
#pragma once

#include <filesystem>
#include <vector>

namespace phalanx {

struct Heightmap {
    int columns = 0;
    int rows = 0;
    std::vector<float> heights{};  // 0 .. 1 for black .. white, top row first
};

// A PNG with 8 or 16 bits per channel; colours are converted to grey. Throws Error (kInput) for a file that
// cannot be read, is no PNG, is broken, empty or larger than PH_TERRAIN_MOST_SIDE.
Heightmap readHeightmap(const std::filesystem::path& file);

}  // namespace phalanx
