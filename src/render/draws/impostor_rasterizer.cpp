#include "render/draws/impostor_rasterizer.h"

#include <algorithm>
#include <cassert>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

// Threads stride over the units: as many workgroups as a large GPU runs at the same time.
constexpr std::size_t kMostWorkgroups = 4096;
constexpr std::size_t kSampleBytes = 16;
constexpr int kRestFrames = 240;  // without a draw, before the images are freed
constexpr std::size_t kMostBytes = std::size_t{256}
                                   << 20U;  // 3840 x 2160 with two samples, 1920 x 1080 with eight

RasterVariant variantOf(const UnitScene& scene, const GpuModel& model, RasterStep step, bool blended,
                        int samples) {
    const bool light = step == RasterStep::kLight;
    return {step, blended && (step == RasterStep::kCover || step == RasterStep::kShade),
            samples > 1 && !light, step == RasterStep::kShade && model.unlit(), scene.clouds && light};
}

std::size_t bytesOf(glm::ivec2 size, int samples) {
    return static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y) *
           static_cast<std::size_t>(samples) * kSampleBytes;
}

// Whether they are drawn from blended images.
bool isNear(const UnitScene& scene, const ImpostorRasterizer::Units& units) {
    return units.draw->impostor_lod == scene.model(units.item->model).impostorLod();
}

int blocksOf(int pixels, int block) {
    return (pixels + block - 1) / block;
}

}  // namespace

bool ImpostorRasterizer::possible(const gl::Capabilities& capabilities, glm::ivec2 size, int samples,
                                  std::size_t units) {
    return capabilities.compute && samples <= PH_IMPOSTOR_MOST_SAMPLES &&
           bytesOf(size, samples) <= kMostBytes &&
           units * PH_RASTER_PLACED_BYTES <= static_cast<std::size_t>(capabilities.max_storage_block_size);
}

bool ImpostorRasterizer::ready(UnitPrograms& programs, const UnitScene& scene, const GpuModel& model,
                               int samples) {
    if (scene.at_once) return true;
    bool all = programs.requestRaster({RasterStep::kResolve, false, samples > 1}) != nullptr;
    all = programs.requestRaster({RasterStep::kClear}) != nullptr && all;
    for (const RasterStep step :
         {RasterStep::kLight, RasterStep::kPlace, RasterStep::kCover, RasterStep::kShade}) {
        for (const bool blended : {false, true})
            all = programs.requestRaster(variantOf(scene, model, step, blended, samples)) != nullptr && all;
    }
    return all;
}

void ImpostorRasterizer::rest() {
    if (bytes_ == 0 || ++rested_ < kRestFrames) return;
    tile_view_.reset();
    *this = ImpostorRasterizer(capabilities_);
}

void ImpostorRasterizer::fit(glm::ivec2 size, int samples) {
    rested_ = 0;
    if (size == size_ && samples == samples_) return;
    size_ = {};
    const auto create = [&](GLenum format, const char* name) {
        return gl::createArrayTexture(capabilities_, format, size.x, size.y, samples, 1, name);
    };
    nearest_ = create(GL_R32UI, "impostors, nearest");
    entries_ = create(GL_R32UI, "impostors, entries");
    colors_ = create(GL_RGBA16F, "impostors, colours");
    tiles_across_ = {blocksOf(size.x, PH_RASTER_TILE), blocksOf(size.y, PH_RASTER_TILE)};
    // All tiles are taken for covered, so that they are cleared first.
    const std::vector<std::uint32_t> covered(tiles(), 1);
    tile_view_.reset();
    tiles_ = gl::createBuffer(std::span<const std::uint32_t>(covered), GL_DYNAMIC_COPY, "impostors, tiles");
    tile_view_ = gl::BufferTexture(capabilities_, GL_R32UI, tiles_, tiles(), "impostors, tiles");
    if (!no_attributes_) no_attributes_ = gl::VertexArray::create();
    bytes_ = bytesOf(size, samples) + tiles() * sizeof(std::uint32_t);
    size_ = size;
    samples_ = samples;
}

void ImpostorRasterizer::clear(UnitPrograms& programs, FrameStats& stats) const {
    const gl::Program& program = programs.getRaster({RasterStep::kClear});
    program.use();
    program.setUniform("u_size", size_);
    program.setUniform("u_samples", samples_);
    glDispatchCompute(static_cast<GLuint>(tiles_across_.x), static_cast<GLuint>(tiles_across_.y), 1);
    ++stats.dispatches;
}

void ImpostorRasterizer::fitUnits(const UnitScene& scene) {
    std::size_t units = 0;
    first_unit_.clear();
    for (const UnitBuffers::Group& group : scene.buffers.groups()) {
        first_unit_.push_back(units);
        units += group.count;
    }
    if (units <= units_ && units >= units_ / 2) return;
    units_ = 0;
    light_.reset();
    placed_.reset();
    light_ = gl::createBuffer(units * sizeof(std::uint32_t), GL_DYNAMIC_COPY, "impostors, light");
    placed_ = gl::createBuffer(units * PH_RASTER_PLACED_BYTES, GL_DYNAMIC_COPY, "impostors, placed");
    units_ = units;
}

const gl::Program& ImpostorRasterizer::use(const UnitScene& scene, const Units& units, RasterStep step,
                                           const RasterTarget& target, UnitPrograms& programs) const {
    const DrawItem& item = *units.item;
    const GpuModel& model = scene.model(item.model);
    const bool blended = isNear(scene, units);
    const gl::Program& program = programs.getRaster(variantOf(scene, model, step, blended, samples_));
    program.use();
    item.bind(scene, item.technique->mesh);
    scene.impostors->of(static_cast<std::size_t>(item.model))->bind(program, item.variant);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_INDICES, item.entry_buffer);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_COMMANDS, item.command_buffer);
    program.setUniform("u_command", static_cast<unsigned>(units.draw->first_command));
    program.setUniform("u_first_unit", static_cast<unsigned>(first_unit_[item.group]));
    program.setUniform("u_blended", blended ? 1U : 0U);
    program.setUniform("u_size", size_);
    program.setUniform("u_samples", samples_);
    program.setUniform("u_depth_of_w", target.depth_of_w);
    if (step == RasterStep::kShade) {
        program.setUniform("u_tint_mask",
                           model.materials().front().material.tint_mask == TintMask::kAlpha ? 1 : 0);
        if (model.unlit()) program.setUniform("u_unlit", model.unlit(item.variant) ? 1 : 0);
    }
    return program;
}

void ImpostorRasterizer::dispatch(const Units& units, RasterStep step, FrameStats& stats) const {
    if (step == RasterStep::kShade) {
        glDispatchCompute(static_cast<GLuint>(blocksOf(size_.x, PH_RASTER_BLOCK)),
                          static_cast<GLuint>(blocksOf(size_.y, PH_RASTER_BLOCK)), 1);
    } else {
        const std::size_t threads =
            units.item->count * (step == RasterStep::kPlace ? PH_IMPOSTOR_BLENDED : std::size_t{1});
        const std::size_t needed = (threads + PH_RASTER_THREADS - 1) / PH_RASTER_THREADS;
        glDispatchCompute(static_cast<GLuint>(std::min(needed, kMostWorkgroups)), 1, 1);
    }
    ++stats.dispatches;
}

void ImpostorRasterizer::draw(const UnitScene& scene, const RasterTarget& target,
                              std::span<const Units> drawn, std::span<const glm::vec2> sample_places,
                              UnitPrograms& programs, FrameStats& stats) {
    if (drawn.empty()) return;
    const gl::DebugGroup debug_group("impostors by compute shaders");
    assert(target.depth != nullptr);
    fit(target.size, target.samples);
    fitUnits(scene);
    stats.impostors_by_compute = true;
    // The draw commands are written as shader storage, and what is overwritten here may still be read by the
    // last resolve().
    constexpr GLbitfield kWritten = GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT;
    glMemoryBarrier(kWritten);
    const GLenum depth = samples_ > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
    gl::bindTexture(UNIT_DEPTH, depth, *target.depth);
    const auto bindImage = [](GLuint unit, const gl::Texture& texture, GLenum access, GLenum format) {
        glBindImageTexture(unit, texture.id(), 0, GL_TRUE, 0, access, format);
    };
    bindImage(IMAGE_RASTER_NEAREST, nearest_, GL_READ_WRITE, GL_R32UI);
    bindImage(IMAGE_RASTER_ENTRIES, entries_, GL_READ_WRITE, GL_R32UI);
    bindImage(IMAGE_RASTER_COLORS, colors_, GL_WRITE_ONLY, GL_RGBA16F);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_RASTER_TILES, tiles_.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_RASTER_LIGHT, light_.id());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_RASTER_PLACED, placed_.id());

    clear(programs, stats);
    for (const Units& units : drawn) {
        use(scene, units, RasterStep::kLight, target, programs);
        dispatch(units, RasterStep::kLight, stats);
        if (!isNear(scene, units)) continue;
        use(scene, units, RasterStep::kPlace, target, programs);
        dispatch(units, RasterStep::kPlace, stats);
    }
    glMemoryBarrier(kWritten);
    for (const unsigned step : {0U, 1U}) {
        for (const Units& units : drawn) {
            const gl::Program& program = use(scene, units, RasterStep::kCover, target, programs);
            program.setUniform("u_step", step);
            if (samples_ > 1) program.setUniform("u_sample_places", sample_places);
            dispatch(units, RasterStep::kCover, stats);
        }
        glMemoryBarrier(kWritten);
    }
    for (const Units& units : drawn) {
        use(scene, units, RasterStep::kShade, target, programs);
        dispatch(units, RasterStep::kShade, stats);
    }
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    for (const GLuint unit : {IMAGE_RASTER_NEAREST, IMAGE_RASTER_ENTRIES, IMAGE_RASTER_COLORS})
        glBindImageTexture(unit, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    glActiveTexture(GL_TEXTURE0 + UNIT_DEPTH);
    glBindTexture(depth, 0);  // draws write it next
    glActiveTexture(GL_TEXTURE0);
    resolve(target, programs, stats);
}

void ImpostorRasterizer::resolve(const RasterTarget& target, UnitPrograms& programs,
                                 FrameStats& stats) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    setRasterState(true, true, GL_LESS);
    gl::bindTexture(UNIT_RASTER_NEAREST, GL_TEXTURE_2D_ARRAY, nearest_);
    gl::bindTexture(UNIT_RASTER_COLORS, GL_TEXTURE_2D_ARRAY, colors_);
    tile_view_.bind(UNIT_RASTER_TILES);
    const gl::Program& program = programs.getRaster({RasterStep::kResolve, false, samples_ > 1});
    program.use();
    program.setUniform("u_size", size_);
    program.setUniform("u_depth_of_w", target.depth_of_w);
    glBindVertexArray(no_attributes_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(tiles()));
    ++stats.draws;
    glBindVertexArray(0);
}

}  // namespace phalanx
