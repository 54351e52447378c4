#include "render/techniques/cpu_source.h"

#include <vector>

#include "core/parallel.h"
#include "gl/objects/buffer.h"
#include "layouts.h"

namespace phalanx {
namespace {

constexpr std::size_t kMaxVertexBytes = std::size_t{512} << 20U;
constexpr std::size_t kUnitsPerSkinTask = 4;

}  // namespace

std::size_t CpuSource::elements(const GpuModel& model, std::size_t units) const {
    return units * model.packed(MeshKind::kPosed).vertices.size();
}

std::size_t CpuSource::capacity() const {
    return kMaxVertexBytes / PH_POSED_BYTES;
}

void CpuSource::prepare(const UnitFrame& frame, std::span<const UnitChunk> chunks, UnitPrograms& /*programs*/,
                        FrameStats& stats) {
    std::size_t vertices = 0;
    for (const UnitChunk& chunk : chunks)
        vertices = std::max(vertices, chunk.base + elements(frame.model(chunk.run), chunk.count));
    bytes_ = vertices * PH_POSED_BYTES;
    if (!posed_) posed_ = gl::createBuffer(bytes_, GL_STREAM_DRAW, "posed vertices");
    const gl::MappedBuffer mapped(posed_, bytes_);
    for (const UnitChunk& chunk : chunks) {
        const GpuModel& model = frame.model(chunk.run);
        const UnitRun run = frame.run(chunk.run);
        const PaletteBlender& blender = blenders_.get(model);
        const CpuSkinMesh& mesh = meshes_.get(model);
        const std::vector<std::uint32_t>& used = model.packed(MeshKind::kPosed).usedBy(run.variant);
        auto* const target = reinterpret_cast<PosedVertex*>(mapped.data()) + chunk.base;
        const std::size_t tasks = (chunk.count + kUnitsPerSkinTask - 1) / kUnitsPerSkinTask;
        parallelFor(tasks, 0, [&](std::size_t task) {
            std::vector<glm::vec4> palette(std::size_t{model.joints()} * PH_PALETTE_TEXELS);
            const std::size_t last = std::min(chunk.count, (task + 1) * kUnitsPerSkinTask);
            for (std::size_t i = task * kUnitsPerSkinTask; i < last; ++i) {
                blender.blend(frame.unit(run, chunk.first + i), frame.schedule, frame.skin.switches, palette);
                mesh.skin(palette, used, frame.skin.switches, target + i * mesh.vertices());
            }
        });
    }
    stats.bytes_uploaded += bytes_;
    ++stats.uploads;
}

void CpuSource::bind(const UnitFrame& frame, const UnitChunk& chunk, std::size_t offset,
                     const gl::Program& /*program*/) {
    const std::size_t vertices = frame.model(chunk.run).packed(MeshKind::kPosed).vertices.size();
    glBindBuffer(GL_ARRAY_BUFFER, posed_.id());
    glEnableVertexAttribArray(A_SHAPE);
    glVertexAttribIPointer(A_SHAPE, 4, GL_UNSIGNED_INT, PH_POSED_BYTES,
                           reinterpret_cast<const void*>((chunk.base + offset * vertices) * PH_POSED_BYTES));
}

}  // namespace phalanx
