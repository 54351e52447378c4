#include "render/poses/palette_source.h"

#include <algorithm>
#include <utility>

#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/poses/layer_compute.h"
#include "render/poses/slots.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

constexpr std::size_t kRowBytes = std::size_t{PH_PALETTE_WIDTH} * sizeof(glm::vec4);

// Units of kept poses that the passes pose at once: what they need between them is as large.
constexpr std::size_t kMostDue = 16'384;

// One rectangle per unit that is due.
void drawDue(const PoseSource::Job& job, const DrawItem& item, std::size_t first, std::size_t count) {
    item.bind(job.scene, MeshKind::kSkinned);
    ++job.stats.draws;
    SelectedUnits::pointTo(item.entry_buffer, 2, item.kept->first_due + first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

// One rectangle per unit of the item.
void drawRectangles(const PoseSource::Job& job, const DrawItem& item) {
    item.bind(job.scene, MeshKind::kSkinned);
    ++job.stats.draws;
    if (item.entries == UnitEntries::kIndicesAndSlots) return job.near.drawRectangles(item.group);
    const std::size_t first = item.instance(0);
    if (first > 0) item.pointTo(job.scene, first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(item.count));
    if (first > 0) item.pointTo(job.scene, 0);
}

}  // namespace

PaletteSource::PaletteSource(const gl::Capabilities& capabilities)
    : capabilities_(capabilities),
      palettes_(GL_RGBA32F, PH_PALETTE_WIDTH, "palettes of units"),
      layers_(capabilities),
      targets_(capabilities) {}

std::size_t PaletteSource::elements(const GpuModel& model, int /*lod*/, std::size_t units) const {
    return Slots(layout::paletteColumns(model.joints())).rows(units);
}

std::size_t PaletteSource::capacity() const {
    return std::min(std::max(most_bytes_, kept_bytes_) / kRowBytes,
                    static_cast<std::size_t>(capabilities_.max_texture_size));
}

void PaletteSource::limit(std::size_t bytes) {
    most_bytes_ = bytes;
    if (palettes_.rows() <= capacity()) return;
    palettes_.reset();
    kept_ = false;
}

std::optional<bool> PaletteSource::keep(std::size_t elements, std::size_t bytes) {
    kept_bytes_ = bytes;
    if (elements > capacity()) return std::nullopt;
    const bool there = std::exchange(kept_, true);
    using Content = gl::DataTarget::Content;
    palettes_.reserve(capabilities_, elements, capacity(), there ? Content::kKept : Content::kLost);
    return there;
}

void PaletteSource::release() {
    kept_bytes_ = 0;
    kept_ = false;
}

// From the animation texture. The framebuffer and viewport are set.
void PaletteSource::blend(const Job& job, const DrawItem& item) const {
    const UnitScene& scene = job.scene;
    const GpuModel& model = scene.model(item.model);
    const gl::Program& program =
        job.programs.get(*item.technique, UnitPass::kPrepare, variantOf(scene, model, item.entries));
    palettes_.bind();
    program.use();
    model.bindBlocks(MeshKind::kSkinned);
    model.animation().bind();
    program.setUniform("u_first_palette", 0);
    program.setUniform("u_palette_row", static_cast<int>(item.base));
    program.setUniform("u_palette_shift", layout::paletteShift(model.joints()));
    program.setUniform("u_palette_size", glm::ivec2(PH_PALETTE_WIDTH, static_cast<int>(palettes_.rows())));
    drawRectangles(job, item);
}

// Of units with layers.
void PaletteSource::pose(const Job& job, const DrawItem& item, const LayeredUnits& layers) {
    if (item.kept) {
        for (std::size_t first = 0; first < item.kept->due; first += kMostDue) {
            const std::size_t count = std::min(kMostDue, item.kept->due - first);
            layers_.run({job.scene, item, job.programs, targets_, palettes_, count, job.stats, count,
                         [&] { drawDue(job, item, first, count); }});
        }
        return;
    }
    if (!layersByCompute(capabilities_, layers.rig())) {
        layers_.run({job.scene, item, job.programs, targets_, palettes_, job.unitsOf(item), job.stats,
                     item.count, [&] { drawRectangles(job, item); }});
        return;
    }
    const MeteredPass metered(job.scene.meter, layer_pass::kAll);
    job.stats.layers += layers.cost().dispatch(job.unitsOf(item));
    // Earlier draws may still read the texture, and the passes of other groups write it by fragments.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    computeLayers(job, item, targets_, palettes_);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
}

void PaletteSource::prepare(const Job& job) {
    const UnitScene& scene = job.scene;
    std::size_t rows = 0;
    for (const DrawItem& item : job.items) {
        if (item.kept) continue;
        rows = std::max(rows, item.base + elements(scene.model(item.model), item.lod, item.count));
    }
    if (rows > palettes_.rows()) kept_ = false;
    palettes_.reserve(capabilities_, rows, capacity());
    const gl::DebugGroup debug_group("palettes");
    setRasterState(false, false, GL_ALWAYS);
    const LayerTargets needed = targetsOf(job);
    if (needed.units && !scene.hold_layers) targets_.copy(scene.buffers);
    if (needed.joints && !scene.hold_layers) targets_.copyRecords(scene.buffers, scene.layered);
    for (const DrawItem& item : job.items) {
        if (const LayeredUnits* const layers = scene.layersOf(item.group)) {
            if (!scene.hold_layers) pose(job, item, *layers);
        } else {
            blend(job, item);
        }
    }
    glBindVertexArray(0);
    // The next draws read the palettes: a texture attached to the bound framebuffer would be a feedback loop.
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void PaletteSource::bind(const UnitScene& scene, const DrawItem& item, std::size_t offset,
                         const gl::Program& program) {
    gl::bindTexture(UNIT_POSES, GL_TEXTURE_2D, palettes_.texture());
    // Entries with slots need no offset.
    const std::size_t first = item.entries == UnitEntries::kIndicesAndSlots ? 0 : offset;
    program.setUniform("u_first_palette", static_cast<int>(first));
    program.setUniform("u_palette_row", static_cast<int>(item.base));
    program.setUniform("u_palette_shift", layout::paletteShift(scene.model(item.model).joints()));
}

std::size_t PaletteSource::bytes() const {
    return palettes_.bytes() + layers_.bytes() + targets_.bytes();
}

std::vector<glm::vec4> PaletteSource::readRows(const GpuModel& model, const DrawItem& item) const {
    const Slots slots(layout::paletteColumns(model.joints()));
    std::size_t last = 0;
    for (std::size_t unit = 0; unit < item.count; ++unit) last = std::max(last, item.slot(unit));
    const std::size_t height = slots.rows(last + 1);
    std::vector<glm::vec4> texels(height * PH_PALETTE_WIDTH);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, palettes_.framebuffer());
    glReadPixels(0, static_cast<GLint>(item.base), PH_PALETTE_WIDTH, static_cast<GLsizei>(height), GL_RGBA,
                 GL_FLOAT, texels.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    std::vector<glm::vec4> rows;
    for (std::size_t unit = 0; unit < item.count; ++unit) {
        const auto first = texels.begin() + static_cast<std::ptrdiff_t>(slots.firstTexel(item.slot(unit)));
        rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(slots.columns));
    }
    return rows;
}

void PaletteSource::copyRows(const GpuModel& model, const DrawItem& item, const gl::Buffer& buffer) const {
    const Slots slots(layout::paletteColumns(model.joints()));
    const std::size_t texel = slots.firstTexel(item.slot(0));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, palettes_.framebuffer());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.id());
    glReadPixels(static_cast<GLint>(texel % PH_PALETTE_WIDTH),
                 static_cast<GLint>(item.base + texel / PH_PALETTE_WIDTH),
                 static_cast<GLsizei>(slots.columns), 1, GL_RGBA, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

}  // namespace phalanx
