// The rig of a model on the GPU: what the passes of layered poses read of it. layers.h has the texels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "anim/rig/layer_rig.h"
#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "gl/objects/program.h"
#include "layers.h"

namespace phalanx {

// The tables of a rig as texels, and where palette, masks, solved joints and aims begin in them:
// u_rig_tables.
struct RigTables {
    explicit RigTables(const LayerRig& rig);

    std::size_t bytes() const { return texels.size() * sizeof(glm::vec4); }
    std::size_t maskBytes() const {
        return static_cast<std::size_t>(starts.z - starts.y) * sizeof(glm::vec4);
    }

    std::vector<glm::vec4> texels;
    glm::ivec4 starts{0};
    glm::ivec4 ground{0, -1, 0, 0};  // u_rig_ground
};

class RigTextures {
  public:
    // Throws Error (kEnvironment) if the frames do not fit into a texture.
    RigTextures(const gl::Capabilities& capabilities, LayerRig rig);

    const LayerRig& rig() const { return rig_; }

    std::uint32_t joints() const { return static_cast<std::uint32_t>(size_.x); }
    // Texels per unit of local poses: a joint each, and what the feet want.
    std::uint32_t columns() const { return static_cast<std::uint32_t>(size_.x) + feet_texels_; }
    bool plantsFeet() const { return ground_.w != PH_GROUND_NONE; }
    bool solvesChains() const;  // by FABRIK
    // Whether feet stand on the ground that the army stands on, not on a plane of the rig.
    bool standsOnArmysGround() const { return ground_.w == PH_GROUND_FLAT; }
    float groundWeight() const { return ground_weight_; }
    // Texels per unit of what is solved: a joint each, and the way of the pelvis.
    std::uint32_t solvedColumns() const { return solved() + (plantsFeet() ? 1U : 0U); }
    // Joints that feet, aims and IK turn; 0: there is nothing to solve.
    std::uint32_t solved() const { return static_cast<std::uint32_t>(size_.z); }
    // Binds the textures, and sets the uniforms of the program, which must be in use.
    void bind(const gl::Program& program) const;
    std::size_t bytes() const { return frame_bytes_ + table_bytes_; }
    std::size_t tableBytes() const { return table_bytes_; }
    std::size_t maskBytes() const { return mask_bytes_; }  // of the tables

  private:
    LayerRig rig_;
    gl::Texture tables_;
    gl::Texture frames_;
    glm::ivec4 size_{0};     // u_rig_size
    glm::ivec4 starts_{0};   // u_rig_tables
    glm::ivec2 solvers_{0};  // u_rig_solvers
    glm::ivec4 ground_{0};   // u_rig_ground
    std::uint32_t feet_texels_ = 0;
    float ground_weight_ = 1.0F;
    std::size_t frame_bytes_ = 0;
    std::size_t table_bytes_ = 0;
    std::size_t mask_bytes_ = 0;
};

}  // namespace phalanx
