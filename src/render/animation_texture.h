// Baked rows on the GPU: a 2D texture whose width is a whole number of entries.
#pragma once

#include <cstdint>

#include "anim/bake.h"
#include "gl/capabilities.h"
#include "gl/handle.h"

namespace phalanx {

struct AnimationTextureShape {
    std::uint32_t entry_shift = 0;  // a texture row holds 2^entry_shift entries
    int width = 0;                  // texels
    int height = 0;
};

// The smallest power of two of entries a row that keeps the height within the limit and the shape near a
// square. Throws Error (kInput) with the numbers where the entries do not fit in max_size x max_size texels.
AnimationTextureShape shapeAnimationTexture(std::uint64_t entries, int max_size);

class AnimationTexture {
  public:
    AnimationTexture(const gl::Capabilities& capabilities, const BakedAnimation& baked);

    const gl::Texture& texture() const { return texture_; }
    const AnimationTextureShape& shape() const { return shape_; }
    std::size_t bytes() const { return bytes_; }  // as allocated, the rest of the last row included

  private:
    AnimationTextureShape shape_;
    std::size_t bytes_;
    gl::Texture texture_;
};

}  // namespace phalanx
