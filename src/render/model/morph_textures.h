// A model's morph targets on the GPU: its deltas, and the weights of all baked frames.
#pragma once

#include "anim/bake/bake.h"
#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"
#include "layouts.h"
#include "render/model/packed_morphs.h"

namespace phalanx {

class MorphTextures {
  public:
    // `packed` and `frames` must have targets. Throws Error (kEnvironment or kInput) if a texture does not
    // fit.
    MorphTextures(const gl::Capabilities& capabilities, const PackedMorphs& packed,
                  const MorphFrames& frames);

    // Replaces the weights by those of another bake of the same model.
    void replaceWeights(const gl::Capabilities& capabilities, const MorphFrames& frames);

    void bind() const;
    // Sets u_morph and u_morph_scale.
    void describe(layout::ModelBlock& block) const;
    std::size_t bytes() const { return delta_bytes_ + weight_bytes_; }

  private:
    gl::Texture deltas_;
    gl::Texture weights_;
    glm::uvec4 shape_{0};  // u_morph
    glm::vec4 scale_{0.0F};
    std::size_t delta_bytes_ = 0;
    std::size_t weight_bytes_ = 0;
};

}  // namespace phalanx
