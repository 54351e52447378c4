#include "render/draws/unit_states.h"

#include <algorithm>

#include "gl/objects/debug.h"
#include "layouts.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

constexpr std::size_t kTexelBytes = 16;
constexpr std::size_t kUnitTexels = PH_STATE_BYTES / kTexelBytes;
constexpr GLsizei kWidth = PH_STATE_ROW_UNITS * static_cast<GLsizei>(kUnitTexels);
// Larger groups are drawn in several steps, of 12 MB each. OpenGL 3.3 guarantees textures of 1,024 rows.
constexpr std::size_t kMostRows = 1024;
constexpr std::size_t kSourceTexels = PH_INSTANCE_BYTES / kTexelBytes;

std::size_t largestGroup(const UnitScene& scene) {
    std::size_t most = 0;
    for (const UnitBuffers::Group& group : scene.buffers.groups())
        most = std::max<std::size_t>(most, group.count);
    return most;
}

std::size_t rowsOf(std::size_t units) {
    return std::min((units + PH_STATE_ROW_UNITS - 1) / PH_STATE_ROW_UNITS, kMostRows);
}

}  // namespace

UnitStates::UnitStates(const gl::Capabilities& capabilities)
    : capabilities_(capabilities), pixels_(GL_RGBA32UI, kWidth, "pixels of unit states") {}

StatesBy UnitStates::by(const UnitScene& scene) const {
    const std::size_t most = largestGroup(scene);
    if (capabilities_.compute &&
        most * PH_INSTANCE_BYTES <= static_cast<std::size_t>(capabilities_.max_storage_block_size))
        return StatesBy::kCompute;
    const bool fits = most * kSourceTexels <= static_cast<std::size_t>(capabilities_.max_texture_buffer_size);
    return capabilities_.buffer_textures && fits ? StatesBy::kFragments : StatesBy::kFeedback;
}

void UnitStates::request(const UnitScene& scene, UnitPrograms& programs) const {
    programs.requestStates(scene.skin.switches, by(scene), scene.terrain != nullptr);
}

void UnitStates::advance(const UnitScene& scene, UnitPrograms& programs, FrameStats& stats) {
    const gl::DebugGroup debug_group("unit states");
    const StatesBy by = this->by(scene);
    const gl::Program& program = programs.getStates(scene.skin.switches, by, scene.terrain != nullptr);
    program.use();
    if (scene.terrain != nullptr) scene.terrain->bind(program);
    if (by == StatesBy::kCompute) return compute(scene, program, stats);
    if (by == StatesBy::kFragments) return drawFragments(scene, program, stats);
    feedBack(scene, stats);
}

void UnitStates::compute(const UnitScene& scene, const gl::Program& program, FrameStats& stats) {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    for (const UnitBuffers::Group& group : scene.buffers.groups()) {
        if (group.count == 0) continue;
        scene.model(group.model).bindBlocks(MeshKind::kSkinned);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_UNITS, group.instances.id());
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_SHOWN, group.states.id());
        program.setUniform("u_group_units", group.count);
        glDispatchCompute((group.count + PH_STATE_THREADS - 1) / PH_STATE_THREADS, 1, 1);
        ++stats.dispatches;
    }
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                    GL_SHADER_STORAGE_BARRIER_BIT);
}

void UnitStates::drawFragments(const UnitScene& scene, const gl::Program& program, FrameStats& stats) {
    const std::span<const UnitBuffers::Group> groups = scene.buffers.groups();
    pixels_.reserve(capabilities_, rowsOf(largestGroup(scene)), kMostRows);
    sources_.resize(groups.size());
    setRasterState(false, false, GL_ALWAYS);
    pixels_.bind();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const UnitBuffers::Group& group = groups[g];
        if (group.count == 0) continue;
        Source& source = sources_[g];
        if (source.build != group.build) {
            source.units.reset();
            source.units = gl::BufferTexture(capabilities_, GL_RGBA32UI, group.instances,
                                             group.count * kSourceTexels, "units");
            source.build = group.build;
        }
        source.units.bind(UNIT_UNITS);
        scene.model(group.model).bindBlocks(MeshKind::kSkinned);
        glBindVertexArray(group.sources.id());  // core contexts need one
        program.setUniform("u_last_unit", static_cast<int>(group.count) - 1);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, group.states.id());
        const auto copy = [](std::size_t row, std::size_t units, std::size_t rows, std::size_t first_unit) {
            if (units == 0 || rows == 0) return;
            glReadPixels(0, static_cast<GLint>(row), static_cast<GLsizei>(units * kUnitTexels),
                         static_cast<GLsizei>(rows), GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                         reinterpret_cast<void*>(first_unit * PH_STATE_BYTES));
        };
        const std::size_t most = pixels_.rows() * PH_STATE_ROW_UNITS;
        for (std::size_t first = 0; first < group.count; first += most) {
            const std::size_t units = std::min(group.count - first, most);
            const std::size_t full_rows = units / PH_STATE_ROW_UNITS;
            const std::size_t rest = units % PH_STATE_ROW_UNITS;
            program.setUniform("u_first_unit", static_cast<int>(first));
            glViewport(0, 0, kWidth, static_cast<GLsizei>(full_rows + (rest > 0 ? 1 : 0)));
            glDrawArrays(GL_TRIANGLES, 0, 3);
            ++stats.draws;
            copy(0, PH_STATE_ROW_UNITS, full_rows, first);
            copy(full_rows, rest, 1, first + full_rows * PH_STATE_ROW_UNITS);
        }
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindVertexArray(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void UnitStates::feedBack(const UnitScene& scene, FrameStats& stats) {
    glEnable(GL_RASTERIZER_DISCARD);
    for (const UnitBuffers::Group& group : scene.buffers.groups()) {
        if (group.count == 0) continue;
        scene.model(group.model).bindBlocks(MeshKind::kSkinned);
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

}  // namespace phalanx
