#include "render/model/morph_textures.h"

#include <span>
#include <vector>

#include "gl/objects/texture.h"
#include "render/model/animation_texture.h"

namespace phalanx {
MorphTextures::MorphTextures(const gl::Capabilities& capabilities, const PackedMorphs& packed,
                             const MorphFrames& frames)
    : scale_(packed.position_step, packed.normal_step, 0.0F, 0.0F) {
    // One more, since the shader reads deltas in pairs.
    const AnimationTextureShape shape =
        shapeAnimationTexture(packed.texels.size() + 1, 1, capabilities.max_texture_size);
    std::vector<glm::uvec4> padded = packed.texels;
    padded.resize(static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height));
    deltas_ = gl::createDataTexture(capabilities, GL_RGBA32UI, shape.width, shape.height,
                                    std::span<const glm::uvec4>(padded), "morph targets");
    delta_bytes_ = padded.size() * sizeof(glm::uvec4);
    shape_ = {packed.targets, shape.entry_shift, 0U, packed.first_delta};
    replaceWeights(capabilities, frames);
}

void MorphTextures::replaceWeights(const gl::Capabilities& capabilities, const MorphFrames& frames) {
    const AnimationTextureShape shape = shapeAnimationTexture(frames.weights.size() / frames.targets,
                                                              frames.targets, capabilities.max_texture_size);
    std::vector<float> padded = frames.weights;
    padded.resize(static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height));
    weights_ = gl::createDataTexture(capabilities, GL_R32F, shape.width, shape.height,
                                     std::span<const float>(padded), "morph weights");
    weight_bytes_ = padded.size() * sizeof(float);
    shape_.z = shape.entry_shift;
}

void MorphTextures::bind() const {
    gl::bindTexture(UNIT_MORPHS, GL_TEXTURE_2D, deltas_);
    gl::bindTexture(UNIT_MORPH_WEIGHTS, GL_TEXTURE_2D, weights_);
}

void MorphTextures::describe(layout::ModelBlock& block) const {
    block.u_morph = shape_;
    block.u_morph_scale = scale_;
}

}  // namespace phalanx
