// Functions that create the kinds of texture Phalanx uses. Each leaves texture unit 0's binding of its target
// at 0. Sizes are checked against the driver's limits: Error (kEnvironment) names the texture, the size and
// the limit. Also thrown on GL_OUT_OF_MEMORY.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gl/context/capabilities.h"
#include "gl/objects/handle.h"

namespace phalanx::gl {

enum class ColorEncoding { kSrgb, kLinear };
enum class Wrap { kRepeat, kClamp };

// Colour image: RGBA, 8 bits per channel, rows in the order of growing texture coordinates. Mipmaps,
// trilinear, anisotropic up to 8 if supported. kSrgb: samples are converted to linear. `rgba8` has width *
// height * 4 bytes.
Texture createColorTexture(const Capabilities& capabilities, int width, int height,
                           std::span<const std::uint8_t> rgba8, ColorEncoding encoding, Wrap wrap,
                           const std::string& name);

// Data for texelFetch: nearest, no mipmaps, clamped. `internal_format` is one of GL_{R,RG,RGBA}32F,
// GL_{R,RGBA}16F, GL_{R,RG,RGBA}32UI, GL_R32I, GL_{R,RG,RGBA}8, GL_RGBA16, GL_RGBA16UI, GL_RGBA16_SNORM.
// `texels` is the content in the format's own types (half floats for GL_RGBA16F), row after row without
// padding; empty leaves it undefined.
Texture createDataTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                          std::span<const std::byte> texels, const std::string& name);
template <typename T>
Texture createDataTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                          std::span<const T> texels, const std::string& name) {
    return createDataTexture(capabilities, internal_format, width, height, std::as_bytes(texels), name);
}
// Data to interpolate that repeats in both directions: bilinear, no mipmaps. GL_R8, GL_RG8, GL_RGBA8, GL_R16
// or one of the half float formats.
Texture createTileTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                          std::span<const std::byte> texels, const std::string& name);
// How pixel transfers give the texels of one of the formats above.
struct TexelLayout {
    GLenum format;  // GL_RGBA, GL_RED_INTEGER, ...
    GLenum type;    // GL_FLOAT, ...
    std::size_t bytes;
};
TexelLayout texelLayout(GLenum internal_format);

// Depth for sampler2DArrayShadow: GL_DEPTH_COMPONENT32F, compared with less-or-equal, bilinear over
// comparisons. Coordinates outside a layer clamp to its edge: the shader decides what applies there. OpenGL
// 3.3 guarantees 256 layers.
Texture createShadowTexture(const Capabilities& capabilities, int size, int layers, const std::string& name);

// Array of images to render to and sample: `levels` mipmaps of undefined content, trilinear, clamped; with
// one level nearest. GL_SRGB8_ALPHA8, or as createDataTexture(). Error (kEnvironment) also if there are more
// layers than GL_MAX_ARRAY_TEXTURE_LAYERS.
Texture createArrayTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                           int layers, int levels, const std::string& name);

// Render targets to sample or resolve from: no mipmaps, clamped; `filter` is for one sample. Also takes
// GL_SRGB8_ALPHA8, GL_RGB10_A2, GL_R11F_G11F_B10F, GL_DEPTH_COMPONENT24 and GL_DEPTH_COMPONENT32F. `samples`
// > 1 creates a GL_TEXTURE_2D_MULTISAMPLE with fixed sample locations; more than the driver supports is an
// error.
Texture createTargetTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                            int samples, const std::string& name, GLenum filter = GL_NEAREST);

// Throws Error (kEnvironment) with the reason if the framebuffer is not complete (glCheckFramebufferStatus).
// Leaves it bound as GL_DRAW_FRAMEBUFFER.
void requireComplete(const Framebuffer& framebuffer, const std::string& name);

// Binds the texture to texture unit `unit`; unit 0 stays the active one.
void bindTexture(int unit, GLenum target, const Texture& texture);

}  // namespace phalanx::gl
