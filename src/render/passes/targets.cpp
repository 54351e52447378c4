#include "render/passes/targets.h"

#include "gl/objects/debug.h"
#include "gl/objects/texture.h"

namespace phalanx {
namespace {

gl::Renderbuffer createRenderbuffer(GLenum format, int width, int height, int samples, const char* name) {
    gl::Renderbuffer buffer = gl::Renderbuffer::create();
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
    if (samples > 1) {
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    } else {
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    }
    gl::label(buffer, name);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    return buffer;
}

gl::Framebuffer createFramebuffer(const char* name) {
    gl::Framebuffer framebuffer = gl::Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    gl::label(framebuffer, name);
    return framebuffer;
}

void finish(const gl::Framebuffer& framebuffer, const char* name) {
    gl::requireComplete(framebuffer, name);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace

SceneTarget::SceneTarget(const gl::Capabilities& capabilities, int width, int height, int samples,
                         bool depth_read)
    : width_(width), height_(height), samples_(samples) {
    color_ = gl::createTargetTexture(capabilities, GL_RGBA16F, width, height, 1, "scene colour", GL_LINEAR);
    if (depth_read) {
        depth_texture_ = gl::createTargetTexture(capabilities, GL_DEPTH_COMPONENT32F, width, height, samples,
                                                 "scene depth");
    } else {
        depth_ = createRenderbuffer(GL_DEPTH_COMPONENT32F, width, height, samples, "scene depth");
    }
    if (samples > 1) {
        multisampled_color_ =
            createRenderbuffer(GL_RGBA16F, width, height, samples, "scene colour, multisampled");
    }
    draw_ = createFramebuffer("scene");
    if (samples > 1) {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  multisampled_color_.id());
    } else {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);
    }
    if (depth_read) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
                               samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D, depth_texture_.id(),
                               0);
    } else {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
    }
    if (samples > 1) glGetIntegerv(GL_SAMPLES, &samples_);
    finish(draw_, "scene");
    if (samples > 1) {
        resolved_ = createFramebuffer("scene, resolved");
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);
        finish(resolved_, "scene, resolved");
    }
}

const gl::Texture& SceneTarget::resolve() const {
    if (resolved_) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_.id());
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.id());
        glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    return color_;
}

PlainTarget::PlainTarget(const gl::Capabilities& capabilities, GLenum format, int width, int height,
                         bool depth, const char* name)
    : width_(width), height_(height) {
    color_ = gl::createTargetTexture(capabilities, format, width, height, 1, name);
    if (depth) depth_ = createRenderbuffer(GL_DEPTH_COMPONENT32F, width, height, 1, name);
    framebuffer_ = createFramebuffer(name);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.id(), 0);
    if (depth) glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
    finish(framebuffer_, name);
}

void fitTarget(std::optional<PlainTarget>& target, const gl::Capabilities& capabilities, GLenum format,
               glm::ivec2 size, bool depth, const char* name) {
    if (target && target->width() == size.x && target->height() == size.y) return;
    target.reset();
    target.emplace(capabilities, format, size.x, size.y, depth, name);
}

ShadowTarget::ShadowTarget(const gl::Capabilities& capabilities, int size, std::size_t maps) : size_(size) {
    depth_ = gl::createShadowTexture(capabilities, size, static_cast<int>(maps), "shadow map");
    for (std::size_t map = 0; map < maps; ++map) {
        gl::Framebuffer& framebuffer = framebuffers_.emplace_back(createFramebuffer("shadow map"));
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, depth_.id(), 0,
                                  static_cast<GLint>(map));
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        finish(framebuffer, "shadow map");
    }
}

}  // namespace phalanx
