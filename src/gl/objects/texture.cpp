#include "gl/objects/texture.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "core/error.h"
#include "gl/objects/debug.h"
#include "gl/objects/memory_check.h"

namespace phalanx::gl {
namespace {

// Memory layout of an internal format's content.
struct Format {
    GLenum internal;
    GLenum format;
    GLenum type;
    std::size_t bytes;  // per texel
    bool integer;
};

constexpr std::array<Format, 21> kFormats = {{
    {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1, false},
    {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2, false},
    {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, false},
    {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, false},
    {GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 4, false},
    {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, 4, false},
    {GL_R16, GL_RED, GL_UNSIGNED_SHORT, 2, false},
    {GL_R16F, GL_RED, GL_HALF_FLOAT, 2, false},
    {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 8, false},
    {GL_R32F, GL_RED, GL_FLOAT, 4, false},
    {GL_RG32F, GL_RG, GL_FLOAT, 8, false},
    {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16, false},
    {GL_R32I, GL_RED_INTEGER, GL_INT, 4, true},
    {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4, true},
    {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8, true},
    {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16, true},
    {GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8, false},
    {GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 8, true},
    {GL_RGBA16_SNORM, GL_RGBA, GL_SHORT, 8, false},
    {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 4, false},
    {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, 4, false},
}};

const Format& formatOf(GLenum internal) {
    const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [internal](const Format& format) {
        return format.internal == internal;
    });
    assert(found != kFormats.end() && "add the format to kFormats");
    return *found;
}

GLint asInt(GLenum value) {
    return static_cast<GLint>(value);
}

void requireSize(const Capabilities& capabilities, int width, int height, const std::string& name) {
    if (width > 0 && height > 0 && width <= capabilities.max_texture_size &&
        height <= capabilities.max_texture_size)
        return;
    throw environmentError(name, "a texture of " + std::to_string(width) + " x " + std::to_string(height) +
                                     " texels cannot be created, this driver allows 1 to " +
                                     std::to_string(capabilities.max_texture_size) + " per side");
}

struct Extent {
    int width = 1;
    int height = 1;
    int layers = 1;  // or samples
    std::size_t texel_bytes = 4;

    std::size_t bytes() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
               static_cast<std::size_t>(layers) * texel_bytes;
    }
};

// Binds a new texture to unit 0 and unbinds it at the end of the scope.
class Bound {
  public:
    Bound(GLenum target, const Extent& extent)
        : target_(target), extent_(extent), memory_(extent.bytes()), texture_(Texture::create()) {
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(target_, texture_.id());
    }
    ~Bound() { glBindTexture(target_, 0); }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;
    Bound(Bound&&) = delete;
    Bound& operator=(Bound&&) = delete;

    void set(GLenum parameter, GLenum value) const { glTexParameteri(target_, parameter, asInt(value)); }
    void setFilter(GLenum filter, GLenum wrap) const {
        set(GL_TEXTURE_MIN_FILTER, filter);
        set(GL_TEXTURE_MAG_FILTER, filter);
        set(GL_TEXTURE_WRAP_S, wrap);
        set(GL_TEXTURE_WRAP_T, wrap);
        glTexParameteri(target_, GL_TEXTURE_MAX_LEVEL, 0);
    }
    // Throws Error if the driver has no memory for it.
    Texture take(const std::string& name) {
        if (memory_.failed()) {
            throw environmentError(name, "the driver has no memory for a texture of " +
                                             std::to_string(extent_.width) + " x " +
                                             std::to_string(extent_.height) + " x " +
                                             std::to_string(extent_.layers) + " texels");
        }
        label(texture_, name);
        return std::move(texture_);
    }

  private:
    GLenum target_;
    Extent extent_;
    MemoryCheck memory_;
    Texture texture_;
};

// More than 8 brings no visible gain on ground seen at a slant and costs more.
constexpr float kAnisotropy = 8.0F;

void setColorSampling(const Capabilities& capabilities, GLenum target, Wrap wrap, const Bound& bound) {
    const GLenum mode = wrap == Wrap::kRepeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    bound.set(GL_TEXTURE_WRAP_S, mode);
    bound.set(GL_TEXTURE_WRAP_T, mode);
    bound.set(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    bound.set(GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    if (capabilities.anisotropy) {
        glTexParameterf(target, GL_TEXTURE_MAX_ANISOTROPY,
                        std::min(kAnisotropy, capabilities.max_anisotropy));
    }
    glGenerateMipmap(target);
}

void setShadowSampling(const Bound& bound) {
    bound.setFilter(GL_LINEAR, GL_CLAMP_TO_EDGE);
    bound.set(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    bound.set(GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

Texture numbers(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                std::span<const std::byte> texels, const std::string& name, GLenum filter, GLenum wrap) {
    requireSize(capabilities, width, height, name);
    const Format& format = formatOf(internal_format);
    assert(texels.empty() || texels.size() == static_cast<std::size_t>(width) *
                                                  static_cast<std::size_t>(height) * format.bytes);
    Bound bound(GL_TEXTURE_2D, {width, height, 1, format.bytes});
    bound.setFilter(filter, wrap);
    glTexImage2D(GL_TEXTURE_2D, 0, asInt(internal_format), width, height, 0, format.format, format.type,
                 texels.empty() ? nullptr : texels.data());
    return bound.take(name);
}

}  // namespace

Texture createColorTexture(const Capabilities& capabilities, int width, int height,
                           std::span<const std::uint8_t> rgba8, ColorEncoding encoding, Wrap wrap,
                           const std::string& name) {
    requireSize(capabilities, width, height, name);
    assert(rgba8.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    Bound bound(GL_TEXTURE_2D, {width, height});
    glTexImage2D(GL_TEXTURE_2D, 0, asInt(encoding == ColorEncoding::kSrgb ? GL_SRGB8_ALPHA8 : GL_RGBA8),
                 width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba8.data());
    setColorSampling(capabilities, GL_TEXTURE_2D, wrap, bound);
    return bound.take(name);
}

Texture createDataTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                          std::span<const std::byte> texels, const std::string& name) {
    return numbers(capabilities, internal_format, width, height, texels, name, GL_NEAREST, GL_CLAMP_TO_EDGE);
}

Texture createTileTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                          std::span<const std::byte> texels, const std::string& name) {
    return numbers(capabilities, internal_format, width, height, texels, name, GL_LINEAR, GL_REPEAT);
}

TexelLayout texelLayout(GLenum internal_format) {
    const Format& format = formatOf(internal_format);
    return {format.format, format.type, format.bytes};
}

Texture createShadowTexture(const Capabilities& capabilities, int size, int layers, const std::string& name) {
    requireSize(capabilities, size, size, name);
    Bound bound(GL_TEXTURE_2D_ARRAY, {size, size, layers});
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT32F, size, size, layers, 0, GL_DEPTH_COMPONENT,
                 GL_FLOAT, nullptr);
    setShadowSampling(bound);
    return bound.take(name);
}

Texture createArrayTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                           int layers, int levels, const std::string& name) {
    requireSize(capabilities, width, height, name);
    GLint most = 0;
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &most);
    if (layers < 1 || layers > most) {
        throw environmentError(name, "a texture of " + std::to_string(layers) +
                                         " layers cannot be created, this driver allows 1 to " +
                                         std::to_string(most));
    }
    const Format& format = formatOf(internal_format);
    Bound bound(GL_TEXTURE_2D_ARRAY, {width, height, layers, format.bytes});
    for (int level = 0; level < levels; ++level) {
        glTexImage3D(GL_TEXTURE_2D_ARRAY, level, asInt(internal_format), std::max(width >> level, 1),
                     std::max(height >> level, 1), layers, 0, format.format, format.type, nullptr);
    }
    bound.setFilter(levels > 1 ? GL_LINEAR : GL_NEAREST, GL_CLAMP_TO_EDGE);
    if (levels > 1) bound.set(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, levels - 1);
    return bound.take(name);
}

Texture createTargetTexture(const Capabilities& capabilities, GLenum internal_format, int width, int height,
                            int samples, const std::string& name, GLenum filter) {
    requireSize(capabilities, width, height, name);
    const Format& format = formatOf(internal_format);
    if (samples <= 1)
        return numbers(capabilities, internal_format, width, height, {}, name, filter, GL_CLAMP_TO_EDGE);
    int most = capabilities.max_samples;
    if (format.integer) glGetIntegerv(GL_MAX_INTEGER_SAMPLES, &most);
    if (samples > most) {
        throw environmentError(name, std::to_string(samples) +
                                         " samples per pixel are needed, this driver allows " +
                                         std::to_string(most));
    }
    Bound bound(GL_TEXTURE_2D_MULTISAMPLE, {width, height, samples, format.bytes});
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, internal_format, width, height, GL_TRUE);
    return bound.take(name);
}

void requireComplete(const Framebuffer& framebuffer, const std::string& name) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.id());
    const GLenum status = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER);
    const char* reason = nullptr;
    switch (status) {
        case GL_FRAMEBUFFER_COMPLETE:
            return;
        case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT:
            reason = "an attachment is empty or of a format that cannot be drawn to";
            break;
        case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT:
            reason = "it has no attachment";
            break;
        case GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER:
            reason = "a draw buffer has no attachment";
            break;
        case GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER:
            reason = "the read buffer has no attachment";
            break;
        case GL_FRAMEBUFFER_UNSUPPORTED:
            reason = "this driver cannot draw to these formats together";
            break;
        case GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE:
            reason = "attachments differ in their number of samples";
            break;
        case GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS:
            reason = "some attachments are layered, others not";
            break;
        default:
            reason = "for an unknown reason";
            break;
    }
    throw environmentError("framebuffer " + name, std::string("cannot be drawn to: ") + reason);
}

void bindTexture(int unit, GLenum target, const Texture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target, texture.id());
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace phalanx::gl
