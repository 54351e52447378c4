#include "render/poses/compute_source.h"

#include <algorithm>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/draw_command.h"

namespace phalanx {

std::size_t ComputeSource::elements(const GpuModel& model, int /*lod*/, std::size_t units) const {
    return units * model.packed(MeshKind::kPosed).mesh_vertices;
}

std::size_t ComputeSource::capacity() const {
    return std::min({most_bytes_ / PH_POSED_BYTES,
                     static_cast<std::size_t>(capabilities_.max_texture_buffer_size),
                     static_cast<std::size_t>(capabilities_.max_storage_block_size) / PH_POSED_BYTES});
}

void ComputeSource::limit(std::size_t bytes) {
    most_bytes_ = bytes;
    if (vertices_ <= capacity()) return;
    view_.reset();
    posed_.reset();
    vertices_ = 0;
}

// Grows by at least half, so that moving a slider for the number of units does not allocate at every step.
void ComputeSource::reserve(std::size_t vertices) {
    if (vertices <= vertices_) return;
    vertices_ = std::min(std::max(vertices, vertices_ + vertices_ / 2), capacity());
    view_.reset();
    posed_.reset();
    posed_ = gl::createBuffer(vertices_ * PH_POSED_BYTES, GL_DYNAMIC_COPY, "posed vertices");
    view_ = gl::BufferTexture(capabilities_, GL_RGBA32UI, posed_, vertices_, "posed vertices");
}

void ComputeSource::prepare(const Job& job) {
    const UnitScene& scene = job.scene;
    std::size_t vertices = 0;
    for (const DrawItem& item : job.items)
        vertices = std::max(vertices, item.base + elements(scene.model(item.model), item.lod, item.count));
    reserve(vertices);
    const gl::DebugGroup debug_group("skin by compute");
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // earlier draws may still read the buffer
    for (const DrawItem& item : job.items) {
        const GpuModel& model = scene.model(item.model);
        model.bindBlocks(MeshKind::kSkinned);
        model.bindAnimation();
        item.bindMorphRows(scene);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_STATES,
                         scene.buffers.groups()[item.group].states.id());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_MESH,
                         model.mesh(MeshKind::kSkinned).vertices.id());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_USED, model.usedVertices(item.variant).id());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_POSED, posed_.id());
        const auto programOf = [&](int lod) -> const gl::Program& {
            const gl::Program& program = job.programs.get(
                scene.technique, UnitPass::kPrepare, variantOf(scene, model, item.entries, model.needs(lod)));
            program.use();
            program.setUniform(
                "u_used", static_cast<unsigned>(model.packed(MeshKind::kPosed).usedBy(item.variant).size()));
            return program;
        };
        if (item.entries == UnitEntries::kIndicesAndSlots) {
            job.near.bindForCompute();
            for (const int lod : job.near.rooms()[item.group].lods) {
                const gl::Program& program = programOf(lod);
                program.setUniform("u_first_posed", static_cast<unsigned>(item.base));
                program.setUniform("u_near_pass", NearUnits::passOf(item.group, lod));
                job.near.dispatch(item.group, lod);
                ++job.stats.dispatches;
            }
            continue;
        }
        const gl::Program& program = programOf(item.lod);
        if (item.entries == UnitEntries::kIndices)
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_INDICES, item.entry_buffer);
        for (std::size_t done = 0; done < item.count; done += kWorkgroupsADispatch) {
            program.setUniform("u_first_unit", static_cast<unsigned>(item.first + done));
            program.setUniform("u_first_posed",
                               static_cast<unsigned>(item.base + elements(model, item.lod, done)));
            glDispatchCompute(static_cast<GLuint>(std::min(kWorkgroupsADispatch, item.count - done)), 1, 1);
            ++job.stats.dispatches;
        }
    }
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

void ComputeSource::bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
                         const gl::Program& program) {
    view_.bind(UNIT_POSES);
    program.setUniform("u_first_posed",
                       static_cast<int>(item.base + elements(scene.model(item.model), item.lod, offset)));
}

}  // namespace phalanx
