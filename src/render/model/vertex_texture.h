// Posed vertices of every frame on the GPU, for technique `vertex-texture`.
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
    // Throws Error (kInput) where it is larger than a texture may be, with the numbers.
    // weights: how many joints moved a vertex when it was baked, PoseSwitches::weights.
    VertexTexture(const gl::Capabilities& capabilities, const VertexAnimation& animation, int weights);

    VertexFormat format() const { return format_; }
    int weights() const { return weights_; }
    std::size_t bytes() const { return bytes_; }  // as allocated

    // Texture unit UNIT_POSES, and the uniforms of the program in use.
    void bind(const gl::Program& program) const;

  private:
    VertexFormat format_;
    int weights_;
    glm::vec3 offset_;
    glm::vec3 scale_;
    std::uint32_t entry_shift_ = 0;
    std::size_t bytes_ = 0;
    gl::Texture texture_;
};

}  // namespace phalanx
