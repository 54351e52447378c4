#include "terrain/heightmap.h"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <system_error>

#include "core/error.h"
#include "core/file.h"
#include "height_grid.h"

namespace phalanx {
namespace {

struct FreeTexels {
    void operator()(stbi_us* texels) const { stbi_image_free(texels); }
};

constexpr std::array<std::uint8_t, 8> kPngHead{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

std::uint32_t wordAt(std::span<const std::uint8_t> bytes) {
    return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U |
           bytes[3];
}

// Of the polynomial 0xEDB88320, as ISO/IEC 15948 (PNG), annex D.
std::uint32_t checksumOf(std::span<const std::uint8_t> bytes) {
    static const auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            table[i] = i;
            for (int bit = 0; bit < 8; ++bit)
                table[i] = table[i] >> 1U ^ ((table[i] & 1U) != 0U ? 0xEDB88320U : 0U);
        }
        return table;
    }();
    std::uint32_t sum = ~0U;
    for (const std::uint8_t byte : bytes) sum = sum >> 8U ^ kTable[(sum ^ byte) & 0xFFU];
    return ~sum;
}

// stb_image does not look at the checksums of the chunks, and damage becomes hills.
void requireWhole(std::span<const std::uint8_t> png, const std::string& name) {
    constexpr std::size_t kAround = 12;  // length, type and checksum of a chunk
    std::span<const std::uint8_t> rest = png.subspan(kPngHead.size());
    while (rest.size() >= kAround) {
        const std::size_t length = wordAt(rest);
        if (length > rest.size() - kAround) break;
        const auto sum = checksumOf(rest.subspan(4, 4 + length));
        if (sum != wordAt(rest.subspan(8 + length)))
            throw inputError(name, fmt::format("is damaged: the checksum of a part at byte {} is wrong",
                                               png.size() - rest.size()));
        constexpr std::array<std::uint8_t, 4> kEnd{'I', 'E', 'N', 'D'};
        if (std::equal(kEnd.begin(), kEnd.end(), rest.begin() + 4)) return;
        rest = rest.subspan(kAround + length);
    }
    throw inputError(name,
                     fmt::format("is broken or ends early: {} bytes are no PNG with an end", png.size()));
}

}  // namespace

Heightmap readHeightmap(const std::filesystem::path& file) {
    const std::string name = file.string();
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored) &&
        !std::filesystem::is_directory(file, ignored))
        throw inputError(name, "is no file with an end: the ground takes flat, hills or a PNG of heights");
    const std::vector<std::uint8_t> bytes = readBinaryFile(file);
    if (bytes.empty()) throw inputError(name, "is empty: the ground takes flat, hills or a PNG of heights");
    if (bytes.size() < kPngHead.size() || !std::equal(kPngHead.begin(), kPngHead.end(), bytes.begin()))
        throw inputError(name, "is no PNG: the ground takes flat, hills or a PNG of heights");
    requireWhole(bytes, name);
    constexpr std::size_t kSides = 16;  // of the first chunk, IHDR
    const std::uint32_t columns = wordAt(std::span(bytes).subspan(kSides));
    const std::uint32_t rows = wordAt(std::span(bytes).subspan(kSides + 4));
    if (columns == 0 || rows == 0 || columns > PH_TERRAIN_MOST_SIDE || rows > PH_TERRAIN_MOST_SIDE) {
        throw inputError(name, fmt::format("has {} x {} texels, but ground has 1 to {} per side", columns,
                                           rows, PH_TERRAIN_MOST_SIDE));
    }
    const auto size = static_cast<int>(std::min<std::size_t>(bytes.size(), INT32_MAX));
    Heightmap map;
    int channels = 0;
    if (stbi_info_from_memory(bytes.data(), size, &map.columns, &map.rows, &channels) == 0)
        throw inputError(name, fmt::format("cannot be read: {}", stbi_failure_reason()));
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
