// Textures that fragment shaders fill with data, and their framebuffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

class DataTarget {
  public:
    // Empty. internal_format: of createTargetTexture(); width: texels per row; textures: as many outputs of
    // the fragment shader.
    DataTarget(GLenum internal_format, int width, std::string name, std::size_t textures = 1)
        : internal_format_(internal_format), width_(width), name_(std::move(name)), textures_(textures) {}

    enum class Content : std::uint8_t { kLost, kKept };
    // Makes room for at least `rows` rows. kLost: if that takes a new texture, its content is undefined.
    // Grows by at least half, so that moving a slider for the number of units does not allocate at every
    // step. Throws Error (kEnvironment) like createTargetTexture(), and if there are more than `most`.
    void reserve(const Capabilities& capabilities, std::size_t rows, std::size_t most,
                 Content content = Content::kLost);
    void reset();

    // Binds the framebuffer, with all rows as the viewport.
    void bind() const;
    GLuint framebuffer() const { return framebuffer_.id(); }
    const Texture& texture(std::size_t number = 0) const { return made_[number]; }
    std::size_t rows() const { return rows_; }
    std::size_t bytes() const;

  private:
    void copyFrom(const Framebuffer& other, std::size_t rows) const;

    GLenum internal_format_;
    int width_;
    std::string name_;
    std::size_t textures_;
    std::size_t rows_ = 0;
    std::vector<Texture> made_;
    Framebuffer framebuffer_;
};

}  // namespace phalanx::gl
