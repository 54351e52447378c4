#include "png_writer.h"

#include <zlib.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace phalanx::soldier {
namespace {

void appendWord(std::vector<std::uint8_t>& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::uint8_t>(value >> shift & 255U));
}

void appendChunk(std::vector<std::uint8_t>& out, std::string_view type,
                 const std::vector<std::uint8_t>& data) {
    appendWord(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = out.size();
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), data.begin(), data.end());
    appendWord(
        out, static_cast<std::uint32_t>(crc32(0, out.data() + start, static_cast<uInt>(out.size() - start))));
}

// The predictor of filter 4 (Paeth): the neighbour nearest to left + up - corner.
int paeth(int left, int up, int corner) {
    const int guess = left + up - corner;
    const int to_left = std::abs(guess - left);
    const int to_up = std::abs(guess - up);
    const int to_corner = std::abs(guess - corner);
    if (to_left <= to_up && to_left <= to_corner) return left;
    return to_up <= to_corner ? up : corner;
}

}  // namespace

std::vector<std::uint8_t> encodePng(const std::vector<std::uint8_t>& rgba, int width, int height) {
    const std::size_t stride = static_cast<std::size_t>(width) * 4;
    std::vector<std::uint8_t> rows;
    rows.reserve((stride + 1) * static_cast<std::size_t>(height));
    const auto at = [&](std::size_t y, std::size_t x) { return static_cast<int>(rgba[y * stride + x]); };
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        rows.push_back(4);
        for (std::size_t x = 0; x < stride; ++x) {
            const int left = x >= 4 ? at(y, x - 4) : 0;
            const int up = y > 0 ? at(y - 1, x) : 0;
            const int corner = x >= 4 && y > 0 ? at(y - 1, x - 4) : 0;
            rows.push_back(static_cast<std::uint8_t>((at(y, x) - paeth(left, up, corner)) & 255));
        }
    }
    uLongf size = compressBound(static_cast<uLong>(rows.size()));
    std::vector<std::uint8_t> packed(size);
    if (compress2(packed.data(), &size, rows.data(), static_cast<uLong>(rows.size()), 9) != Z_OK) {
        throw std::runtime_error("zlib could not compress the image");
    }
    packed.resize(size);

    std::vector<std::uint8_t> file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    std::vector<std::uint8_t> header;
    appendWord(header, static_cast<std::uint32_t>(width));
    appendWord(header, static_cast<std::uint32_t>(height));
    header.insert(header.end(), {8, 6, 0, 0, 0});  // 8 bits, RGBA, deflate, adaptive filters, not interlaced
    appendChunk(file, "IHDR", header);
    appendChunk(file, "IDAT", packed);
    appendChunk(file, "IEND", {});
    return file;
}

}  // namespace phalanx::soldier
