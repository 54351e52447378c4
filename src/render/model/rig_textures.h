// The rig of a model on the GPU: what the passes of layered poses read of it. layers.h has the texels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>

#include "anim/layers/layer_rig.h"
#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"

namespace phalanx {

class RigTextures {
  public:
    // Throws Error (kEnvironment) if the frames do not fit into a texture.
    RigTextures(const gl::Capabilities& capabilities, LayerRig rig);

    const LayerRig& rig() const { return rig_; }

    std::uint32_t joints() const { return static_cast<std::uint32_t>(size_.x); }
    // Joints that aims and IK turn; 0: there is nothing to solve.
    std::uint32_t solved() const { return static_cast<std::uint32_t>(size_.z); }
    // Binds the textures, and sets the uniforms of the program, which must be in use.
    void bind(const gl::Program& program) const;
    std::size_t bytes() const { return bytes_; }

  private:
    LayerRig rig_;
    gl::Texture tables_;
    gl::Texture frames_;
    glm::ivec4 size_{0};     // u_rig_size
    glm::ivec4 starts_{0};   // u_rig_tables
    glm::ivec2 solvers_{0};  // u_rig_solvers
    std::size_t bytes_ = 0;
};

}  // namespace phalanx
