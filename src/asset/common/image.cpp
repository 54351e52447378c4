#include "asset/common/image.h"

#include <fmt/format.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <memory>

#include "core/error.h"
#include "core/file.h"

namespace phalanx {
namespace {

struct FreePixels {
    void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

// A TGA whose texels end early: stb_image fills in the missing texels and reports no error. Like stb_image,
// this treats every file that begins like no other format as a TGA.
bool isShortTga(std::span<const std::uint8_t> file, int width, int height) {
    constexpr std::size_t kHead = 18;
    if (file.size() < kHead) return false;
    const auto half = [&](std::size_t at) { return file[at] + 256U * file[at + 1]; };
    const bool packed = (file[2] & 8U) != 0;
    const unsigned kind = file[2] & ~8U;
    if (kind < 1 || kind > 3 || file[1] > 1 || half(12) != static_cast<unsigned>(width) ||
        half(14) != static_cast<unsigned>(height))
        return false;
    const std::size_t map_bytes = file[1] == 1 ? std::size_t{half(5)} * ((file[7] + 7U) / 8U) : 0;
    const std::size_t texel_bytes = (file[16] + 7U) / 8U;
    std::uint64_t left = std::uint64_t{half(12)} * half(14);
    std::size_t at = kHead + file[0] + map_bytes;
    if (!packed) return at + left * texel_bytes > file.size();
    while (left > 0 && at < file.size()) {
        const std::uint64_t run = (file[at] & 127U) + std::uint64_t{1};
        at += 1 + ((file[at] & 128U) != 0 ? texel_bytes : run * texel_bytes);
        left -= std::min(left, run);
    }
    return left > 0 || at > file.size();
}

// A BMP whose texels end early: newer versions of stb_image fill the missing texels with black and report no
// error. stb_image reads only uncompressed BMPs, so the header determines the size.
bool isShortBmp(std::span<const std::uint8_t> file, int width, int height) {
    constexpr std::size_t kFileHeader = 14;
    constexpr std::size_t kOldHeader = 12;  // the OS/2 header, with 16 bits per number
    if (file.size() < 2 || file[0] != 'B' || file[1] != 'M') return false;
    if (file.size() < kFileHeader + kOldHeader) return true;
    const auto word = [&](std::size_t at) { return file[at] + 256U * file[at + 1]; };
    const auto number = [&](std::size_t at) { return word(at) + 65'536U * word(at + 2); };
    const bool old = number(kFileHeader) == kOldHeader;
    if (!old && file.size() < kFileHeader + 40) return true;
    const std::uint64_t bits_per_texel = old ? word(24) : word(28);
    const std::uint64_t row_bytes = (static_cast<std::uint64_t>(width) * bits_per_texel + 31) / 32 * 4;
    return number(10) + row_bytes * static_cast<std::uint64_t>(height) > file.size();
}

}  // namespace

Image decodeImage(std::span<const std::uint8_t> file, const std::string& name) {
    if (file.empty() || file.size() > INT_MAX) {
        throw inputError(name, fmt::format("is not an image: {} bytes", file.size()));
    }
    const int length = static_cast<int>(file.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(file.data(), length, &width, &height, &channels) == 0) {
        throw inputError(name, "is not an image in a supported format (PNG, JPEG, TGA, BMP)");
    }
    if (width < 1 || height < 1 || width > kMaxImageSide || height > kMaxImageSide ||
        std::int64_t{width} * height > kMaxImageTexels) {
        throw inputError(
            name, fmt::format("is an image of {} x {} texels; the limits are {} per side and {} in total",
                              width, height, kMaxImageSide, kMaxImageTexels));
    }
    const std::unique_ptr<stbi_uc, FreePixels> pixels(
        stbi_load_from_memory(file.data(), length, &width, &height, &channels, STBI_rgb_alpha));
    if (!pixels) {
        const char* reason = stbi_failure_reason();
        throw inputError(
            name, std::string("is a broken image: ") + (reason != nullptr ? reason : "unknown reason"));
    }
    if (isShortTga(file, width, height) || isShortBmp(file, width, height))
        throw inputError(name, "is a broken image: it ends early");
    Image image{name, width, height, {}};
    const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
    image.rgba.assign(pixels.get(), pixels.get() + bytes);
    return image;
}

std::vector<std::uint8_t> encodePng(int width, int height, int channels,
                                    std::span<const std::uint8_t> pixels) {
    assert(width > 0 && height > 0 && channels >= 1 && channels <= 4);
    assert(pixels.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height * channels));
    std::vector<std::uint8_t> png;
    const auto append = [](void* context, void* data, int size) {
        const auto* bytes = static_cast<const std::uint8_t*>(data);
        static_cast<std::vector<std::uint8_t>*>(context)->insert(
            static_cast<std::vector<std::uint8_t>*>(context)->end(), bytes, bytes + size);
    };
    if (stbi_write_png_to_func(append, &png, width, height, channels, pixels.data(), width * channels) == 0) {
        throw environmentError("", fmt::format("an image of {} x {} could not be encoded", width, height));
    }
    return png;
}

void writePng(const std::filesystem::path& path, int width, int height, int channels,
              std::span<const std::uint8_t> pixels) {
    writeFile(path, encodePng(width, height, channels, pixels));
}

Image checkerboard(const std::string& name) {
    constexpr int kSide = 64;
    constexpr int kField = 8;
    constexpr std::array<std::array<std::uint8_t, 4>, 2> kColors{{{255, 0, 255, 255}, {40, 40, 40, 255}}};
    Image image{name, kSide, kSide, {}};
    image.rgba.reserve(std::size_t{kSide} * kSide * 4);
    for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
            const auto& color = kColors[static_cast<std::size_t>((x / kField + y / kField) % 2)];
            image.rgba.insert(image.rgba.end(), color.begin(), color.end());
        }
    }
    return image;
}

}  // namespace phalanx
