#include "gl/objects/data_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "gl/objects/debug.h"
#include "gl/objects/texture.h"

namespace phalanx::gl {

void DataTarget::reserve(const Capabilities& capabilities, std::size_t rows, std::size_t most,
                         Content content) {
    if (rows <= rows_) return;
    if (rows > most)
        throw environmentError(name_, fmt::format("{} rows are needed, at most {} are possible", rows, most));
    const std::size_t wanted = std::min(std::max(rows, rows_ + rows_ / 2), most);
    const std::size_t rows_before = content == Content::kKept ? rows_ : 0;
    std::vector<Texture> before;
    Framebuffer framebuffer_before;
    if (rows_before > 0) {
        before = std::move(made_);
        framebuffer_before = std::move(framebuffer_);
    }
    reset();  // before the next allocation
    std::vector<GLenum> attachments;
    framebuffer_ = Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    for (std::size_t i = 0; i < textures_; ++i) {
        const Texture& texture = made_.emplace_back(
            createTargetTexture(capabilities, internal_format_, width_, static_cast<int>(wanted), 1, name_));
        attachments.push_back(static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i));
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachments.back(), GL_TEXTURE_2D, texture.id(), 0);
    }
    glDrawBuffers(static_cast<GLsizei>(attachments.size()), attachments.data());
    requireComplete(framebuffer_, name_);
    label(framebuffer_, name_);
    rows_ = wanted;
    if (rows_before > 0) copyFrom(framebuffer_before, rows_before);
}

void DataTarget::copyFrom(const Framebuffer& other, std::size_t rows) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, other.id());
    for (std::size_t i = 0; i < made_.size(); ++i) {
        const auto attachment = static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i);
        glReadBuffer(attachment);
        glBindTexture(GL_TEXTURE_2D, made_[i].id());
        glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, width_, static_cast<GLsizei>(rows));
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

void DataTarget::reset() {
    framebuffer_.reset();
    made_.clear();
    rows_ = 0;
}

void DataTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glViewport(0, 0, width_, static_cast<GLsizei>(rows_));
}

std::size_t DataTarget::bytes() const {
    return made_.size() * rows_ * static_cast<std::size_t>(width_) * texelLayout(internal_format_).bytes;
}

}  // namespace phalanx::gl
