#include "terrain/heightmap.h"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/error.h"
#include "core/file.h"
#include "height_grid.h"

namespace phalanx {
namespace {

struct FreeTexels {
    void operator()(stbi_us* texels) const { stbi_image_free(texels); }
};

constexpr std::array<std::uint8_t, 8> kPngHead{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

}  // namespace

Heightmap readHeightmap(const std::filesystem::path& file) {
    const std::vector<std::uint8_t> bytes = readBinaryFile(file);
    const std::string name = file.string();
    if (bytes.empty()) throw inputError(name, "is empty: the ground takes flat, hills or a PNG of heights");
    if (bytes.size() < kPngHead.size() || !std::equal(kPngHead.begin(), kPngHead.end(), bytes.begin()))
        throw inputError(name, "is no PNG: the ground takes flat, hills or a PNG of heights");
    const auto size = static_cast<int>(std::min<std::size_t>(bytes.size(), INT32_MAX));
    Heightmap map;
    int channels = 0;
    if (stbi_info_from_memory(bytes.data(), size, &map.columns, &map.rows, &channels) == 0)
        throw inputError(name, fmt::format("cannot be read: {}", stbi_failure_reason()));
    if (map.columns > PH_TERRAIN_MOST_SIDE || map.rows > PH_TERRAIN_MOST_SIDE) {
        throw inputError(name,
                         fmt::format("has {} x {} texels, but ground may have {} per side: make it smaller",
                                     map.columns, map.rows, PH_TERRAIN_MOST_SIDE));
    }
    const std::unique_ptr<stbi_us, FreeTexels> texels(
        stbi_load_16_from_memory(bytes.data(), size, &map.columns, &map.rows, &channels, 1));
    if (!texels) throw inputError(name, fmt::format("is broken or ends early: {}", stbi_failure_reason()));
    const std::size_t count = static_cast<std::size_t>(map.columns) * static_cast<std::size_t>(map.rows);
    map.heights.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        map.heights.push_back(static_cast<float>(texels.get()[i]) / 65535.0F);
    return map;
}

}  // namespace phalanx
