#include "render/passes/renderer.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/log.h"
#include "crowd/selection.h"
#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "render/draws/compile_ahead.h"
#include "render/passes/frame_block.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

void bindTexture(int unit, GLenum target, const gl::Texture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target, texture.id());
    glActiveTexture(GL_TEXTURE0);
}

int scaledSide(int side, double scale) {
    return std::max(1, static_cast<int>(std::lround(side * std::clamp(scale, kLeastRenderScale, 1.0))));
}

}  // namespace

int availableSamples(const gl::Capabilities& capabilities, int asked) {
    const int most = std::max(1, capabilities.max_samples);
    if (asked > most) info("{} samples per pixel instead of {}: the driver supports no more", most, asked);
    return std::clamp(asked, 1, most);
}

Renderer::Renderer(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
                   std::size_t pose_bytes)
    : capabilities_(capabilities),
      drawer_(capabilities, shader_directory, pose_bytes),
      backdrop_(capabilities, shader_directory),
      present_(makeProgram(shader_directory, "present", "fullscreen.vert", "present.frag")),
      present_outlined_(makeProgram(shader_directory, "present with outline", "fullscreen.vert",
                                    "present.frag", {"OUTLINE"})),
      lines_(shader_directory),
      frame_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block")),
      no_attributes_(gl::VertexArray::create()),
      culling_(capabilities, shader_directory),
      impostors_(capabilities, shader_directory),
      timer_(capabilities),
      statistics_(capabilities) {
    gl::requireUniformBlock(capabilities, sizeof(layout::ClipBlock), "the clip table");
    // Compile all techniques now, so that a broken shader is reported here and not in the frame loop.
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, capabilities).empty()) continue;
        drawer_.compile(technique, {});
    }
}

void Renderer::placeShadows(std::span<const GpuModel> models, const Crowd& crowd, const Camera& camera,
                            const FrameRequest& request, double aspect) {
    if (request.shadow_cascades <= 1) {
        shadow_maps_ = fitShadow(request.environment, camera, request.shadow_map);
        return;
    }
    // Height with raised arms: from the model's clip bounds if known, else estimated from its height at rest.
    constexpr double kArmsUp = 1.5;
    ShadowArmy army{glm::dvec3(crowd.center()), crowd.radius_m(), 0.0};
    for (std::size_t m = 0; m < models.size(); ++m) {
        const auto model = static_cast<int>(m);
        double height_m = kArmsUp * crowd.models()[m].height_m + std::max(0.0, crowd.feet_m(model));
        if (models[m].detail()) {
            height_m = 0.0;
            for (const ClipBounds& bounds : models[m].detail()->bounds)
                height_m = std::max(height_m, bounds.high_m + crowd.lift_m(model));
        }
        army.height_m = std::max(army.height_m, height_m * crowd.largestScale());
    }
    shadow_maps_ = fitCascades(request.environment, camera, aspect, army, request.shadow_map,
                               std::min(request.shadow_cascades, PH_SHADOW_MAPS));
}

void Renderer::prepareTargets(const FrameRequest& request, int width, int height) {
    if (request.samples != asked_samples_) {
        asked_samples_ = request.samples;
        samples_ = availableSamples(capabilities_, request.samples);
        scene_.reset();
    }
    if (!scene_ || scene_->width() != width || scene_->height() != height) {
        const bool depth_read = scene_ && scene_->depthTexture() != nullptr;
        scene_.reset();
        scene_.emplace(capabilities_, width, height, samples_, depth_read);
    }
    if (request.environment.shadows || !shadow_) {
        // Keep layers that this frame does not need: the next frames may.
        const bool fits = shadow_ && shadow_->size() == request.shadow_map;
        const std::size_t kept = fits ? shadow_->maps() : 1;
        if (!fits || kept < shadow_maps_.count) {
            shadow_.reset();
            shadow_.emplace(capabilities_, request.shadow_map, std::max(kept, shadow_maps_.count));
        }
    }
    const auto fit = [&](std::optional<PlainTarget>& target, GLenum format, bool depth, const char* name) {
        if (target && target->width() == width && target->height() == height) return;
        target.reset();
        target.emplace(capabilities_, format, width, height, depth, name);
    };
    if (request.outlined) fit(mask_, GL_R8, false, "outline mask");
    if (pick_) fit(ids_, GL_R32UI, true, "unit ids");
}

void Renderer::uploadFrame(const Camera& camera, const FrameRequest& request,
                           const layout::Schedule& schedule, double aspect) {
    const layout::FrameBlock block =
        makeFrameBlock(request.environment, camera, aspect, shadow_maps_, schedule);
    gl::updateBuffer(frame_block_, 0, std::as_bytes(std::span(&block, 1)));
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    stats_.bytes_uploaded += sizeof(block);
    ++stats_.uploads;
}

void Renderer::draw(std::span<const GpuModel> models, Crowd& crowd, const Camera& camera,
                    const FrameRequest& request, Ticks now, int width, int height) {
    assert(width > 0 && height > 0);
    shown_size_ = {width, height};
    width = scaledSide(width, request.render_scale);
    height = scaledSide(height, request.render_scale);
    const Technique& technique = findTechnique(request.technique);
    const Stopwatch watch;
    timer_.poll();
    timer_.beginFrame();
    timer_.begin("frame");
    stats_ = FrameStats{};
    stats_.frame = timer_.frame();
    const bool counts = request.count_runs && statistics_.available();
    const gl::PipelineStatistics::Scope counting(counts ? &statistics_ : nullptr, stats_.frame);
    stats_.technique = technique.name;
    stats_.units = crowd.size();
    stats_.lod_error_px = request.lod_error_px;
    const double aspect = aspectOf(request);
    shadow_maps_ = {};
    if (request.environment.shadows) placeShadows(models, crowd, camera, request, aspect);
    prepareTargets(request, width, height);
    {
        const gl::DebugGroup group("upload");
        impostors_.follow(crowd);
        const Pass pass(*this, "upload");
        const UnitBuffers::Uploaded uploaded = units_.update(crowd.groups(), models);
        stats_.bytes_uploaded += uploaded.bytes;
        stats_.uploads += uploaded.calls;
        uploadFrame(camera, request, crowd.schedule(now), aspect);
    }
    UnitScene units{models,    units_,       culling_.selectedUnits(), crowd.groups(),
                    technique, request.skin, crowd.schedule(now),      request.collapse_units};
    if (wantsImpostors(request, crowd)) {
        stats_.impostors_made = impostors_.make(models, drawer_.programs(), request.impostors_at_once);
        stats_.impostors_busy = impostors_.busy();
        units.impostors = &impostors_;
    }
    if (request.units) {
        const Pass pass(*this, "unit states");
        drawer_.advance(units, stats_);
    }
    stats_.visible = crowd.size();
    stats_.shadow_visible = crowd.size() * static_cast<std::uint32_t>(shadow_maps_.count);
    const bool culled = cullUnits(units, crowd, camera, request, now, height);
    const auto visible = [&](std::size_t view) {
        return culled ? culling_.visible(view) : VisibleUnits(AllUnits{});
    };
    if (request.units)
        compileAhead(drawer_.programs(), units, visible(UnitCulling::kPicture), request.environment.shadows,
                     drawer_.impostors().decidesEachSample(scene_->samples()));
    const auto listOf = [&](std::size_t view) {
        return request.units ? prepareList(units, visible(view)) : DrawList{};
    };
    // Without culling, all views draw the same list. With culling, shadow casters are not the visible units:
    // each view prepares its own poses, just before it is drawn.
    MainLists lists;
    if (!culled) lists.units = listOf(UnitCulling::kPicture);
    for (std::size_t map = 0; map < shadow_maps_.count; ++map) {
        if (culled) {
            drawShadow(units, listOf(UnitCulling::kShadow + map), request, map);
        } else {
            drawShadow(units, lists.units, request, map);
        }
    }
    if (culled) lists.units = listOf(UnitCulling::kPicture);
    drawScene(units, lists, crowd, camera, request);
    outline_px_ = request.outlined ? request.outline_px : 0.0F;
    if (request.outlined) {
        drawOutlined(units, lists, crowd, request,
                     [&](const DrawList& list, const auto& place) { drawMask(units, list, place); });
    }
    if (pick_ && request.answers_picks) drawPick(units, lists);
    timer_.end("frame");
    countMemory(units);
    stats_.submit_ms = watch.elapsed_ms();
    takeTimes();
    if (counts && statistics_.latest())
        stats_.runs = ShaderRuns{statistics_.latestNumber(), statistics_.latest()->vertex_shader_invocations};
}

// Takes the results of earlier frames' timer queries.
void Renderer::takeTimes() {
    if (!capabilities_.timer_queries_reliable) return;
    stats_.gpu_ms = timer_.latest_ms("frame");
    stats_.timed_frame = timer_.latestFrame();
    stats_.passes.clear();
    for (const std::string& pass : timer_.passes()) {
        if (pass == "frame") continue;
        if (const auto time = timer_.latest_ms(pass)) stats_.passes.push_back({pass, *time});
    }
}

void Renderer::poll() {
    culling_.pollCounts(stats_);
    if (stats_.timed_frame) return;
    timer_.poll();
    takeTimes();
}

Renderer::Pass::Pass(Renderer& renderer, std::string_view name)
    : renderer_(renderer), outer_(renderer.pass_) {
    if (outer_ != nullptr) outer_->end();
    before_.name = name;
    renderer_.pass_ = this;
    begin();
}

Renderer::Pass::~Pass() {
    end();
    renderer_.pass_ = outer_;
    if (outer_ != nullptr) outer_->begin();
}

void Renderer::Pass::begin() {
    const FrameStats& stats = renderer_.stats_;
    before_ = {before_.name, 0.0, stats.draws, stats.triangles, stats.uploads, stats.bytes_uploaded};
    watch_ = Stopwatch();
    renderer_.timer_.begin(before_.name);
}

void Renderer::Pass::end() {
    renderer_.timer_.end(before_.name);
    FrameStats& stats = renderer_.stats_;
    auto work = std::ranges::find(stats.work, before_.name, &PassWork::name);
    if (work == stats.work.end()) work = stats.work.insert(work, PassWork{before_.name, 0.0, 0, 0, 0, 0});
    work->cpu_ms += watch_.elapsed_ms();
    work->draws += stats.draws - before_.draws;
    work->uploads += stats.uploads - before_.uploads;
    work->bytes_uploaded += stats.bytes_uploaded - before_.bytes_uploaded;
    // Where the GPU selects units, stats.triangles is set to the count of an earlier frame, so a difference
    // has no meaning.
    if (!stats.selected_by_gpu) work->triangles += stats.triangles - before_.triangles;
}

bool Renderer::cullUnits(const UnitScene& units, const Crowd& crowd, const Camera& camera,
                         const FrameRequest& request, Ticks now, int height) {
    if ((!request.cull && request.lod_error_px <= 0.0) || !request.units) return false;
    const Pass pass(*this, "culling");
    const double aspect = aspectOf(request);
    const double error_px = std::max(request.lod_error_px, 0.0);
    UnitCulling::Request culling;
    culling.select = request.select;
    culling.outlined = request.outlined;
    const auto everywhere = [&](SelectionView view) {
        if (request.cull) return view;
        SelectionView all;
        all.origin = view.origin;
        return all;
    };
    const SelectionView picture = viewOf(clipFromWorld(camera, aspect), camera.eye);
    culling.picture = everywhere(picture);
    culling.picture.error_per_metre = metresPerPixel(camera.fov_y_deg, aspect, height) * error_px;
    culling.picture.small_share =
        std::min(request.small_px.value_or(error_px) / std::max(error_px, 1e-9), 1.0);
    for (std::size_t map = 0; map < shadow_maps_.count; ++map) {
        SelectionView& casters =
            culling.shadows.emplace_back(everywhere(castersOf(shadow_maps_, map, picture)));
        // Shadow lookups average 3 x 3 bilinear samples, a filter four texels wide.
        constexpr double kTexels = 3.0;
        casters.error_base_m = kTexels * shadow_maps_.maps.at(map).texel_m * error_px;
    }
    if (request.cull) culling.occlusion = request.occlusion;
    const bool culled = culling_.cull(units, crowd, now, culling, stats_);
    if (culled && culling_.lateFollows()) letDepthBeRead();
    return culled;
}

const FrameStats& Renderer::settledStats() {
    culling_.awaitCounts(stats_);
    return stats_;
}

void Renderer::forgetUnits() {
    units_ = UnitBuffers();
    culling_.forget();
    impostors_.forgetCrowd();
}

DrawList Renderer::prepareList(const UnitScene& units, const VisibleUnits& visible) {
    const gl::DebugGroup group("poses");
    const Pass pass(*this, "poses");
    return drawer_.prepare(units, visible, UnitDrawer::Poses::kPrepared, stats_);
}

void Renderer::drawShadow(const UnitScene& units, const DrawList& casters, const FrameRequest& request,
                          std::size_t map) {
    const gl::DebugGroup group("shadow");
    const Pass pass(*this, "shadow");
    const auto target = [this, map] {
        glBindFramebuffer(GL_FRAMEBUFFER, shadow_->framebuffer(map));
        glViewport(0, 0, shadow_->size(), shadow_->size());
        setRasterState(true, true, GL_LESS);
        // Depth bias by slope plus a few steps. With the normal offset in lighting.glsl there is no shadow
        // acne down to a sun elevation of 3 degrees.
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.5F, 4.0F);
    };
    target();
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (request.units) {
        const auto units_target = [&] {
            target();
            discardPrimitives(request.discard_units);
        };
        drawer_.draw(
            units, casters,
            {UnitPass::kShadow, std::nullopt, units_target, 0, 1, static_cast<int>(map), shadow_->size()},
            stats_);
    }
    glDisable(GL_RASTERIZER_DISCARD);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::drawScene(const UnitScene& units, MainLists& lists, const Crowd& crowd, const Camera& camera,
                         const FrameRequest& request) {
    const auto target = [this] {
        glBindFramebuffer(GL_FRAMEBUFFER, scene_->framebuffer());
        glViewport(0, 0, scene_->width(), scene_->height());
        setRasterState(true, true, GL_LESS);
    };
    target();
    const glm::vec3 haze = request.environment.sky_horizon;
    glClearColor(haze.r, haze.g, haze.b, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    bindTexture(UNIT_SHADOW, GL_TEXTURE_2D_ARRAY, shadow_->depth());
    if (request.units) {
        const gl::DebugGroup group("units");
        const Pass pass(*this, "units");
        drawUnits(units, lists, crowd, camera, request);
    }
    // Ground and sky are drawn last, so that pixels covered by units are not shaded twice.
    const gl::DebugGroup group("ground and sky");
    const Pass pass(*this, "ground and sky");
    if (request.ground) {
        backdrop_.drawGround(camera);
        ++stats_.draws;
    }
    if (request.sky) {
        backdrop_.drawSky(camera, static_cast<double>(shown_size_.x) / shown_size_.y);
        ++stats_.draws;
    }
    if (lines_.empty()) return;
    lines_.draw(scene_->width(), scene_->height(),
                static_cast<float>(scene_->width()) / static_cast<float>(shown_size_.x));
    ++stats_.draws;
}

void Renderer::present(GLuint framebuffer) {
    if (!scene_) return;
    const gl::DebugGroup group("present");
    const Pass pass(*this, "present");
    const gl::Texture& color = scene_->resolve();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, shown_size_.x, shown_size_.y);
    setRasterState(false, false, GL_ALWAYS);
    bindTexture(UNIT_SCENE, GL_TEXTURE_2D, color);
    if (outline_px_ > 0.0F) bindTexture(UNIT_MASK, GL_TEXTURE_2D, mask_->color());
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    const gl::Program& program = outline_px_ > 0.0F ? present_outlined_ : present_;
    program.use();
    program.setUniform("u_outline", outline_px_);
    program.setUniform("u_shown_size", glm::vec2(shown_size_));
    glBindVertexArray(no_attributes_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    ++stats_.draws;
}

void Renderer::countMemory(const UnitScene& units) {
    for (const GpuModel& model : units.models) {
        stats_.animation_bytes += model.animation().bytes() + model.morphBytes();
        stats_.mesh_bytes += model.meshBytes();
        stats_.image_bytes += model.imageBytes();
    }
    stats_.instance_bytes = units_.bytes() + culling_.bytes();
    stats_.impostor_bytes = impostors_.bytes();
    stats_.pose_bytes = drawer_.poseBytes(units.technique);
    stats_.programs = drawer_.programs().size();
    stats_.pyramid_bytes = culling_.pyramidBytes();
}

int Renderer::reloadShadersIfChanged() {
    int replaced = drawer_.programs().reloadIfChanged() + culling_.reloadShadersIfChanged() +
                   impostors_.reloadIfChanged() + backdrop_.reloadIfChanged();
    replaced += present_.reloadIfChanged() ? 1 : 0;
    present_outlined_.reloadIfChanged();  // of the same files
    replaced += lines_.reloadIfChanged() ? 1 : 0;
    return replaced;
}

int Renderer::reloadShaders() {
    int replaced =
        drawer_.programs().reload() + culling_.reloadShaders() + impostors_.reload() + backdrop_.reload();
    replaced += present_.reload() ? 1 : 0;
    present_outlined_.reload();  // of the same files
    replaced += lines_.reload() ? 1 : 0;
    return replaced;
}

void Renderer::overrideUnitShaders(gl::ShaderOverrides overrides) {
    drawer_.programs().replaceText(std::move(overrides));
}

std::string Renderer::shaderError() const {
    std::string error = drawer_.programs().lastError();
    if (error.empty()) error = culling_.shaderError();
    if (error.empty()) error = impostors_.lastError();
    if (error.empty()) error = lines_.lastError();
    if (error.empty()) error = backdrop_.lastError();
    return error.empty() ? present_.lastError() : error;
}

}  // namespace phalanx
