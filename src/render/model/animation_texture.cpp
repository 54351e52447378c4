#include "render/model/animation_texture.h"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "core/error.h"
#include "gl/objects/buffer.h"
#include "gl/objects/texture.h"
#include "layouts.h"

namespace phalanx {
namespace {

GLenum rowFormat(Encoding encoding) {
    return encoding == Encoding::kRgba16f ? GL_RGBA16F : GL_RGBA32F;
}

GLenum formatOf(const gl::Capabilities& capabilities, Encoding encoding) {
    if (encoding == Encoding::kTrs) return capabilities.norm16 ? GL_RGBA16 : GL_RGBA16UI;
    return rowFormat(encoding);
}

}  // namespace

AnimationTextureShape shapeAnimationTexture(std::uint64_t entries, std::uint32_t texels_per_entry,
                                            int max_size) {
    AnimationTextureShape shape;
    const auto limit = static_cast<std::uint64_t>(max_size);
    const auto width = [&] { return (std::uint64_t{1} << shape.entry_shift) * texels_per_entry; };
    const auto height = [&] { return ((entries - 1) >> shape.entry_shift) + 1; };
    while (height() > width() && width() * 2 <= limit) ++shape.entry_shift;
    if (height() > limit || width() > limit) {
        throw inputError(
            "animation texture",
            fmt::format("{} joint matrices do not fit in a texture of {} x {} texels, the driver's limit; "
                        "use a lower --rate",
                        entries, max_size, max_size));
    }
    shape.width = static_cast<int>(width());
    shape.height = static_cast<int>(height());
    return shape;
}

void checkAnimationFits(const gl::Capabilities& capabilities, const EncodedAnimation& encoded,
                        FetchPath path) {
    const std::uint64_t entries = std::uint64_t{encoded.frames} * encoded.joints;
    if (path == FetchPath::kBuffer) {
        gl::requireBufferTexture(capabilities, static_cast<std::size_t>(entries * encoded.texels_per_entry),
                                 "animation texture");
    } else {
        shapeAnimationTexture(entries, encoded.texels_per_entry, capabilities.max_texture_size);
    }
}

AnimationTexture::AnimationTexture(const gl::Capabilities& capabilities, const EncodedAnimation& encoded,
                                   FetchPath path)
    : encoding_(encoded.encoding), texels_per_entry_(encoded.texels_per_entry), path_(path) {
    const GLenum format = formatOf(capabilities, encoding_);
    const std::uint64_t entries = std::uint64_t{encoded.frames} * encoded.joints;
    const std::span<const std::byte> content(encoded.data);
    if (path == FetchPath::kBuffer) {
        buffer_ = gl::createBuffer(content, GL_STATIC_DRAW, "animation buffer");
        view_ = gl::BufferTexture(capabilities, format, buffer_,
                                  static_cast<std::size_t>(entries * encoded.texels_per_entry),
                                  "animation texture");
        bytes_ = content.size();
    } else {
        texel_ = gl::texelLayout(format);
        shape_ = shapeAnimationTexture(entries, encoded.texels_per_entry, capabilities.max_texture_size);
        bytes_ =
            static_cast<std::size_t>(shape_.width) * static_cast<std::size_t>(shape_.height) * texel_.bytes;
        std::vector<std::byte> padded(content.begin(), content.end());
        padded.resize(bytes_);
        texture_ = gl::createDataTexture(capabilities, format, shape_.width, shape_.height,
                                         std::span<const std::byte>(padded), "animation texture");
    }
    if (encoding_ == Encoding::kTrs) {
        bind_origins_ =
            gl::createDataTexture(capabilities, GL_RGBA32F, static_cast<int>(encoded.joints), 1,
                                  std::span<const glm::vec4>(encoded.bind_origins), "bind origins");
        bytes_ += encoded.bind_origins.size() * sizeof(glm::vec4);
    }
}

void AnimationTexture::overwriteTexel(std::uint64_t texel, std::span<const std::byte> bytes) const {
    if (path_ == FetchPath::kBuffer) {
        gl::updateBuffer(buffer_, static_cast<std::size_t>(texel) * bytes.size(), bytes);
        return view_.refresh();
    }
    const auto entry = static_cast<std::uint32_t>(texel / texels_per_entry_);
    const auto k = static_cast<std::uint32_t>(texel % texels_per_entry_);
    const auto x = layout::entryColumn(entry, shape_.entry_shift, texels_per_entry_) + k;
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(x),
                    static_cast<GLint>(layout::entryRow(entry, shape_.entry_shift)), 1, 1, texel_.format,
                    texel_.type, bytes.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

void AnimationTexture::copyFrames(std::uint32_t frame, std::size_t first_row, std::size_t count,
                                  std::uint32_t joints) const {
    const gl::TexelLayout texel = gl::texelLayout(rowFormat(encoding_));
    const std::size_t texels = std::size_t{joints} * texels_per_entry_;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.id());
    glReadPixels(0, static_cast<GLint>(first_row), static_cast<GLsizei>(texels), static_cast<GLsizei>(count),
                 texel.format, texel.type, reinterpret_cast<void*>(frame * texels * texel.bytes));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    view_.refresh();
}

void AnimationTexture::bind() const {
    if (path_ == FetchPath::kBuffer) {
        view_.bind(UNIT_ANIMATION);
    } else {
        gl::bindTexture(UNIT_ANIMATION, GL_TEXTURE_2D, texture_);
    }
    if (bind_origins_) gl::bindTexture(UNIT_BIND_ORIGINS, GL_TEXTURE_2D, bind_origins_);
}

}  // namespace phalanx
