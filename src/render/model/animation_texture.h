// Baked poses on the GPU: texels of one encoding, in a 2D texture whose rows hold a whole number of entries,
// or in a buffer texture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "anim/bake/encode.h"
#include "gl/context/capabilities.h"
#include "gl/objects/buffer_texture.h"
#include "gl/objects/handle.h"
#include "gl/objects/texture.h"
#include "render/techniques/skin_settings.h"

namespace phalanx {

struct AnimationTextureShape {
    std::uint32_t entry_shift = 0;  // a texture row holds 2^entry_shift entries
    int width = 0;                  // texels
    int height = 0;
};

// Chooses the smallest power of two of entries per row that keeps the height within max_size and the shape
// near a square. Throws Error (kInput) with the numbers if the entries do not fit in max_size x max_size
// texels.
AnimationTextureShape shapeAnimationTexture(std::uint64_t entries, std::uint32_t texels_per_entry,
                                            int max_size);

// Throws the same errors as AnimationTexture, from the number of texels alone.
void checkAnimationFits(const gl::Capabilities& capabilities, const EncodedAnimation& encoded,
                        FetchPath path);

class AnimationTexture {
  public:
    // Throws Error with the driver's limit if the texels do not fit: kInput for a 2D texture, kEnvironment
    // for a buffer texture.
    AnimationTexture(const gl::Capabilities& capabilities, const EncodedAnimation& encoded, FetchPath path);

    Encoding encoding() const { return encoding_; }
    FetchPath path() const { return path_; }
    std::uint32_t entryShift() const { return shape_.entry_shift; }
    std::size_t bytes() const { return bytes_; }  // as allocated, including padding of the last row

    // Overwrites texel number entry * texels_per_entry + k with bytesPerTexel() bytes, to demonstrate what a
    // corrupt texel does (glTexSubImage2D or glBufferSubData).
    void overwriteTexel(std::uint64_t texel, std::span<const std::byte> bytes) const;

    // For passes that write frames of rows into a FetchPath::kTexture2d.
    const gl::Texture& texture() const { return texture_; }
    const AnimationTextureShape& shape() const { return shape_; }
    // Copies `count` frames, a row of pixels each from row `first_row` of the bound read framebuffer on, over
    // those from number `frame` on. FetchPath::kBuffer.
    void copyFrames(std::uint32_t frame, std::size_t first_row, std::size_t count,
                    std::uint32_t joints) const;

    // Binds to texture units UNIT_ANIMATION and UNIT_BIND_ORIGINS.
    void bind() const;

  private:
    Encoding encoding_;
    std::uint32_t texels_per_entry_;
    FetchPath path_;
    AnimationTextureShape shape_;
    std::size_t bytes_ = 0;
    gl::Buffer buffer_;  // FetchPath::kBuffer: the texels, and their view
    gl::BufferTexture view_;
    gl::TexelLayout texel_{};  // FetchPath::kTexture2d
    gl::Texture texture_;
    gl::Texture bind_origins_;  // encoding trs only: one row, one texel per joint
};

}  // namespace phalanx
