#include "render/units/target_units.h"

#include "gl/objects/buffer.h"
#include "layouts.h"

namespace phalanx {
namespace {

// To the buffer that is bound to GL_COPY_WRITE_BUFFER.
void copyFrom(const gl::Buffer& from, std::size_t at, std::size_t bytes) {
    glBindBuffer(GL_COPY_READ_BUFFER, from.id());
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, static_cast<GLintptr>(at),
                        static_cast<GLsizeiptr>(bytes));
}

std::size_t unitsOf(const UnitBuffers& units) {
    std::size_t count = 0;
    for (const UnitBuffers::Group& group : units.groups()) count += group.count;
    return count;
}

void unbind() {
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

}  // namespace

bool TargetUnits::makeRoom(Copies& copies, std::size_t bytes, const char* name) const {
    if (bytes == copies.bytes) return false;
    copies.view.reset();
    // Of groups without records, zeros are left: records without clips.
    copies.buffer =
        gl::createBuffer(std::span<const std::byte>(std::vector<std::byte>(bytes)), GL_DYNAMIC_COPY, name);
    copies.view = gl::BufferTexture(capabilities_, GL_RGBA32UI, copies.buffer, bytes / 16, name);
    copies.bytes = bytes;
    return true;
}

void TargetUnits::copy(const UnitBuffers& units) {
    makeRoom(states_, unitsOf(units) * std::size_t{PH_STATE_BYTES}, "states of all units");
    glBindBuffer(GL_COPY_WRITE_BUFFER, states_.buffer.id());
    std::size_t at = 0;
    for (const UnitBuffers::Group& group : units.groups()) {
        const std::size_t size = group.count * std::size_t{PH_STATE_BYTES};
        if (size == 0) continue;
        copyFrom(group.states, at, size);
        at += size;
    }
    unbind();
    states_.view.refresh();
}

void TargetUnits::bind() const {
    states_.view.bind(UNIT_TARGET_UNITS);
}

void TargetUnits::copyRecords(const UnitBuffers& units, std::span<const LayeredUnits* const> layered) {
    if (makeRoom(records_, unitsOf(units) * sizeof(LayerRecord), "records of all units")) versions_.clear();
    versions_.resize(layered.size(), 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, records_.buffer.id());
    std::size_t at = 0;
    bool copied = false;
    for (std::size_t g = 0; g < layered.size(); ++g) {
        const std::size_t size = units.groups()[g].count * sizeof(LayerRecord);
        const LayeredUnits* const of_group = layered[g];
        if (size > 0 && of_group != nullptr && !of_group->sharesRecord() &&
            of_group->version() != versions_[g]) {
            copyFrom(of_group->buffer(), at, size);
            versions_[g] = of_group->version();
            copied = true;
        }
        at += size;
    }
    unbind();
    if (copied) records_.view.refresh();
}

void TargetUnits::bindRecords() const {
    records_.view.bind(UNIT_RECORDS);
}

}  // namespace phalanx
