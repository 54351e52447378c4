#include "render/animation_texture.h"

#include <fmt/format.h>

#include <span>

#include "core/error.h"
#include "gl/texture.h"
#include "layouts.h"

namespace phalanx {

AnimationTextureShape shapeAnimationTexture(std::uint64_t entries, int max_size) {
    AnimationTextureShape shape;
    const auto limit = static_cast<std::uint64_t>(max_size);
    const auto width = [&] { return (std::uint64_t{1} << shape.entry_shift) * kTexelsPerEntry; };
    const auto height = [&] { return ((entries - 1) >> shape.entry_shift) + 1; };
    while (height() > width() && width() * 2 <= limit) ++shape.entry_shift;
    if (height() > limit || width() > limit) {
        throw inputError(
            "animation texture",
            fmt::format("{} joint matrices do not fit in a texture of {} x {} texels, the driver's limit; "
                        "give a lower --rate",
                        entries, max_size, max_size));
    }
    shape.width = static_cast<int>(width());
    shape.height = static_cast<int>(height());
    return shape;
}

AnimationTexture::AnimationTexture(const gl::Capabilities& capabilities, const BakedAnimation& baked)
    : shape_(
          shapeAnimationTexture(std::uint64_t{baked.frames} * baked.joints, capabilities.max_texture_size)),
      bytes_(static_cast<std::size_t>(shape_.width) * static_cast<std::size_t>(shape_.height) *
             sizeof(glm::vec4)) {
    std::vector<glm::vec4> texels = baked.texels;
    texels.resize(bytes_ / sizeof(glm::vec4));
    texture_ = gl::createDataTexture(capabilities, GL_RGBA32F, shape_.width, shape_.height,
                                     std::span<const glm::vec4>(texels), "animation texture");
}

}  // namespace phalanx
