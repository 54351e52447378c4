#include "render/draws/unit_drawer.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <span>
#include <vector>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "layouts.h"
#include "render/poses/make_draw_list.h"
#include "render/units/draw_command.h"
#include "render/units/material_state.h"

namespace phalanx {
namespace {

void setPass(const gl::Program& program, const UnitDrawer::Pass& pass) {
    if (pass.pass == UnitPass::kOverlay) program.setUniform("u_overlay_kind", pass.overlay);
    if (pass.pass == UnitPass::kShadow) program.setUniform("u_shadow_map_drawn", pass.shadow_map);
}

void issue(GLuint command_buffer, const GpuSelection::Draw& draw) {
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command_buffer);
    glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT,
                                reinterpret_cast<const void*>(draw.first_command * sizeof(DrawCommand)),
                                static_cast<GLsizei>(draw.commands), 0);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

}  // namespace

// A program that reads less per vertex is faster. Until it is built, that of LOD 0 draws the same image but
// for the smallest weights and small effects of morph targets.
const gl::Program& UnitDrawer::programOf(const UnitScene& scene, const DrawItem& item, UnitPass pass,
                                         const VertexNeeds& needs) {
    const GpuModel& model = scene.model(item.model);
    const SkinVariant exact = variantOf(scene, model, item.entries, needs);
    if (scene.at_once) return programs_.get(*item.technique, pass, exact);
    if (const gl::Program* const program = programs_.request(*item.technique, pass, exact)) return *program;
    return programs_.get(*item.technique, pass, variantOf(scene, model, item.entries, model.needs(0)));
}

// Depends only on the number of units, so it does not change from frame to frame.
std::size_t UnitDrawer::roomFor(const UnitScene& scene) const {
    std::size_t units = 0;
    for (const UnitBuffers::Group& group : scene.buffers.groups()) units += group.count;
    std::size_t least = kLeastPoseBytes;
    for (const GpuModel& model : scene.models)
        least = std::max(least, model.packed(MeshKind::kPosed).mesh_vertices * PH_POSED_BYTES);
    const std::size_t taken = std::min(units * kUnitBytes, kPoseBytes);
    return std::min(pose_bytes_, std::max(kPoseBytes - taken, least));
}

// Two techniques that prepare poses share the room.
void UnitDrawer::limitSources(const UnitScene& scene, const DrawnBy& by) {
    const bool two = !scene.layered.empty() && &by.layered != &by.technique;
    const std::size_t room = roomFor(scene) / (two && by.technique.prepares() ? 2 : 1);
    sources_.of(by.technique).limit(room);
    if (two) sources_.of(by.layered).limit(room);
}

void UnitDrawer::keepPoses(const UnitScene& scene, std::span<const UnitSelection* const> views,
                           FrameStats& stats) {
    if (views.empty()) return kept_.forget();
    const DrawnBy by{scene.technique, layeredTechnique(scene.technique)};
    limitSources(scene, by);
    kept_.follow(scene, views, by, sources_, pose_bytes_ * kKeptPercent / 100, stats);
}

DrawList UnitDrawer::prepare(const UnitScene& scene, const VisibleUnits& visible, Poses poses,
                             FrameStats& stats) {
    const bool direct = poses == Poses::kDirect;
    const DrawnBy by{direct && scene.technique.prepares() ? findTechnique("texture") : scene.technique,
                     direct ? layeredTechniqueOfOne() : layeredTechnique(scene.technique)};
    const bool two = !scene.layered.empty() && &by.layered != &by.technique;
    limitSources(scene, by);
    DrawList list;
    if (const auto* const by_gpu = std::get_if<UnitsListedByGpu>(&visible)) {
        assert(!direct);
        if (two || by.technique.prepares())
            near_.split(scene, *by_gpu->selection, by_gpu->list, sources_, programs_, stats);
        list = makeDrawList(scene, *by_gpu, near_);
    } else if (const auto* const by_cpu = std::get_if<UnitsListedByCpu>(&visible)) {
        list = makeDrawList(scene, *by_cpu, by, sources_, direct ? nullptr : &kept_);
    } else {
        list = makeDrawList(scene, AllUnits{}, by, sources_);
    }
    if (!list.resident) return list;
    if (by.technique.prepares()) prepareItems(scene, list, by.technique, stats);
    if (two) prepareItems(scene, list, by.layered, stats);
    return list;
}

void UnitDrawer::prepareItems(const UnitScene& scene, const DrawList& list, const Technique& technique,
                              FrameStats& stats) {
    std::vector<DrawItem> prepared;
    std::ranges::copy_if(list.items, std::back_inserter(prepared),
                         [&](const DrawItem& item) { return item.prepared && item.technique == &technique; });
    if (!prepared.empty()) prepareItems(scene, prepared, stats);
}

void UnitDrawer::prepareItems(const UnitScene& scene, std::span<const DrawItem> items, FrameStats& stats) {
    sources_.of(*items.front().technique).prepare({scene, items, near_, programs_, stats});
}

void UnitDrawer::draw(const UnitScene& scene, const DrawList& list, const Pass& pass, FrameStats& stats) {
    pass.target();
    rasterized_.clear();
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const DrawItem& item = list.items[i];
        if (pass.only && pass.only->item != i) continue;
        if (item.prepared && !list.resident) {
            prepareItems(scene, std::span(&item, 1), stats);
            pass.target();
        }
        const GpuModel& model = scene.model(item.model);
        const MeshKind kind = item.technique->mesh;
        model.bindBlocks(kind);
        model.bindAnimation();
        item.bind(scene, kind);
        if (scene.collapse) bindZeroIndices(model);
        if (pass.pass == UnitPass::kOverlay) model.bindOverlayColors();
        if (item.draw_count > 0) {
            drawIndirect(scene, item, std::span(list.draws).subspan(item.first_draw, item.draw_count), pass,
                         stats);
        } else {
            drawUnits(scene, item, pass.only ? UnitSpan{pass.only->unit, 1} : UnitSpan{0, item.count}, pass,
                      stats);
        }
        if (scene.collapse) glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.indices().id());
    }
    if (pass.raster) {
        const auto places =
            pass.samples > 1 ? impostors_.samplePlaces(pass.samples) : std::span<const glm::vec2>();
        rasterizer_.draw(scene, *pass.raster, rasterized_, places, programs_, stats);
    }
    glBindVertexArray(0);
    glDisable(GL_CULL_FACE);
}

void UnitDrawer::drawUnits(const UnitScene& scene, const DrawItem& item, const UnitSpan& units,
                           const Pass& pass, FrameStats& stats) {
    const GpuModel& model = scene.model(item.model);
    if (item.impostor != nullptr) {
        const gl::Program* const program =
            impostors_.begin(programs_, *item.impostor, item.variant, item.lod, model, pass, scene.clouds);
        if (program == nullptr) return;
        drawBatch(scene, item, units, *program, model.batches(item.variant, item.lod).front(), stats);
        return ImpostorDrawer::end();
    }
    const gl::Program& program = programOf(scene, item, pass.pass, model.needs(item.lod));
    program.use();
    setPass(program, pass);
    for (const Batch& batch : model.batches(item.variant, item.lod)) {
        setMaterial(program, model, batch.material);
        drawBatch(scene, item, units, program, batch, stats);
    }
}

void UnitDrawer::drawIndirect(const UnitScene& scene, const DrawItem& item,
                              std::span<const GpuSelection::Draw> draws, const Pass& pass,
                              FrameStats& stats) {
    const GpuModel& model = scene.model(item.model);
    for (const GpuSelection::Draw& draw : draws) {
        if (pass.raster && draw.impostor_lod > 0) {
            rasterized_.push_back({&item, &draw});
            continue;
        }
        if (draw.impostor_lod > 0) {
            const ImpostorAtlas& atlas = *scene.impostors->of(static_cast<std::size_t>(item.model));
            if (impostors_.begin(programs_, atlas, item.variant, draw.impostor_lod, model, pass,
                                 scene.clouds) == nullptr)
                continue;
        } else {
            const gl::Program& program = programOf(scene, item, pass.pass, draw.needs);
            program.use();
            setPass(program, pass);
            sources_.of(*item.technique).bind(scene, item, 0, program);
            setMaterial(program, model, draw.material);
        }
        issue(item.command_buffer, draw);
        ++stats.draws;
        ++stats.unit_draws;
        if (draw.impostor_lod > 0) ImpostorDrawer::end();
    }
}

void UnitDrawer::bindZeroIndices(const GpuModel& model) {
    const std::size_t count = model.indexCount();
    if (zeros_ < count) {
        const std::vector<std::uint32_t> zeros(count);
        zero_indices_ = gl::createIndexBuffer(zeros, "zero indices");
        zeros_ = count;
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, zero_indices_.id());
}

void UnitDrawer::drawBatch(const UnitScene& scene, const DrawItem& item, const UnitSpan& units,
                           const gl::Program& program, const Batch& batch, FrameStats& stats) {
    PoseSource& source = sources_.of(*item.technique);
    const std::size_t first_instance = item.instance(units.first);
    const auto count = [&](std::size_t draws) {
        stats.draws += static_cast<std::uint32_t>(draws);
        stats.unit_draws += static_cast<std::uint32_t>(draws);
    };
    stats.vertices += std::uint64_t{batch.index_count} * units.count;
    stats.triangles += std::uint64_t{batch.index_count} / 3 * units.count;

    std::size_t units_per_draw = units.count;
    if (item.technique->issue == Issue::kSingly) units_per_draw = 1;
    if (item.technique->issue == Issue::kBatches) {
        units_per_draw = std::clamp<std::size_t>(scene.skin.batch, 1, units.count);
        if (scene.skin.multi_draw && capabilities_.multi_draw_indirect) {
            const std::size_t bytes = commands_.draw({batch, first_instance, units.count, units_per_draw});
            stats.bytes_uploaded += bytes;
            stats.uploads += bytes > 0 ? 1 : 0;
            return count(1);
        }
    }
    const void* const indices = reinterpret_cast<const void*>(batch.first_index * sizeof(std::uint32_t));
    const auto index_count = static_cast<GLsizei>(batch.index_count);
    bool pointed = false;
    for (std::size_t done = 0; done < units.count; done += units_per_draw) {
        const std::size_t first = first_instance + done;
        const auto instances = static_cast<GLsizei>(std::min(units_per_draw, units.count - done));
        source.bind(scene, item, units.first + done, program);
        if (first > 0 && capabilities_.base_instance) {
            glDrawElementsInstancedBaseInstance(GL_TRIANGLES, index_count, GL_UNSIGNED_INT, indices,
                                                instances, static_cast<GLuint>(first));
        } else {
            if (first > 0 || pointed) {
                item.pointTo(scene, first);
                pointed = true;
            }
            glDrawElementsInstanced(GL_TRIANGLES, index_count, GL_UNSIGNED_INT, indices, instances);
        }
        count(1);
    }
    if (pointed) item.pointTo(scene, 0);
}

std::vector<glm::vec4> UnitDrawer::readRows(const UnitScene& scene, const DrawList& list) {
    assert(list.resident);
    std::vector<glm::vec4> rows;
    for (const DrawItem& item : list.items) {
        const std::vector<glm::vec4> found =
            sources_.of(*item.technique).readRows(scene.model(item.model), item);
        rows.insert(rows.end(), found.begin(), found.end());
    }
    return rows;
}

void UnitDrawer::copyRows(const UnitScene& scene, const DrawList& list, const gl::Buffer& buffer) {
    assert(list.resident);
    const DrawItem& item = list.items.front();
    sources_.of(*item.technique).copyRows(scene.model(item.model), item, buffer);
}

void UnitDrawer::feedBack(const UnitScene& scene, const DrawList& list, const gl::Buffer& buffer,
                          FrameStats& stats) {
    assert(list.resident);
    const gl::DebugGroup debug_group("vertex feedback");
    std::size_t bytes_before = 0;
    for (const DrawItem& item : list.items) {
        const GpuModel& model = scene.model(item.model);
        PoseSource& source = sources_.of(*item.technique);
        const MeshKind kind = item.technique->mesh;
        const std::size_t vertices = model.packed(kind).mesh_vertices;
        const gl::Program& program =
            programs_.get(*item.technique, UnitPass::kFeedback, variantOf(scene, model, item.entries));
        program.use();
        model.bindBlocks(kind);
        model.bindAnimation();
        item.bind(scene, kind);
        // All vertices by an index buffer: Mesa's softpipe restarts gl_VertexID every 4096 vertices of
        // glDrawArrays.
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.usedVertices(model.packed(kind).allVertices()).id());
        const std::size_t bytes = vertices * item.count * kFeedbackVertexBytes;
        glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id(), static_cast<GLintptr>(bytes_before),
                          static_cast<GLsizeiptr>(bytes));
        glBeginTransformFeedback(GL_POINTS);
        const bool singly = item.technique->issue == Issue::kSingly;
        const std::size_t units_per_draw = singly ? 1 : item.count;
        for (std::size_t done = 0; done < item.count; done += units_per_draw) {
            source.bind(scene, item, done, program);
            item.pointTo(scene, item.instance(done));
            const auto points = static_cast<GLsizei>(vertices);
            const auto units = static_cast<GLsizei>(units_per_draw);
            if (capabilities_.feedback_of_indices) {
                glDrawElementsInstanced(GL_POINTS, points, GL_UNSIGNED_INT, nullptr, units);
            } else {
                glDrawArraysInstanced(GL_POINTS, 0, points, units);
            }
            ++stats.draws;
        }
        glEndTransformFeedback();
        item.pointTo(scene, 0);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model.indices().id());
        bytes_before += bytes;
    }
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
}

std::size_t UnitDrawer::poseBytes(const Technique& technique, bool layers) {
    std::size_t bytes = sources_.of(technique).bytes();
    const Technique& layered = layeredTechnique(technique);
    if (layers && &layered != &technique) bytes += sources_.of(layered).bytes();
    return bytes == 0 ? 0 : bytes + near_.bytes() + kept_.bytes();
}

}  // namespace phalanx
