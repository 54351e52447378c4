#include "render/model/vertex_texture.h"

#include <vector>

#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/model/animation_texture.h"

namespace phalanx {

VertexTexture::VertexTexture(const gl::Capabilities& capabilities, const VertexAnimation& animation,
                             int weights)
    : format_(animation.format),
      weights_(weights),
      offset_(animation.offset),
      scale_(animation.scale),
      vertices_(animation.vertices) {
    const std::uint64_t entries = std::uint64_t{animation.frames} * animation.vertices;
    const AnimationTextureShape shape =
        shapeAnimationTexture(entries, animation.texelsPerEntry(), capabilities.max_texture_size);
    entry_shift_ = shape.entry_shift;
    const GLenum format = format_ == VertexFormat::kHalf ? GL_RGBA16F : GL_RGBA16UI;
    bytes_ = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height) *
             gl::texelLayout(format).bytes;
    std::vector<std::byte> padded = animation.data;
    padded.resize(bytes_);
    texture_ = gl::createDataTexture(capabilities, format, shape.width, shape.height,
                                     std::span<const std::byte>(padded), "vertex texture");
}

void VertexTexture::bind(const gl::Program& program) const {
    gl::bindTexture(UNIT_POSES, GL_TEXTURE_2D, texture_);
    program.setUniform("u_vertex_layout", glm::uvec2(entry_shift_, vertices_));
    program.setUniform("u_vertex_offset", offset_);
    program.setUniform("u_vertex_scale", scale_);
}

}  // namespace phalanx
