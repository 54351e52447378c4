// Posed vertices of every baked frame on the GPU, for technique `vertex-texture`.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>

#include "anim/bake/vertex_bake.h"
#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"

namespace phalanx {

class VertexTexture {
  public:
    // weights: joints per vertex that it was baked with, PoseSwitches::weights. Throws Error (kInput) with
    // the numbers if it is larger than a texture may be.
    VertexTexture(const gl::Capabilities& capabilities, const VertexAnimation& animation, int weights);

    VertexFormat format() const { return format_; }
    int weights() const { return weights_; }
    std::size_t bytes() const { return bytes_; }  // as allocated

    // Binds to texture unit UNIT_POSES and sets the uniforms of the program, which must be in use.
    void bind(const gl::Program& program) const;

  private:
    VertexFormat format_;
    int weights_;
    glm::vec3 offset_;
    glm::vec3 scale_;
    std::uint32_t vertices_ = 0;  // per frame
    std::uint32_t entry_shift_ = 0;
    std::size_t bytes_ = 0;
    gl::Texture texture_;
};

}  // namespace phalanx
