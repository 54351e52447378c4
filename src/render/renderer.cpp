#include "render/renderer.h"

#include <algorithm>
#include <cassert>

#include "core/log.h"
#include "core/stopwatch.h"
#include "crowd/selection.h"
#include "gl/buffer.h"
#include "gl/debug.h"
#include "render/raster_state.h"

namespace phalanx {
namespace {

gl::Program makeProgram(const std::filesystem::path& shaders, const char* name, const char* vertex,
                        const char* fragment) {
    gl::ProgramSource source;
    source.name = name;
    source.vertex = vertex;
    source.fragment = fragment;
    assignBindings(source);
    return {shaders, source};
}

void bindTexture(int unit, GLenum target, const gl::Texture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target, texture.id());
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace

int availableSamples(const gl::Capabilities& capabilities, int asked) {
    const int most = std::max(1, capabilities.max_samples);
    if (asked > most) info("{} samples a pixel instead of {}: this driver has no more", most, asked);
    return std::clamp(asked, 1, most);
}

Renderer::Renderer(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory)
    : capabilities_(capabilities),
      drawer_(capabilities, shader_directory),
      sky_(makeProgram(shader_directory, "sky", "fullscreen.vert", "sky.frag")),
      ground_(makeProgram(shader_directory, "ground", "ground.vert", "ground.frag")),
      present_(makeProgram(shader_directory, "present", "fullscreen.vert", "present.frag")),
      frame_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block")),
      no_attributes_(gl::VertexArray::create()),
      choice_(capabilities, shader_directory),
      timer_(capabilities) {
    gl::requireUniformBlock(capabilities, sizeof(layout::ClipBlock), "the clip table");
    // All of them now: the frame loop must not find a shader that is broken by then.
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, capabilities).empty()) continue;
        drawer_.compile(technique, {});
    }
}

void Renderer::prepareTargets(const RenderSettings& settings, int width, int height) {
    if (settings.samples != asked_samples_) {
        asked_samples_ = settings.samples;
        samples_ = availableSamples(capabilities_, settings.samples);
    }
    if (!scene_ || scene_->width() != width || scene_->height() != height || scene_->samples() != samples_) {
        scene_.reset();
        scene_.emplace(capabilities_, width, height, samples_);
    }
    if (settings.environment.shadows || !shadow_) {
        if (!shadow_ || shadow_->size() != settings.shadow_map) {
            shadow_.reset();
            shadow_.emplace(capabilities_, settings.shadow_map);
        }
    }
    const auto fit = [&](std::optional<PlainTarget>& target, GLenum format, bool depth, const char* name) {
        if (target && target->width() == width && target->height() == height) return;
        target.reset();
        target.emplace(capabilities_, format, width, height, depth, name);
    };
    if (settings.outlined || !mask_) fit(mask_, GL_R8, false, "outline mask");
    if (pick_) fit(ids_, GL_R32UI, true, "unit ids");
}

void Renderer::uploadFrame(const Camera& camera, const RenderSettings& settings,
                           const layout::Schedule& schedule, double aspect) {
    const ShadowView shadow = fitShadow(settings.environment, camera, settings.shadow_map);
    const layout::FrameBlock block = makeFrameBlock(settings.environment, camera, aspect, shadow, schedule);
    gl::updateBuffer(frame_block_, 0, std::as_bytes(std::span(&block, 1)));
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    stats_.bytes_uploaded += sizeof(block);
}

void Renderer::draw(std::span<const GpuModel> models, Crowd& crowd, const Camera& camera,
                    const RenderSettings& settings, Ticks now, int width, int height) {
    assert(width > 0 && height > 0);
    const Technique& technique = findTechnique(settings.technique);
    const Stopwatch watch;
    timer_.beginFrame();
    timer_.begin("frame");
    stats_ = FrameStats{};
    stats_.units = crowd.size();
    prepareTargets(settings, width, height);
    {
        const gl::DebugGroup group("upload");
        stats_.bytes_uploaded += units_.update(crowd.groups(), models);
        uploadFrame(camera, settings, crowd.schedule(now),
                    settings.aspect.value_or(static_cast<double>(width) / height));
    }
    const UnitFrame all{models,
                        units_,
                        crowd.groups(),
                        technique,
                        settings.skin,
                        crowd.schedule(now),
                        settings.collapse_units};
    if (settings.units) {
        const gl::GpuTimer::Scope scope(timer_, "unit states");
        drawer_.advance(all, stats_);
    }
    stats_.visible = crowd.size();
    stats_.shadow_visible = settings.environment.shadows ? crowd.size() : 0;
    const bool some = chooseUnits(all, crowd, camera, settings, now, width, height);
    const UnitFrame frame = some ? choice_.frameOf(all, UnitChoice::kPicture) : all;
    const UnitFrame shadow_frame = some ? choice_.frameOf(all, UnitChoice::kShadow) : all;
    // What casts shadows is not what is seen: then each view's poses are made ready by themselves.
    const auto makeReady = [&](const UnitFrame& view) {
        const gl::DebugGroup group("poses");
        const gl::GpuTimer::Scope scope(timer_, "poses");
        if (settings.units) drawer_.begin(view, stats_);
    };
    if (!some) makeReady(frame);
    if (settings.environment.shadows) {
        if (some && settings.units) drawer_.begin(shadow_frame, stats_);
        drawShadow(shadow_frame, settings);
    }
    if (some) makeReady(frame);
    drawScene(frame, crowd, camera, settings);
    outline_px_ = settings.outlined ? settings.outline_px : 0.0F;
    if (settings.outlined) {
        drawOutlined(frame, crowd, settings,
                     [this](const UnitFrame& one, const auto& place) { drawMask(one, place); });
    }
    if (pick_ && settings.answers_picks) drawPick(frame);
    timer_.end("frame");
    countMemory(frame);
    stats_.submit_ms = watch.elapsed_ms();
    if (capabilities_.timer_queries_reliable) {
        stats_.gpu_ms = timer_.latest_ms("frame");
        for (const std::string& pass : timer_.passes()) {
            if (pass == "frame") continue;
            if (const auto time = timer_.latest_ms(pass)) stats_.passes.push_back({pass, *time});
        }
    }
}

bool Renderer::chooseUnits(const UnitFrame& frame, const Crowd& crowd, const Camera& camera,
                           const RenderSettings& settings, Ticks now, int width, int height) {
    if ((!settings.cull && settings.lod_error_px <= 0.0) || !settings.units) return false;
    const auto viewFor = [&](const glm::dmat4& clip_from_world, double base_m, double per_metre_m) {
        SelectionView view = viewOf(clip_from_world, camera.eye);
        if (!settings.cull) view.planes.fill(glm::dvec4(0.0, 0.0, 0.0, 1.0));
        view.error_base_m = base_m * std::max(settings.lod_error_px, 0.0);
        view.error_per_metre = per_metre_m * std::max(settings.lod_error_px, 0.0);
        return view;
    };
    const double aspect = settings.aspect.value_or(static_cast<double>(width) / height);
    UnitChoice::Request request;
    request.chooser = settings.chooser;
    request.outlined = settings.outlined;
    request.picture =
        viewFor(clipFromWorld(camera, aspect), 0.0, metresPerPixel(camera.fov_y_deg, aspect, height));
    if (settings.environment.shadows) {
        const ShadowView shadow = fitShadow(settings.environment, camera, settings.shadow_map);
        // From 0..1 to -1..1.
        const glm::dmat4 clip_from_texture{
            {2.0, 0.0, 0.0, 0.0}, {0.0, 2.0, 0.0, 0.0}, {0.0, 0.0, 2.0, 0.0}, {-1.0, -1.0, -1.0, 1.0}};
        request.shadow = viewFor(clip_from_texture * shadow.texture_from_world, shadow.texel_m, 0.0);
    }
    return choice_.choose(frame, crowd, now, request, stats_);
}

const FrameStats& Renderer::settledStats() {
    choice_.awaitCounts(stats_);
    return stats_;
}

void Renderer::forgetUnits() {
    units_ = UnitBuffers();
    choice_.forget();
}

void Renderer::drawShadow(const UnitFrame& frame, const RenderSettings& settings) {
    const gl::DebugGroup group("shadow");
    const gl::GpuTimer::Scope scope(timer_, "shadow");
    const auto target = [this] {
        glBindFramebuffer(GL_FRAMEBUFFER, shadow_->framebuffer());
        glViewport(0, 0, shadow_->size(), shadow_->size());
        setRasterState(true, true, GL_LESS);
        // Pushes depth away by the slope and a few steps: with the normal offset in lighting.glsl, no acne at
        // 3 degrees.
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.5F, 4.0F);
    };
    target();
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (settings.units) {
        const auto units_target = [&] {
            target();
            discardPrimitives(settings.discard_units);
        };
        drawer_.draw(frame, {UnitPass::kShadow, std::nullopt, units_target}, stats_);
    }
    glDisable(GL_RASTERIZER_DISCARD);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::drawScene(const UnitFrame& frame, const Crowd& crowd, const Camera& camera,
                         const RenderSettings& settings) {
    const auto target = [this] {
        glBindFramebuffer(GL_FRAMEBUFFER, scene_->framebuffer());
        glViewport(0, 0, scene_->width(), scene_->height());
        setRasterState(true, true, GL_LESS);
    };
    target();
    const glm::vec3 haze = settings.environment.sky_horizon;
    glClearColor(haze.r, haze.g, haze.b, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    bindTexture(UNIT_SHADOW, GL_TEXTURE_2D, shadow_->depth());
    if (settings.units) {
        const gl::DebugGroup group("units");
        const gl::GpuTimer::Scope scope(timer_, "units");
        drawUnits(frame, crowd, settings);
    }
    // Ground and sky come last: what soldiers hide costs nothing.
    const gl::DebugGroup group("ground and sky");
    const gl::GpuTimer::Scope scope(timer_, "ground and sky");
    glBindVertexArray(no_attributes_.id());
    if (settings.ground) {
        setRasterState(true, true, GL_LESS);
        ground_.use();
        ground_.setUniform("u_half_size", static_cast<float>(camera.far_m * 0.7));
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        ++stats_.draws;
    }
    if (settings.sky) {
        setRasterState(true, false, GL_LEQUAL);
        sky_.use();
        const double aspect = static_cast<double>(scene_->width()) / scene_->height();
        sky_.setUniform("u_world_from_clip", glm::mat4(glm::inverse(clipFromWorld(camera, aspect))));
        glDrawArrays(GL_TRIANGLES, 0, 3);
        ++stats_.draws;
    }
    glBindVertexArray(0);
}

void Renderer::drawMask(const UnitFrame& frame, const std::optional<UnitPlace>& place) {
    const gl::DebugGroup group("outline mask");
    const gl::GpuTimer::Scope scope(timer_, "outline");
    const auto target = [this] {
        glBindFramebuffer(GL_FRAMEBUFFER, mask_->framebuffer());
        glViewport(0, 0, mask_->width(), mask_->height());
        setRasterState(false, false, GL_ALWAYS);
    };
    target();
    glClearColor(0.0F, 0.0F, 0.0F, 0.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    if (place) drawer_.draw(frame, {UnitPass::kMask, place, target}, stats_);
}

void Renderer::drawPick(const UnitFrame& frame) {
    const gl::DebugGroup group("pick");
    const int x = std::clamp(pick_->x, 0, ids_->width() - 1);
    const int y = ids_->height() - 1 - std::clamp(pick_->y, 0, ids_->height() - 1);
    const auto target = [&] {
        glBindFramebuffer(GL_FRAMEBUFFER, ids_->framebuffer());
        glViewport(0, 0, ids_->width(), ids_->height());
        setRasterState(true, true, GL_LESS);
        glEnable(GL_SCISSOR_TEST);
        glScissor(x, y, 1, 1);
    };
    target();
    constexpr std::array<GLuint, 4> kNobody{0, 0, 0, 0};
    glClearBufferuiv(GL_COLOR, 0, kNobody.data());
    glClear(GL_DEPTH_BUFFER_BIT);
    drawer_.draw(frame, {UnitPass::kId, std::nullopt, target}, stats_);
    glDisable(GL_SCISSOR_TEST);
    // All slots busy: asked again with the next frame.
    if (readback_.request(ids_->framebuffer(), 0, x, y)) pick_.reset();
}

std::optional<Renderer::Pick> Renderer::takePick() {
    const std::optional<std::uint32_t> value = readback_.poll();
    if (!value) return std::nullopt;
    Pick pick;
    if (*value > 0) pick.unit = *value - 1;
    return pick;
}

void Renderer::present(GLuint framebuffer) {
    if (!scene_) return;
    const gl::DebugGroup group("present");
    const gl::Texture& color = scene_->resolve();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, scene_->width(), scene_->height());
    setRasterState(false, false, GL_ALWAYS);
    bindTexture(UNIT_SCENE, GL_TEXTURE_2D, color);
    bindTexture(UNIT_MASK, GL_TEXTURE_2D, mask_->color());
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    present_.use();
    present_.setUniform("u_outline", outline_px_);
    glBindVertexArray(no_attributes_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    ++stats_.draws;
}

void Renderer::countMemory(const UnitFrame& frame) {
    for (const GpuModel& model : frame.models) {
        stats_.animation_bytes += model.animation().bytes();
        stats_.mesh_bytes += model.meshBytes();
        stats_.image_bytes += model.imageBytes();
    }
    stats_.instance_bytes = units_.bytes() + choice_.bytes();
    stats_.pose_bytes = drawer_.poseBytes(frame.technique);
}

int Renderer::reloadShadersIfChanged() {
    int replaced = drawer_.programs().reloadIfChanged() + choice_.reloadShadersIfChanged();
    for (gl::Program* program : {&sky_, &ground_, &present_}) replaced += program->reloadIfChanged() ? 1 : 0;
    return replaced;
}

int Renderer::reloadShaders() {
    int replaced = drawer_.programs().reload() + choice_.reloadShaders();
    for (gl::Program* program : {&sky_, &ground_, &present_}) replaced += program->reload() ? 1 : 0;
    return replaced;
}

std::string Renderer::shaderError() const {
    std::string error = drawer_.programs().lastError();
    if (error.empty()) error = choice_.shaderError();
    for (const gl::Program* program : {&sky_, &ground_, &present_}) {
        if (error.empty()) error = program->lastError();
    }
    return error;
}

}  // namespace phalanx
