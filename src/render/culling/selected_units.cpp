#include "render/culling/selected_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/parallel.h"
#include "gl/objects/debug.h"
#include "layouts.h"

namespace phalanx {
namespace {

constexpr std::size_t kTexelsPerUnit = PH_STATE_BYTES / 16;

}  // namespace

std::string SelectedUnits::whyNot(std::span<const UnitGroup> groups) const {
    std::size_t most = 0;
    for (const UnitGroup& group : groups) most = std::max(most, group.units.size() * kTexelsPerUnit);
    const auto limit = static_cast<std::size_t>(capabilities_.max_texture_buffer_size);
    if (most <= limit) return "";
    return fmt::format(
        "units need a buffer texture of {} texels, this driver allows {}; all units are drawn at LOD 0", most,
        limit);
}

void SelectedUnits::follow(const UnitBuffers& buffers, std::span<const GpuModel> models) {
    units_.resize(buffers.groups().size());
    for (std::size_t g = 0; g < units_.size(); ++g) {
        const UnitBuffers::Group& group = buffers.groups()[g];
        Units& units = units_[g];
        if (units.build == group.build) {
            units.view.refresh();
            continue;
        }
        units.view.reset();
        units.view = gl::BufferTexture(capabilities_, GL_RGBA32UI, group.states, group.count * kTexelsPerUnit,
                                       "units");
        units.build = group.build;
    }
    for (std::size_t m = vertex_arrays_.size(); m < models.size(); ++m) {
        VertexArrays& arrays = vertex_arrays_.emplace_back();
        for (const MeshKind kind : {MeshKind::kSkinned, MeshKind::kRest, MeshKind::kPosed}) {
            gl::VertexArray& array = arrays[static_cast<std::size_t>(kind)];
            array = gl::VertexArray::create();
            glBindVertexArray(array.id());
            models[m].bindMesh(kind);
            glEnableVertexAttribArray(S_INDEX);
            glVertexAttribDivisor(S_INDEX, 1);
            gl::label(array, "mesh and unit indices");
        }
        glBindVertexArray(0);
    }
}

std::size_t SelectedUnits::upload(std::span<UnitSelection> views) {
    std::size_t count = 0;
    for (UnitSelection& view : views) {
        view.base = count;
        count += view.indices.size();
    }
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(std::uint32_t);
    lists_.upload(bytes, [&](std::byte* data) {
        // A million units are megabytes of indices: copy in parallel.
        constexpr std::size_t kPiece = 65'536;
        for (const UnitSelection& view : views) {
            parallelFor((view.indices.size() + kPiece - 1) / kPiece, 0, [&](std::size_t piece) {
                const std::size_t first = piece * kPiece;
                const std::size_t some = std::min(kPiece, view.indices.size() - first);
                std::memcpy(data + (view.base + first) * sizeof(std::uint32_t), view.indices.data() + first,
                            some * sizeof(std::uint32_t));
            });
        }
    });
    return count * sizeof(std::uint32_t);
}

void SelectedUnits::bind(std::size_t group, int model, MeshKind kind) const {
    units_[group].view.bind(UNIT_UNITS);
    const VertexArrays& arrays = vertex_arrays_[static_cast<std::size_t>(model)];
    glBindVertexArray(arrays[static_cast<std::size_t>(kind)].id());
}

void SelectedUnits::pointTo(GLuint buffer, int words, std::size_t first) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const std::size_t offset = first * static_cast<std::size_t>(words) * sizeof(std::uint32_t);
    glVertexAttribIPointer(S_INDEX, words, GL_UNSIGNED_INT, 0, reinterpret_cast<const void*>(offset));
}

}  // namespace phalanx
