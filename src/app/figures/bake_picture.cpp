#include "app/figures/bake_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>

namespace phalanx {
namespace {

constexpr int kGap = 4;         // pixels between the halves of a strip, and between strips
constexpr int kSeparator = 2;   // lines between clips
constexpr int kSmallest = 480;  // pixels; smaller images are drawn with enlarged pixels
constexpr int kLargestPixel = 6;
constexpr glm::u8vec3 kBackground{18, 18, 22};

std::uint8_t byteOf(float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F));
}

glm::u8vec3 colorOf(const glm::vec3& value) {
    return {byteOf(value.x), byteOf(value.y), byteOf(value.z)};
}

// Value ranges for the colours. The linear parts of the matrices and their translations are scaled
// separately.
struct Ranges {
    float linear = 1e-6F;  // largest magnitude in the linear parts
    glm::vec3 min{0.0F};   // of translations
    glm::vec3 max{0.0F};
};

glm::vec3 translationOf(const BakedAnimation& baked, std::size_t entry) {
    const glm::vec4* rows = baked.texels.data() + entry * kTexelsPerEntry;
    return {rows[0].w, rows[1].w, rows[2].w};
}

Ranges rangesOf(const BakedAnimation& baked) {
    Ranges ranges;
    ranges.min = ranges.max = translationOf(baked, 0);
    for (const glm::vec4& row : baked.texels) {
        const glm::vec3 size = glm::abs(glm::vec3(row));
        ranges.linear = std::max({ranges.linear, size.x, size.y, size.z});
    }
    for (std::size_t entry = 0; entry < baked.texels.size() / kTexelsPerEntry; ++entry) {
        ranges.min = glm::min(ranges.min, translationOf(baked, entry));
        ranges.max = glm::max(ranges.max, translationOf(baked, entry));
    }
    return ranges;
}

// The frame that each line shows; -1: a separator.
std::vector<int> linesOf(const BakedAnimation& baked) {
    std::vector<int> lines;
    for (const BakedClip& clip : baked.clips) {
        if (!lines.empty()) lines.insert(lines.end(), kSeparator, -1);
        for (std::uint32_t i = 0; i <= clip.intervals; ++i)
            lines.push_back(static_cast<int>(clip.first_frame + i));
    }
    return lines;
}

class Canvas {
  public:
    Canvas(int width, int height, int pixel) : pixel_(pixel) {
        picture_.width = width * pixel;
        picture_.height = height * pixel;
        for (int i = 0; i < picture_.width * picture_.height; ++i) {
            for (int c = 0; c < 3; ++c) picture_.rgb.push_back(kBackground[c]);
        }
    }

    void set(int x, int y, const glm::u8vec3& color) {
        for (int dy = 0; dy < pixel_; ++dy) {
            for (int dx = 0; dx < pixel_; ++dx) {
                const auto at =
                    static_cast<std::size_t>((y * pixel_ + dy) * picture_.width + x * pixel_ + dx) * 3;
                for (int c = 0; c < 3; ++c) picture_.rgb[at + static_cast<std::size_t>(c)] = color[c];
            }
        }
    }

    BakePicture take() { return std::move(picture_); }

  private:
    int pixel_;
    BakePicture picture_;
};

void drawFrame(Canvas& canvas, int x, int y, const BakedAnimation& baked, const Ranges& ranges, int frame) {
    const glm::vec3 span = glm::max(ranges.max - ranges.min, glm::vec3(1e-6F));
    const int joints = static_cast<int>(baked.joints);
    for (int joint = 0; joint < joints; ++joint) {
        const std::size_t entry =
            static_cast<std::size_t>(frame) * baked.joints + static_cast<std::size_t>(joint);
        for (int row = 0; row < 3; ++row) {
            const glm::vec3 value(baked.texels[entry * kTexelsPerEntry + static_cast<std::size_t>(row)]);
            canvas.set(x + joint * 3 + row, y, colorOf(value / ranges.linear * 0.5F + 0.5F));
        }
        canvas.set(x + joints * 3 + kGap + joint, y,
                   colorOf((translationOf(baked, entry) - ranges.min) / span));
    }
}

}  // namespace

TexelPicture drawTexels(const BakedAnimation& baked, std::uint32_t frames_per_column) {
    const Ranges ranges = rangesOf(baked);
    TexelPicture picture;
    picture.width = static_cast<int>((baked.frames + frames_per_column - 1) / frames_per_column);
    picture.height = static_cast<int>(baked.joints * kTexelsPerEntry);
    picture.rgba.reserve(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) *
                         4);
    for (std::size_t y = 0; y < baked.joints * std::size_t{kTexelsPerEntry}; ++y) {
        for (std::size_t frame = 0; frame < baked.frames; frame += frames_per_column) {
            const glm::vec3 value(baked.texels[frame * baked.joints * kTexelsPerEntry + y]);
            const glm::u8vec3 color = colorOf(value / ranges.linear * 0.5F + 0.5F);
            picture.rgba.insert(picture.rgba.end(), {color.r, color.g, color.b, 255});
        }
    }
    return picture;
}

BakePicture drawBake(const BakedAnimation& baked) {
    const std::vector<int> lines = linesOf(baked);
    const int strip = static_cast<int>(baked.joints) * 4 + kGap;
    const double area = static_cast<double>(strip + kGap) * static_cast<double>(lines.size());
    const int strips = std::max(1, static_cast<int>(std::lround(std::sqrt(area) / (strip + kGap))));
    const int height = (static_cast<int>(lines.size()) + strips - 1) / strips;
    const int width = strips * (strip + kGap) - kGap;
    const int pixel = std::clamp(kSmallest / std::max(width, height), 1, kLargestPixel);
    const Ranges ranges = rangesOf(baked);
    Canvas canvas(width, height, pixel);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i] < 0) continue;
        const int x = static_cast<int>(i) / height * (strip + kGap);
        drawFrame(canvas, x, static_cast<int>(i) % height, baked, ranges, lines[i]);
    }
    return canvas.take();
}

}  // namespace phalanx
