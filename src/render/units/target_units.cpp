#include "render/units/target_units.h"

#include "gl/objects/buffer.h"
#include "layouts.h"

namespace phalanx {

void TargetUnits::copy(const UnitBuffers& units) {
    std::size_t bytes = 0;
    for (const UnitBuffers::Group& group : units.groups()) bytes += group.count * std::size_t{PH_STATE_BYTES};
    if (bytes != bytes_) {
        view_.reset();
        states_ = gl::createBuffer(bytes, GL_DYNAMIC_COPY, "states of all units");
        view_ = gl::BufferTexture(capabilities_, GL_RGBA32UI, states_, bytes / 16, "states of all units");
        bytes_ = bytes;
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, states_.id());
    GLintptr at = 0;
    for (const UnitBuffers::Group& group : units.groups()) {
        const auto size = static_cast<GLsizeiptr>(group.count * std::size_t{PH_STATE_BYTES});
        if (size == 0) continue;
        glBindBuffer(GL_COPY_READ_BUFFER, group.states.id());
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, at, size);
        at += size;
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    view_.refresh();
}

void TargetUnits::bind() const {
    view_.bind(UNIT_TARGET_UNITS);
}

}  // namespace phalanx
