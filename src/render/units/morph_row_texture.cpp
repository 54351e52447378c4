#include "render/units/morph_row_texture.h"

#include <algorithm>
#include <bit>

#include "gl/objects/debug.h"
#include "layouts.h"

namespace phalanx {
namespace {

constexpr std::size_t kFewestRows = 16;

// Every driver of OpenGL 3.3 has textures of 1024 x 1024 texels.
static_assert(PH_MORPH_ROWS <= 1024 && kMaxMorphTargets <= 1024);

}  // namespace

std::size_t MorphRowTexture::update(MorphRows& rows) {
    MorphRows::Changed changed = rows.takeChanged();
    const auto width = static_cast<GLsizei>(rows.targets());
    const bool grows = rows.rows() > capacity_;
    if (!grows && changed.first == changed.last) return 0;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glActiveTexture(GL_TEXTURE0);
    if (grows) {
        capacity_ = std::max(kFewestRows, std::bit_ceil(rows.rows()));
        texture_ = gl::Texture::create();
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        for (const GLenum parameter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
            glTexParameteri(GL_TEXTURE_2D, parameter, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, static_cast<GLsizei>(capacity_), 0, GL_RED, GL_FLOAT,
                     nullptr);
        gl::label(texture_, "morph rows");
        bytes_ = capacity_ * rows.targets() * sizeof(float);
        changed = {0, rows.rows()};
    }
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    const auto first = static_cast<std::uint32_t>(changed.first);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(first), width,
                    static_cast<GLsizei>(changed.last - changed.first), GL_RED, GL_FLOAT,
                    rows.at(first + 1).data());
    glBindTexture(GL_TEXTURE_2D, 0);
    return (changed.last - changed.first) * rows.targets() * sizeof(float);
}

void MorphRowTexture::bind() const {
    glActiveTexture(GL_TEXTURE0 + UNIT_MORPH_ROWS);
    glBindTexture(GL_TEXTURE_2D, texture_ ? texture_.id() : 0);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace phalanx
