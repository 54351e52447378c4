// A buffer that shaders read as a one-dimensional array of texels.
#pragma once

#include <cstddef>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

// A view of a buffer (glTexBuffer, samplerBuffer), or, where there are no buffer textures, a 2D texture of
// kBufferTextureWidth texels per row, into which refresh() copies the buffer. Shaders hide the difference by
// include/buffer_texture.glsl.
class BufferTexture {
  public:
    BufferTexture() = default;
    // `internal_format`: one that createDataTexture() takes. `texels`: the number of texels that shaders
    // address; the buffer has at least as many, and must outlive this object. Throws Error (kEnvironment)
    // like requireBufferTexture().
    BufferTexture(const Capabilities& capabilities, GLenum internal_format, const Buffer& buffer,
                  std::size_t texels, const std::string& name);

    // Call after the buffer's content has changed. Costs nothing where there are buffer textures. The buffer
    // must not be bound for transform feedback.
    void refresh() const;

    // Binds it to texture unit `unit`; unit 0 stays the active one.
    void bind(int unit) const;
    explicit operator bool() const { return static_cast<bool>(texture_); }
    void reset() { texture_.reset(); }

  private:
    Texture texture_;
    GLenum target_ = 0;
    GLenum internal_format_ = 0;
    GLuint buffer_ = 0;
    std::size_t texels_ = 0;
};

// Throws Error (kEnvironment) if `texels` exceeds Capabilities::max_texture_buffer_size, of which OpenGL 3.3
// guarantees 65,536.
void requireBufferTexture(const Capabilities& capabilities, std::size_t texels, const std::string& name);

}  // namespace phalanx::gl
