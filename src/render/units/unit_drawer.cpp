#include "render/units/unit_drawer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

#include "core/error.h"
#include "gl/context/debug.h"
#include "gl/objects/buffer.h"
#include "layouts.h"
#include "render/units/material_state.h"

namespace phalanx {
namespace {

void setPass(const gl::Program& program, const UnitDrawer::Pass& pass) {
    if (pass.pass == UnitPass::kOverlay) program.setUniform("u_overlay_kind", pass.overlay);
    if (pass.pass == UnitPass::kShadow) program.setUniform("u_shadow_map_drawn", pass.shadow_map);
}

// All runs side by side if they fit, else chunks that each reuse the storage from its beginning.
std::vector<UnitChunk> chunksOf(const UnitFrame& frame, const PoseSource& source, bool& resident) {
    std::vector<UnitChunk> chunks;
    std::size_t base = 0;
    for (std::size_t r = 0; r < frame.runs(); ++r) {
        const std::size_t count = frame.run(r).count;
        if (count == 0) continue;
        chunks.push_back({r, 0, count, base});
        if (!drawnDirectly(frame, frame.run(r))) base += source.elements(frame.model(r), count);
    }
    resident = base <= source.capacity();
    if (resident) return chunks;
    std::vector<UnitChunk> pieces;
    for (const UnitChunk& chunk : chunks) {
        const GpuModel& model = frame.model(chunk.run);
        if (drawnDirectly(frame, frame.run(chunk.run))) {
            pieces.push_back(chunk);
            continue;
        }
        for (std::size_t first = 0; first < chunk.count;) {
            const std::size_t fits = unitsThatFit(source, model, chunk.count - first, source.capacity());
            if (fits == 0) {
                throw environmentError(
                    "technique " + std::string(frame.technique.name),
                    fmt::format(
                        "one unit needs {} elements, this driver's buffers hold {}; use another technique",
                        source.elements(model, 1), source.capacity()));
            }
            pieces.push_back({chunk.run, first, fits, 0});
            first += fits;
        }
    }
    return pieces;
}

}  // namespace

PoseSource& UnitDrawer::sourceOf(const Technique& technique) {
    std::unique_ptr<PoseSource>& source = sources_[technique.name];
    if (!source) source = makePoseSource(technique, capabilities_);
    return *source;
}

void UnitDrawer::compile(const Technique& technique, const SkinVariant& variant) {
    for (const UnitPass pass : {UnitPass::kShade, UnitPass::kShadow, UnitPass::kId, UnitPass::kMask})
        programs_.get(technique, pass, variant);
    programs_.getStates(variant.switches, capabilities_.compute ? StatesBy::kCompute : StatesBy::kFeedback);
    if (sourceOf(technique).capacity() == 0) return;
    programs_.get(technique, UnitPass::kPrepare, variant);
    if (technique.issue == Issue::kInstanced && capabilities_.compute && capabilities_.multi_draw_indirect)
        programs_.getNearUnits();
}

StatesBy UnitDrawer::statesBy(const UnitFrame& frame) const {
    if (!capabilities_.compute) return StatesBy::kFeedback;
    const auto limit = static_cast<std::size_t>(capabilities_.max_storage_block_size);
    const bool fit = std::ranges::all_of(frame.buffers.groups(), [&](const UnitBuffers::Group& group) {
        return group.count * std::size_t{PH_INSTANCE_BYTES} <= limit;
    });
    return fit ? StatesBy::kCompute : StatesBy::kFeedback;
}

void UnitDrawer::advance(const UnitFrame& frame, FrameStats& stats) {
    const gl::DebugGroup debug_group("unit states");
    const StatesBy by = statesBy(frame);
    const gl::Program& program = programs_.getStates(frame.skin.switches, by);
    program.use();
    const auto bindModel = [&](const UnitBuffers::Group& group) {
        frame.models[static_cast<std::size_t>(group.model)].bindBlocks(MeshKind::kSkinned);
    };
    if (by == StatesBy::kCompute) {
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        for (const UnitBuffers::Group& group : frame.buffers.groups()) {
            if (group.count == 0) continue;
            bindModel(group);
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_UNITS, group.instances.id());
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_SHOWN, group.states.id());
            program.setUniform("u_group_units", group.count);
            glDispatchCompute((group.count + PH_STATE_THREADS - 1) / PH_STATE_THREADS, 1, 1);
            ++stats.dispatches;
        }
        glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                        GL_SHADER_STORAGE_BARRIER_BIT);
        return;
    }
    glEnable(GL_RASTERIZER_DISCARD);
    for (const UnitBuffers::Group& group : frame.buffers.groups()) {
        if (group.count == 0) continue;
        bindModel(group);
        glBindVertexArray(group.sources.id());
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, group.states.id());
        glBeginTransformFeedback(GL_POINTS);
        glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(group.count));
        glEndTransformFeedback();
        ++stats.draws;
    }
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    glDisable(GL_RASTERIZER_DISCARD);
}

// Depends only on the number of units, so it does not change from frame to frame.
std::size_t UnitDrawer::roomFor(const UnitFrame& frame) const {
    std::size_t units = 0;
    for (const UnitBuffers::Group& group : frame.buffers.groups()) units += group.count;
    std::size_t least = kLeastPoseBytes;
    for (const GpuModel& model : frame.models)
        least = std::max(least, model.packed(MeshKind::kPosed).vertices.size() * PH_POSED_BYTES);
    const std::size_t taken = std::min(units * kUnitBytes, kPoseBytes);
    return std::min(pose_bytes_, std::max(kPoseBytes - taken, least));
}

void UnitDrawer::begin(const UnitFrame& frame, FrameStats& stats) {
    PoseSource& source = sourceOf(frame.technique);
    source.limit(roomFor(frame));
    if (frame.by_gpu != nullptr) {
        if (!frame.technique.prepares()) return;
        near_.part(frame, source, programs_, stats);
        if (!near_.chunks().empty()) source.prepare(nearOf(frame), near_.chunks(), programs_, stats);
        return;
    }
    chunks_ = chunksOf(frame, source, resident_);
    if (!resident_ || source.capacity() == 0) return;
    std::vector<UnitChunk> prepared;
    for (const UnitChunk& chunk : chunks_) {
        if (!drawnDirectly(frame, frame.run(chunk.run))) prepared.push_back(chunk);
    }
    if (!prepared.empty()) source.prepare(frame, prepared, programs_, stats);
}

void UnitDrawer::draw(const UnitFrame& frame, const Pass& pass, FrameStats& stats) {
    pass.target();
    if (frame.by_gpu != nullptr) {
        for (std::size_t group = 0; group < frame.runs(); ++group) drawGroup(frame, group, pass, stats);
    } else {
        drawChunks(frame, pass, stats);
    }
    glBindVertexArray(0);
    glDisable(GL_CULL_FACE);
}

void UnitDrawer::drawChunks(const UnitFrame& frame, const Pass& pass, FrameStats& stats) {
    for (const UnitChunk& chunk : chunks_) {
        UnitChunk wanted = chunk;
        if (pass.only) {
            const bool inside = static_cast<int>(chunk.run) == pass.only->group &&
                                pass.only->index >= chunk.first &&
                                pass.only->index < chunk.first + chunk.count;
            if (!inside) continue;
        }
        if (drawnDirectly(frame, frame.run(chunk.run))) {
            drawChunk(directly(frame), wanted, pass, stats);
            continue;
        }
        if (!resident_) {
            sourceOf(frame.technique).prepare(frame, std::span(&wanted, 1), programs_, stats);
            pass.target();
        }
        drawChunk(frame, wanted, pass, stats);
    }
}

void UnitDrawer::bindRun(const UnitFrame& frame, std::size_t run, const Pass& pass) {
    const MeshKind kind = frame.technique.mesh;
    const GpuModel& model = frame.model(run);
    model.bindBlocks(kind);
    model.animation().bind();
    frame.bind(run, kind);
    if (frame.collapse) bindZeroIndices(model);
    if (pass.pass == UnitPass::kOverlay) model.bindOverlayColors();
}

void UnitDrawer::unbindRun(const UnitFrame& frame, std::size_t run) {
    if (frame.collapse) glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, frame.model(run).indices().id());
}

void UnitDrawer::drawChunk(const UnitFrame& frame, const UnitChunk& chunk, const Pass& pass,
                           FrameStats& stats) {
    const UnitRun run = frame.run(chunk.run);
    const GpuModel& model = frame.model(chunk.run);
    bindRun(frame, chunk.run, pass);
    if (const ImpostorAtlas* const atlas = frame.impostorsOf(run)) {
        const gl::Program* const program =
            impostors_.begin(programs_, *atlas, run.variant, run.level, model, pass);
        if (program == nullptr) return;
        UnitSpan units{chunk.first, chunk.count};
        if (pass.only) units = {pass.only->index, 1};
        drawBatch(frame, chunk, units, *program, model.batches(run.variant, run.level).front(), stats);
        return ImpostorDrawer::end();
    }
    const gl::Program& program =
        programs_.get(frame.technique, pass.pass, frame.variant(model, model.weights(run.level)));
    program.use();
    setPass(program, pass);
    UnitSpan units{chunk.first, chunk.count};
    if (pass.only) units = {pass.only->index, 1};
    for (const Batch& batch : model.batches(run.variant, run.level)) {
        setMaterial(program, model.materials()[batch.material], model.cullBackFaces());
        drawBatch(frame, chunk, units, program, batch, stats);
    }
    unbindRun(frame, chunk.run);
}

UnitFrame UnitDrawer::nearOf(const UnitFrame& frame) const {
    UnitFrame near = frame;
    near.near = &near_;
    return near;
}

void UnitDrawer::drawGroup(const UnitFrame& frame, std::size_t group, const Pass& pass, FrameStats& stats) {
    const UnitChunk whole{group, 0, frame.run(group).count, 0};
    if (whole.count == 0) return;
    if (!frame.technique.prepares()) return drawList(frame, whole, pass, std::nullopt, stats);
    const UnitChunk* const ready = near_.chunkOf(group);
    if (ready == nullptr) return drawList(directly(frame), whole, pass, std::nullopt, stats);
    drawList(nearOf(frame), *ready, pass, NearUnits::Part::kNear, stats);
    drawList(directly(frame), whole, pass, NearUnits::Part::kRest, stats);
}

void UnitDrawer::drawList(const UnitFrame& frame, const UnitChunk& chunk, const Pass& pass,
                          const std::optional<NearUnits::Part>& part, FrameStats& stats) {
    const GpuModel& model = frame.model(chunk.run);
    const UnitRun run = frame.run(chunk.run);
    bindRun(frame, chunk.run, pass);
    for (const GpuSelection::Draw& draw : frame.by_gpu->draws(frame.gpu_view, run.group)) {
        if (part && !near_.mayShow(run.group, draw, *part)) continue;
        if (draw.impostor_level > 0) {
            const ImpostorAtlas& atlas = *frame.impostors->of(static_cast<std::size_t>(run.model));
            if (impostors_.begin(programs_, atlas, run.variant, draw.impostor_level, model, pass) == nullptr)
                continue;
        } else {
            const gl::Program& program =
                programs_.get(frame.technique, pass.pass, frame.variant(model, draw.weights));
            program.use();
            setPass(program, pass);
            sourceOf(frame.technique).bind(frame, chunk, 0, program);
            setMaterial(program, model.materials()[draw.material], model.cullBackFaces());
        }
        if (part) {
            near_.issue(draw, *part);
        } else {
            frame.by_gpu->issue(draw);
        }
        ++stats.draws;
        ++stats.unit_draws;
        if (draw.impostor_level > 0) ImpostorDrawer::end();
    }
    unbindRun(frame, chunk.run);
}

void UnitDrawer::bindZeroIndices(const GpuModel& model) {
    const std::size_t count = model.indexCount();
    if (zeros_ < count) {
        const std::vector<std::uint32_t> zeros(count);
        zero_indices_ =
            gl::createBuffer(std::span<const std::uint32_t>(zeros), GL_STATIC_DRAW, "zero indices");
        zeros_ = count;
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, zero_indices_.id());
}

void UnitDrawer::drawBatch(const UnitFrame& frame, const UnitChunk& chunk, const UnitSpan& units,
                           const gl::Program& program, const Batch& batch, FrameStats& stats) {
    PoseSource& source = sourceOf(frame.technique);
    const auto count = [&](std::size_t draws) {
        stats.draws += static_cast<std::uint32_t>(draws);
        stats.unit_draws += static_cast<std::uint32_t>(draws);
    };
    stats.vertices += std::uint64_t{batch.index_count} * units.count;
    stats.triangles += std::uint64_t{batch.index_count} / 3 * units.count;

    std::size_t units_a_draw = units.count;
    if (frame.technique.issue == Issue::kSingly) units_a_draw = 1;
    if (frame.technique.issue == Issue::kBatches) {
        units_a_draw = std::clamp<std::size_t>(frame.skin.batch, 1, units.count);
        if (frame.skin.multi_draw && capabilities_.multi_draw_indirect) {
            const std::size_t bytes = commands_.draw({batch, units.first, units.count, units_a_draw});
            stats.bytes_uploaded += bytes;
            stats.uploads += bytes > 0 ? 1 : 0;
            return count(1);
        }
    }
    const void* const indices = reinterpret_cast<const void*>(batch.first_index * sizeof(std::uint32_t));
    const auto index_count = static_cast<GLsizei>(batch.index_count);
    bool pointed = false;
    for (std::size_t done = 0; done < units.count; done += units_a_draw) {
        const std::size_t first = units.first + done;
        const auto instances = static_cast<GLsizei>(std::min(units_a_draw, units.count - done));
        source.bind(frame, chunk, first - chunk.first, program);
        if (first > 0 && capabilities_.base_instance) {
            glDrawElementsInstancedBaseInstance(GL_TRIANGLES, index_count, GL_UNSIGNED_INT, indices,
                                                instances, static_cast<GLuint>(first));
        } else {
            if (first > 0 || pointed) {
                frame.pointTo(chunk.run, first);
                pointed = true;
            }
            glDrawElementsInstanced(GL_TRIANGLES, index_count, GL_UNSIGNED_INT, indices, instances);
        }
        count(1);
    }
    if (pointed) frame.pointTo(chunk.run, 0);
}

void UnitDrawer::feedBack(const UnitFrame& frame, const gl::Buffer& buffer, FrameStats& stats) {
    assert(resident_);
    const gl::DebugGroup debug_group("vertex feedback");
    PoseSource& source = sourceOf(frame.technique);
    const MeshKind kind = frame.technique.mesh;
    std::size_t bytes_before = 0;
    for (const UnitChunk& chunk : chunks_) {
        const GpuModel& model = frame.model(chunk.run);
        const std::size_t vertices = model.packed(kind).vertices.size();
        const gl::Program& program =
            programs_.get(frame.technique, UnitPass::kFeedback, frame.variant(model));
        program.use();
        model.bindBlocks(kind);
        model.animation().bind();
        frame.bind(chunk.run, kind);
        const std::size_t bytes = vertices * chunk.count * kFeedbackVertexBytes;
        glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer.id(), static_cast<GLintptr>(bytes_before),
                          static_cast<GLsizeiptr>(bytes));
        glBeginTransformFeedback(GL_POINTS);
        const bool singly = frame.technique.issue == Issue::kSingly;
        const std::size_t units_a_draw = singly ? 1 : chunk.count;
        for (std::size_t done = 0; done < chunk.count; done += units_a_draw) {
            source.bind(frame, chunk, done, program);
            frame.pointTo(chunk.run, chunk.first + done);
            glDrawArraysInstanced(GL_POINTS, 0, static_cast<GLsizei>(vertices),
                                  static_cast<GLsizei>(units_a_draw));
            ++stats.draws;
        }
        glEndTransformFeedback();
        frame.pointTo(chunk.run, 0);
        bytes_before += bytes;
    }
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
}

std::size_t UnitDrawer::poseBytes(const Technique& technique) const {
    const auto found = sources_.find(technique.name);
    if (found == sources_.end() || found->second->bytes() == 0) return 0;
    return found->second->bytes() + near_.bytes();
}

}  // namespace phalanx
