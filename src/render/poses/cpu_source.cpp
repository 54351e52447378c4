#include "render/poses/cpu_source.h"

#include <vector>

#include "core/parallel.h"
#include "gl/objects/buffer.h"
#include "layouts.h"
#include "render/poses/unit_rows.h"

namespace phalanx {
namespace {

constexpr std::size_t kMaxVertexBytes = std::size_t{512} << 20U;
constexpr std::size_t kUnitsPerSkinTask = 4;

}  // namespace

std::size_t CpuSource::elements(const GpuModel& model, int lod, std::size_t units) const {
    return units * model.posedVertices(lod);
}

std::size_t CpuSource::capacity() const {
    return kMaxVertexBytes / PH_POSED_BYTES;
}

void CpuSource::prepare(const Job& job) {
    const UnitScene& scene = job.scene;
    std::size_t vertices = 0;
    for (const DrawItem& item : job.items)
        vertices = std::max(vertices, item.base + elements(scene.model(item.model), item.lod, item.count));
    bytes_ = vertices * PH_POSED_BYTES;
    if (!posed_) posed_ = gl::createBuffer(bytes_, GL_STREAM_DRAW, "posed vertices");
    const gl::MappedBuffer mapped(posed_, bytes_);
    for (const DrawItem& item : job.items) {
        const GpuModel& model = scene.model(item.model);
        const UnitRows unit_rows(scene, item, blenders_.get(model));
        const LayeredUnits* const layers = scene.layersOf(item.group);
        const MeteredPass metered(layers != nullptr ? scene.meter : nullptr, layer_pass::kAll);
        if (layers != nullptr) job.stats.layers += layers->cost().onCpu(item.count);
        const CpuSkinMesh& mesh = meshes_.get(model);
        const MorphBlender* const morphs = model.needs(item.lod).morphs ? &morphs_.get(model) : nullptr;
        const std::vector<std::uint32_t>& used = model.usedBy(item.variant, item.lod);
        auto* const target = reinterpret_cast<PosedVertex*>(mapped.data()) + item.base;
        const std::size_t tasks = (item.count + kUnitsPerSkinTask - 1) / kUnitsPerSkinTask;
        parallelFor(tasks, 0, [&](std::size_t task) {
            std::vector<glm::vec4> palette(std::size_t{model.joints()} * PH_PALETTE_TEXELS);
            std::vector<float> weights(model.morphTargets());
            const std::size_t last = std::min(item.count, (task + 1) * kUnitsPerSkinTask);
            for (std::size_t i = task * kUnitsPerSkinTask; i < last; ++i) {
                const UnitInstance& unit = item.unit(scene, i);
                unit_rows.write(i, palette);
                if (morphs != nullptr) {
                    const MorphRows& rows = scene.units[item.group].morph_rows;
                    morphs->blend(unit, scene.schedule, scene.skin.switches,
                                  rows.at(layout::morphRow(unit.look.z)), weights);
                }
                mesh.skin(palette, weights, used, scene.skin.switches,
                          target + i * model.posedVertices(item.lod));
            }
        });
    }
    job.stats.bytes_uploaded += bytes_;
    ++job.stats.uploads;
}

void CpuSource::bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
                     const gl::Program& /*program*/) {
    const std::size_t vertices = scene.model(item.model).posedVertices(item.lod);
    glBindBuffer(GL_ARRAY_BUFFER, posed_.id());
    glEnableVertexAttribArray(A_SHAPE);
    glVertexAttribIPointer(A_SHAPE, 4, GL_UNSIGNED_INT, PH_POSED_BYTES,
                           reinterpret_cast<const void*>((item.base + offset * vertices) * PH_POSED_BYTES));
}

}  // namespace phalanx
