#include "render/poses/uniform_source.h"

#include <algorithm>
#include <vector>

#include "core/parallel.h"
#include "gl/objects/buffer.h"
#include "layouts.h"
#include "render/poses/unit_rows.h"

namespace phalanx {
namespace {

constexpr std::size_t kMaxPaletteBytes = std::size_t{256} << 20U;
constexpr std::size_t kUnitsPerBlendTask = 64;

std::size_t paletteBytes(const GpuModel& model) {
    return std::size_t{model.joints()} * PH_PALETTE_TEXELS * sizeof(glm::vec4);
}

}  // namespace

std::size_t UniformSource::stride(const GpuModel& model) const {
    const auto alignment = static_cast<std::size_t>(capabilities_.uniform_offset_alignment);
    return (paletteBytes(model) + alignment - 1) / alignment * alignment;
}

std::size_t UniformSource::elements(const GpuModel& model, int /*lod*/, std::size_t units) const {
    return units * stride(model);
}

std::size_t UniformSource::capacity() const {
    return kMaxPaletteBytes;
}

void UniformSource::prepare(const Job& job) {
    const UnitScene& scene = job.scene;
    std::size_t bytes = 0;
    for (const DrawItem& item : job.items)
        bytes = std::max(bytes, item.base + elements(scene.model(item.model), item.lod, item.count));
    current_ = (current_ + 1) % palettes_.size();
    gl::Buffer& palettes = palettes_[current_];
    if (!palettes) palettes = gl::createBuffer(bytes, GL_STREAM_DRAW, "palettes of units");
    bytes_ = bytes * palettes_.size();
    const gl::MappedBuffer mapped(palettes, bytes);
    for (const DrawItem& item : job.items) {
        const GpuModel& model = scene.model(item.model);
        const UnitRows unit_rows(scene, item, blenders_.get(model));
        const LayeredUnits* const layers = scene.layersOf(item.group);
        const MeteredPass metered(layers != nullptr ? scene.meter : nullptr, layer_pass::kAll);
        if (layers != nullptr) job.stats.layers += layers->cost().onCpu(item.count);
        std::byte* const target = mapped.data() + item.base;
        const std::size_t tasks = (item.count + kUnitsPerBlendTask - 1) / kUnitsPerBlendTask;
        parallelFor(tasks, 0, [&](std::size_t task) {
            const std::size_t last = std::min(item.count, (task + 1) * kUnitsPerBlendTask);
            for (std::size_t i = task * kUnitsPerBlendTask; i < last; ++i) {
                auto* rows = reinterpret_cast<glm::vec4*>(target + i * stride(model));
                unit_rows.write(i, {rows, std::size_t{model.joints()} * PH_PALETTE_TEXELS});
            }
        });
    }
    job.stats.bytes_uploaded += bytes;
    ++job.stats.uploads;
}

void UniformSource::bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
                         const gl::Program& /*program*/) {
    const GpuModel& model = scene.model(item.model);
    glBindBufferRange(GL_UNIFORM_BUFFER, BLOCK_PALETTE, palettes_[current_].id(),
                      static_cast<GLintptr>(item.base + offset * stride(model)),
                      static_cast<GLsizeiptr>(paletteBytes(model)));
}

}  // namespace phalanx
