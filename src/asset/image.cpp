#include "asset/image.h"

#include <fmt/format.h>
#include <stb_image.h>
#include <stb_image_write.h>

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

}  // namespace

Image decodeImage(std::span<const std::uint8_t> file, const std::string& name) {
    if (file.empty() || file.size() > INT_MAX) {
        throw inputError(name, fmt::format("is no picture: {} bytes", file.size()));
    }
    const int length = static_cast<int>(file.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(file.data(), length, &width, &height, &channels) == 0) {
        throw inputError(name, "is not a picture that can be read (PNG, JPEG, TGA and BMP can)");
    }
    if (width < 1 || height < 1 || width > kMaxImageSide || height > kMaxImageSide ||
        std::int64_t{width} * height > kMaxImageTexels) {
        throw inputError(
            name, fmt::format("is a picture of {} x {} texels; {} a side and {} in all are the limits", width,
                              height, kMaxImageSide, kMaxImageTexels));
    }
    const std::unique_ptr<stbi_uc, FreePixels> pixels(
        stbi_load_from_memory(file.data(), length, &width, &height, &channels, STBI_rgb_alpha));
    if (!pixels) {
        const char* reason = stbi_failure_reason();
        throw inputError(
            name, std::string("is a broken picture: ") + (reason != nullptr ? reason : "unknown reason"));
    }
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
        throw environmentError("", fmt::format("a picture of {} x {} could not be encoded", width, height));
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
