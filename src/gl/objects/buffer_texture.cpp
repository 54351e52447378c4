#include "gl/objects/buffer_texture.h"

#include "core/error.h"
#include "gl/objects/debug.h"
#include "gl/objects/texture.h"

namespace phalanx::gl {

void requireBufferTexture(const Capabilities& capabilities, std::size_t texels, const std::string& name) {
    if (texels > static_cast<std::size_t>(capabilities.max_texture_buffer_size)) {
        throw environmentError(
            name, "a buffer texture of " + std::to_string(texels) + " texels is needed, this driver allows " +
                      std::to_string(capabilities.max_texture_buffer_size) + "; use a 2D texture");
    }
}

BufferTexture::BufferTexture(const Capabilities& capabilities, GLenum internal_format, const Buffer& buffer,
                             std::size_t texels, const std::string& name)
    : target_(capabilities.buffer_textures ? GL_TEXTURE_BUFFER : GL_TEXTURE_2D),
      internal_format_(internal_format),
      buffer_(buffer.id()),
      texels_(texels) {
    requireBufferTexture(capabilities, texels, name);
    if (capabilities.buffer_textures) {
        texture_ = Texture::create();
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(target_, texture_.id());
        glTexBuffer(target_, internal_format, buffer_);
        glBindTexture(target_, 0);
        label(texture_, name);
        return;
    }
    constexpr std::size_t kWidth = kBufferTextureWidth;
    const std::size_t rows = texels == 0 ? 1 : (texels + kWidth - 1) / kWidth;
    texture_ = createDataTexture(capabilities, internal_format, kBufferTextureWidth, static_cast<int>(rows),
                                 std::span<const std::byte>(), name);
    refresh();
}

void BufferTexture::refresh() const {
    if (target_ != GL_TEXTURE_2D || texels_ == 0) return;
    const TexelLayout texel = texelLayout(internal_format_);
    constexpr std::size_t kWidth = kBufferTextureWidth;
    const auto copy = [&](std::size_t first_row, std::size_t columns, std::size_t rows) {
        if (columns == 0 || rows == 0) return;
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(first_row), static_cast<GLsizei>(columns),
                        static_cast<GLsizei>(rows), texel.format, texel.type,
                        reinterpret_cast<const void*>(first_row * kWidth * texel.bytes));
    };
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    copy(0, kWidth, texels_ / kWidth);
    copy(texels_ / kWidth, texels_ % kWidth, 1);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void BufferTexture::bind(int unit) const {
    if (texture_) bindTexture(unit, target_, texture_);
}

}  // namespace phalanx::gl
