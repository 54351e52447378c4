#include "render/techniques/uniform_source.h"

#include <algorithm>
#include <vector>

#include "core/parallel.h"
#include "gl/objects/buffer.h"
#include "layouts.h"

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

std::size_t UniformSource::elements(const GpuModel& model, std::size_t units) const {
    return units * stride(model);
}

std::size_t UniformSource::capacity() const {
    return kMaxPaletteBytes;
}

void UniformSource::prepare(const UnitFrame& frame, std::span<const UnitChunk> chunks,
                            UnitPrograms& /*programs*/, FrameStats& stats) {
    std::size_t bytes = 0;
    for (const UnitChunk& chunk : chunks)
        bytes = std::max(bytes, chunk.base + elements(frame.model(chunk.run), chunk.count));
    current_ = (current_ + 1) % palettes_.size();
    gl::Buffer& palettes = palettes_[current_];
    if (!palettes) palettes = gl::createBuffer(bytes, GL_STREAM_DRAW, "palettes of units");
    bytes_ = bytes * palettes_.size();
    const gl::MappedBuffer mapped(palettes, bytes);
    for (const UnitChunk& chunk : chunks) {
        const GpuModel& model = frame.model(chunk.run);
        const PaletteBlender& blender = blenders_.get(model);
        const UnitRun run = frame.run(chunk.run);
        std::byte* const target = mapped.data() + chunk.base;
        const std::size_t tasks = (chunk.count + kUnitsPerBlendTask - 1) / kUnitsPerBlendTask;
        parallelFor(tasks, 0, [&](std::size_t task) {
            const std::size_t last = std::min(chunk.count, (task + 1) * kUnitsPerBlendTask);
            for (std::size_t i = task * kUnitsPerBlendTask; i < last; ++i) {
                auto* rows = reinterpret_cast<glm::vec4*>(target + i * stride(model));
                blender.blend(frame.unit(run, chunk.first + i), frame.schedule, frame.skin.switches,
                              {rows, std::size_t{model.joints()} * PH_PALETTE_TEXELS});
            }
        });
    }
    stats.bytes_uploaded += bytes;
    ++stats.uploads;
}

void UniformSource::bind(const UnitFrame& frame, const UnitChunk& chunk, std::size_t offset,
                         const gl::Program& /*program*/) {
    const GpuModel& model = frame.model(chunk.run);
    glBindBufferRange(GL_UNIFORM_BUFFER, BLOCK_PALETTE, palettes_[current_].id(),
                      static_cast<GLintptr>(chunk.base + offset * stride(model)),
                      static_cast<GLsizeiptr>(paletteBytes(model)));
}

}  // namespace phalanx
