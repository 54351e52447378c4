#include "render/units/unit_buffers.h"

#include <algorithm>
#include <cstddef>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "layouts.h"

namespace phalanx {
namespace {

static_assert(sizeof(UnitInstance) == PH_INSTANCE_BYTES);

using layout::UnitShown;
static_assert(sizeof(UnitShown) == PH_STATE_BYTES);

const void* offsetPointer(std::size_t offset) {
    return reinterpret_cast<const void*>(offset);
}

const char* nameOf(MeshKind kind) {
    switch (kind) {
        case MeshKind::kRest:
            return "rest mesh and units";
        case MeshKind::kPosed:
            return "posed mesh and units";
        case MeshKind::kSkinned:
            break;
    }
    return "mesh and units";
}

// Makes the bound vertex array read one unit per vertex.
void readSources(const gl::Buffer& instances) {
    glBindBuffer(GL_ARRAY_BUFFER, instances.id());
    constexpr GLsizei kStride = sizeof(UnitInstance);
    glVertexAttribPointer(I_PLACEMENT, 4, GL_FLOAT, GL_FALSE, kStride,
                          offsetPointer(offsetof(UnitInstance, placement)));
    glVertexAttribIPointer(I_PLAYBACK, 4, GL_UNSIGNED_INT, kStride,
                           offsetPointer(offsetof(UnitInstance, playback)));
    glVertexAttribIPointer(I_FADE, 4, GL_UNSIGNED_INT, kStride, offsetPointer(offsetof(UnitInstance, fade)));
    glVertexAttribIPointer(I_LOOK, 4, GL_UNSIGNED_INT, kStride, offsetPointer(offsetof(UnitInstance, look)));
    for (const GLuint location : {I_PLACEMENT, I_PLAYBACK, I_FADE, I_LOOK})
        glEnableVertexAttribArray(location);
}

}  // namespace

void readStates(const gl::Buffer& states, std::size_t first_unit) {
    glBindBuffer(GL_ARRAY_BUFFER, states.id());
    constexpr GLsizei kStride = sizeof(UnitShown);
    const std::size_t first = first_unit * sizeof(UnitShown);
    glVertexAttribPointer(S_PLACEMENT, 4, GL_FLOAT, GL_FALSE, kStride,
                          offsetPointer(first + offsetof(UnitShown, placement)));
    glVertexAttribIPointer(S_FRAMES, 4, GL_UNSIGNED_INT, kStride,
                           offsetPointer(first + offsetof(UnitShown, frames)));
    glVertexAttribIPointer(S_LOOK, 4, GL_UNSIGNED_INT, kStride,
                           offsetPointer(first + offsetof(UnitShown, look)));
    for (const GLuint location : {S_PLACEMENT, S_FRAMES, S_LOOK}) {
        glEnableVertexAttribArray(location);
        glVertexAttribDivisor(location, 1);
    }
    // WebGL allows no other binding of a buffer that transform feedback writes.
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void UnitBuffers::build(Group& group, const UnitGroup& source, const GpuModel& model) {
    group.model = source.model;
    group.variant = source.variant;
    group.count = static_cast<std::uint32_t>(source.units.size());
    static std::uint64_t builds = 0;
    group.build = ++builds;
    group.morph_rows = {};
    group.instances = gl::createBuffer(std::span<const UnitInstance>(source.units), GL_DYNAMIC_DRAW, "units");
    group.states = gl::createBuffer(std::max<std::size_t>(1, source.units.size()) * sizeof(UnitShown),
                                    GL_DYNAMIC_COPY, "unit states");
    group.sources = gl::VertexArray::create();
    glBindVertexArray(group.sources.id());
    readSources(group.instances);
    gl::label(group.sources, "one unit per vertex");
    for (const MeshKind kind : {MeshKind::kSkinned, MeshKind::kRest, MeshKind::kPosed}) {
        gl::VertexArray vertex_array = gl::VertexArray::create();
        glBindVertexArray(vertex_array.id());
        model.bindMesh(kind);
        readStates(group.states, 0);
        gl::label(vertex_array, nameOf(kind));
        group.vertex_arrays[static_cast<std::size_t>(kind)] = std::move(vertex_array);
    }
    glBindVertexArray(0);
}

void UnitBuffers::pointTo(std::size_t group, std::size_t first_unit) const {
    readStates(groups_[group].states, first_unit);
}

UnitBuffers::Uploaded UnitBuffers::update(std::span<UnitGroup> sources, std::span<const GpuModel> models) {
    Uploaded uploaded;
    if (groups_.size() != sources.size()) groups_.clear();
    groups_.resize(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        UnitGroup& source = sources[i];
        Group& group = groups_[i];
        const bool same = group.instances && group.model == source.model && group.variant == source.variant &&
                          group.count == source.units.size();
        if (!same) {
            build(group, source, models[static_cast<std::size_t>(source.model)]);
            uploaded.bytes += source.units.size() * sizeof(UnitInstance);
            ++uploaded.calls;
        } else if (!source.dirty.empty()) {
            for (const DirtyRanges::Range& range : source.dirty.ranges()) {
                const std::span<const UnitInstance> changed(source.units.data() + range.first, range.size());
                if (changed.size() == source.units.size()) {
                    gl::replaceBuffer(group.instances, changed, GL_DYNAMIC_DRAW);
                } else {
                    gl::updateBuffer(group.instances, range.first * sizeof(UnitInstance), changed);
                }
                uploaded.bytes += changed.size_bytes();
                ++uploaded.calls;
            }
        }
        source.dirty.clear();
        if (const std::size_t bytes = group.morph_rows.update(source.morph_rows); bytes > 0) {
            uploaded.bytes += bytes;
            ++uploaded.calls;
        }
    }
    return uploaded;
}

std::size_t UnitBuffers::bytes() const {
    std::size_t total = 0;
    for (const Group& group : groups_)
        total += group.count * (sizeof(UnitInstance) + sizeof(UnitShown)) + group.morph_rows.bytes();
    return total;
}

}  // namespace phalanx
