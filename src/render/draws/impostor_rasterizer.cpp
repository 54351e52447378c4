#include "render/draws/impostor_rasterizer.h"

#include <algorithm>
#include <array>

#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "gl/objects/texture.h"
#include "layouts.h"
#include "render/passes/targets.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

// Threads stride over the units: as many workgroups as a large GPU runs at the same time.
constexpr std::size_t kMostWorkgroups = 4096;
constexpr std::size_t kSampleBytes = 16;
constexpr std::size_t kMostBytes = std::size_t{256}
                                   << 20U;  // 3840 x 2160 with two samples, 1920 x 1080 with eight
constexpr std::array kCompute{RasterStep::kNearest, RasterStep::kName, RasterStep::kShade};

RasterVariant variantOf(const UnitScene& scene, const GpuModel& model, RasterStep step, bool blended,
                        int samples) {
    const bool shades = step == RasterStep::kShade;
    return {step, blended, samples > 1, shades && model.unlit(), shades && scene.clouds};
}

std::size_t bytesOf(glm::ivec2 size, int samples) {
    return static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y) *
           static_cast<std::size_t>(samples) * kSampleBytes;
}

int blocksOf(int pixels, int block) {
    return (pixels + block - 1) / block;
}

gl::Texture createLayers(GLenum internal_format, glm::ivec2 size, int layers, const char* name) {
    gl::Texture texture = gl::Texture::create();
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture.id());
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, internal_format, size.x, size.y, layers);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl::label(texture, name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    return texture;
}

}  // namespace

bool ImpostorRasterizer::possible(const gl::Capabilities& capabilities, const SceneTarget& scene) {
    return capabilities.compute && scene.samples() <= PH_IMPOSTOR_MOST_SAMPLES &&
           bytesOf({scene.width(), scene.height()}, scene.samples()) <= kMostBytes;
}

bool ImpostorRasterizer::ready(UnitPrograms& programs, const UnitScene& scene, const GpuModel& model,
                               const RasterTarget& target) {
    if (scene.at_once) return true;
    const int samples = target.scene->samples();
    bool all = programs.requestRaster({RasterStep::kResolve, false, samples > 1}) != nullptr;
    all = programs.requestRaster({RasterStep::kClear}) != nullptr && all;
    for (const RasterStep step : kCompute) {
        for (const bool blended : {false, true})
            all = programs.requestRaster(variantOf(scene, model, step, blended, samples)) != nullptr && all;
    }
    return all;
}

void ImpostorRasterizer::fit(glm::ivec2 size, int samples) {
    if (size == size_ && samples == samples_) return;
    size_ = size;
    samples_ = samples;
    nearest_ = createLayers(GL_R32UI, size, samples, "impostors, nearest");
    places_ = createLayers(GL_R32UI, size, samples, "impostors, places");
    colors_ = createLayers(GL_RGBA16F, size, samples, "impostors, colours");
    tiles_across_ = {blocksOf(size.x, PH_RASTER_TILE), blocksOf(size.y, PH_RASTER_TILE)};
    // All tiles are taken for covered, so that they are cleared first.
    const std::vector<std::uint32_t> covered(tiles(), 1);
    tile_view_.reset();
    tiles_ = gl::createBuffer(std::span<const std::uint32_t>(covered), GL_DYNAMIC_COPY, "impostors, tiles");
    tile_view_ = gl::BufferTexture(capabilities_, GL_R32UI, tiles_, tiles(), "impostors, tiles");
    bytes_ = bytesOf(size, samples) + tiles() * sizeof(std::uint32_t);
    if (!no_attributes_) no_attributes_ = gl::VertexArray::create();
}

void ImpostorRasterizer::clear(UnitPrograms& programs, FrameStats& stats) const {
    const gl::Program& program = programs.getRaster({RasterStep::kClear});
    program.use();
    program.setUniform("u_picture", size_);
    program.setUniform("u_samples", samples_);
    glDispatchCompute(static_cast<GLuint>(tiles_across_.x), static_cast<GLuint>(tiles_across_.y), 1);
    ++stats.dispatches;
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
}

const gl::Program& ImpostorRasterizer::use(const UnitScene& scene, const Units& units, RasterStep step,
                                           UnitPrograms& programs) const {
    const GpuModel& model = scene.model(units.item.model);
    const bool blended = units.draw.impostor_lod == model.impostorLod();
    const gl::Program& program = programs.getRaster(variantOf(scene, model, step, blended, samples_));
    program.use();
    units.item.bind(scene, units.item.technique->mesh);
    scene.impostors->of(static_cast<std::size_t>(units.item.model))->bind(program, units.item.variant);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_INDICES, units.item.entry_buffer);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_COMMANDS, units.item.command_buffer);
    program.setUniform("u_command", static_cast<unsigned>(units.draw.first_command));
    program.setUniform("u_picture", size_);
    program.setUniform("u_samples", samples_);
    if (step == RasterStep::kShade) {
        program.setUniform("u_tint_mask",
                           model.materials().front().material.tint_mask == TintMask::kAlpha ? 1 : 0);
        if (model.unlit()) program.setUniform("u_unlit", model.unlit(units.item.variant) ? 1 : 0);
    }
    return program;
}

void ImpostorRasterizer::draw(const UnitScene& scene, const RasterTarget& target,
                              std::span<const glm::vec2> sample_places, UnitPrograms& programs,
                              FrameStats& stats) {
    if (units_.empty()) return;
    const gl::DebugGroup group("impostors by compute shaders");
    fit({target.scene->width(), target.scene->height()}, target.scene->samples());
    // Nothing may draw into a depth buffer while it is read.
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    gl::bindTexture(UNIT_DEPTH, samples_ > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D,
                    *target.scene->depthTexture());
    const auto bindImage = [](GLuint unit, const gl::Texture& texture, GLenum access, GLenum format) {
        glBindImageTexture(unit, texture.id(), 0, GL_TRUE, 0, access, format);
    };
    bindImage(IMAGE_RASTER_NEAREST, nearest_, GL_READ_WRITE, GL_R32UI);
    bindImage(IMAGE_RASTER_PLACES, places_, GL_READ_WRITE, GL_R32UI);
    bindImage(IMAGE_RASTER_COLORS, colors_, GL_WRITE_ONLY, GL_RGBA16F);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STORAGE_RASTER_TILES, tiles_.id());
    clear(programs, stats);
    for (const RasterStep step : kCompute) {
        for (const Units& units : units_) {
            const gl::Program& program = use(scene, units, step, programs);
            program.setUniform("u_depth_of_w", target.depth_of_w);
            if (samples_ > 1) program.setUniform("u_sample_places", sample_places);
            if (step == RasterStep::kShade) {
                glDispatchCompute(static_cast<GLuint>(blocksOf(size_.x, PH_RASTER_BLOCK)),
                                  static_cast<GLuint>(blocksOf(size_.y, PH_RASTER_BLOCK)), 1);
            } else {
                const std::size_t needed = (units.item.count + PH_RASTER_THREADS - 1) / PH_RASTER_THREADS;
                glDispatchCompute(static_cast<GLuint>(std::min(needed, kMostWorkgroups)), 1, 1);
            }
            ++stats.dispatches;
        }
        glMemoryBarrier(step == RasterStep::kShade
                            ? GL_TEXTURE_FETCH_BARRIER_BIT
                            : GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    }
    units_.clear();
    resolve(target, programs, stats);
}

void ImpostorRasterizer::resolve(const RasterTarget& target, UnitPrograms& programs,
                                 FrameStats& stats) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.scene->framebuffer());
    setRasterState(true, true, GL_LESS);
    gl::bindTexture(UNIT_RASTER_NEAREST, GL_TEXTURE_2D_ARRAY, nearest_);
    gl::bindTexture(UNIT_RASTER_COLORS, GL_TEXTURE_2D_ARRAY, colors_);
    tile_view_.bind(UNIT_RASTER_TILES);
    const gl::Program& program = programs.getRaster({RasterStep::kResolve, false, samples_ > 1});
    program.use();
    program.setUniform("u_picture", size_);
    program.setUniform("u_depth_of_w", target.depth_of_w);
    glBindVertexArray(no_attributes_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(tiles()));
    ++stats.draws;
    glBindVertexArray(0);
}

}  // namespace phalanx
