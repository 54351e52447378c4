// Render targets of a frame. Constructors throw Error (kEnvironment) if the driver's limits are
// exceeded or the framebuffer is incomplete.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx {

// Scene: GL_RGBA16F colour, linear, and GL_DEPTH_COMPONENT32F depth, multisampled where samples > 1, and a
// texture with the resolved colour, filtered linearly.
class SceneTarget {
  public:
    // depth_read: depth is a texture that shaders can read. Drivers may allocate more samples than asked for.
    SceneTarget(const gl::Capabilities& capabilities, int width, int height, int samples,
                bool depth_read = false);

    GLuint framebuffer() const { return draw_.id(); }
    // Colour texture with one sample per pixel; resolves multisampled colour (glBlitFramebuffer). Call after
    // drawing.
    const gl::Texture& resolve() const;
    int width() const { return width_; }
    int height() const { return height_; }
    int samples() const { return samples_; }  // per pixel, as allocated by the driver (GL_SAMPLES)
    // GL_TEXTURE_2D_MULTISAMPLE where samples > 1; nullptr unless depth_read.
    const gl::Texture* depthTexture() const { return depth_texture_ ? &depth_texture_ : nullptr; }

  private:
    int width_;
    int height_;
    int samples_;
    gl::Texture depth_texture_;  // if depth_read, else depth_
    gl::Texture color_;          // one sample per pixel
    gl::Renderbuffer multisampled_color_;
    gl::Renderbuffer depth_;
    gl::Framebuffer draw_;
    gl::Framebuffer resolved_;  // only with multisampling; otherwise draw_ renders to color_
};

// One colour texture and optional GL_DEPTH_COMPONENT32F depth, one sample per pixel.
class PlainTarget {
  public:
    PlainTarget(const gl::Capabilities& capabilities, GLenum format, int width, int height, bool depth,
                const char* name);

    GLuint framebuffer() const { return framebuffer_.id(); }
    const gl::Texture& color() const { return color_; }
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    int width_;
    int height_;
    gl::Texture color_;
    gl::Renderbuffer depth_;
    gl::Framebuffer framebuffer_;
};

// Makes the target of this format and size, if it is not there yet.
void fitTarget(std::optional<PlainTarget>& target, const gl::Capabilities& capabilities, GLenum format,
               glm::ivec2 size, bool depth, const char* name);

// Shadow maps of one size, the layers of one array texture. size: texels per side.
class ShadowTarget {
  public:
    ShadowTarget(const gl::Capabilities& capabilities, int size, std::size_t maps);

    GLuint framebuffer(std::size_t map) const { return framebuffers_[map].id(); }
    const gl::Texture& depth() const { return depth_; }  // GL_TEXTURE_2D_ARRAY
    int size() const { return size_; }
    std::size_t maps() const { return framebuffers_.size(); }

  private:
    int size_;
    gl::Texture depth_;
    std::vector<gl::Framebuffer> framebuffers_;
};

}  // namespace phalanx
