#include "render/passes/renderer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/log.h"
#include "gl/objects/buffer.h"
#include "gl/objects/debug.h"
#include "render/draws/compile_ahead.h"
#include "render/passes/frame_block.h"
#include "render/units/raster_state.h"

namespace phalanx {
namespace {

// See UnitScene::held_frames_per_m. passed: since the frame before.
double heldFramesPerMetre(const FrameRequest& request, Ticks passed) {
    constexpr double kSurface_m_per_s = 1.0;  // of units that walk and run, relative to their place
    constexpr double kLongest_s = 0.1;        // no motion of a pose is seen in longer steps
    const double passed_s = secondsFromTicks(passed);
    if (passed == 0 || passed_s > kLongest_s || request.lod_error_px <= 0.0) return 0.0;
    return request.pose_error_px / (request.lod_error_px * kSurface_m_per_s * passed_s);
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
      lines_(shader_directory),
      traces_(shader_directory),
      display_(shader_directory),
      frame_block_(gl::createBuffer(sizeof(layout::FrameBlock), GL_DYNAMIC_DRAW, "frame block")),
      culling_(capabilities, shader_directory),
      impostors_(capabilities),
      meter_(capabilities) {
    gl::requireUniformBlock(capabilities, sizeof(layout::ClipBlock), "the clip table");
}

void Renderer::prepareScene(const FrameRequest& request, int width, int height) {
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
}

void Renderer::uploadFrame(const Camera& camera, const FrameRequest& request,
                           const layout::Schedule& schedule, double aspect) {
    const layout::FrameBlock block =
        makeFrameBlock(request.environment, camera, aspect, shadows_.maps(), schedule);
    gl::updateBuffer(frame_block_, 0, std::as_bytes(std::span(&block, 1)));
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    meter_.stats().bytes_uploaded += sizeof(block);
    meter_.stats().upload_causes.frame += sizeof(block);
    ++meter_.stats().uploads;
}

void Renderer::draw(std::span<const GpuModel> models, Crowd& crowd, const Camera& camera,
                    const FrameRequest& request, Ticks now, int width, int height) {
    assert(width > 0 && height > 0);
    shown_size_ = {width, height};
    const Ticks passed = now - std::exchange(now_, now);
    width = scaledSide(width, request.render_scale);
    height = scaledSide(height, request.render_scale);
    const Technique& technique = findTechnique(request.technique);
    FrameMeter::Frame frame(meter_, request.count_runs);
    FrameStats& stats = meter_.stats();
    stats.technique = technique.name;
    stats.units = crowd.size();
    stats.lod_error_px = request.lod_error_px;
    const double aspect = aspectOf(request);
    std::span<const LayeredUnits* const> layered;
    if (request.layers && technique.no_layers.empty()) layered = layers_;
    shadows_.place(capabilities_, {models, layered}, crowd, camera, request, aspect);
    prepareScene(request, width, height);
    {
        const gl::DebugGroup group("upload");
        impostors_.follow(crowd);
        const FrameMeter::Pass pass(meter_, "upload");
        const auto count = [&stats](std::size_t bytes, std::size_t calls, std::uint64_t& cause) {
            if (bytes == 0) return;
            stats.bytes_uploaded += bytes;
            stats.uploads += static_cast<std::uint32_t>(calls);
            cause += bytes;
        };
        UploadCauses& causes = stats.upload_causes;
        const UnitBuffers::Uploaded uploaded = units_.update(crowd.groups(), models);
        count(uploaded.bytes, uploaded.calls, causes.units);
        for (LayeredUnits* const of_group : layers_)
            count(of_group != nullptr ? of_group->upload() : 0, 1, causes.layers);
        count(terrain_.follow(capabilities_, crowd.terrain()), 1, causes.terrain);
        count(request.traces ? traces_.upload() : 0, 1, causes.traces);
        count(request.clouds ? clouds_.make(capabilities_) : 0, 1, causes.clouds);
        uploadFrame(camera, request, crowd.schedule(now), aspect);
    }
    if (request.traces) traces_.prepare(request.clouds);
    for (std::size_t m = 0; m < own_frames_.size(); ++m) {
        if (own_frames_[m] != nullptr) own_frames_[m]->prepare(models[m], drawer_.programs());
        if (own_frames_[m] == nullptr || !own_frames_[m]->due(models[m])) continue;
        const FrameMeter::Pass pass(meter_, "falls");
        own_frames_[m]->draw(models[m], drawer_.programs(), stats);
    }
    UnitScene units{models,         units_,       culling_.selectedUnits(), crowd.groups(),
                    technique,      request.skin, crowd.schedule(now),      request.collapse_units,
                    request.at_once};
    assert(layers_.empty() || layers_.size() == crowd.groups().size());
    units.layered = layered;
    if (!layered.empty()) {
        units.feet = feetFade(units, camera, request, height);
        units.held_frames_per_m = heldFramesPerMetre(request, passed);
    }
    units.hold_layers = request.hold_layers;
    units.clouds = request.clouds;
    if (terrain_.hilly()) units.terrain = &terrain_;
    units.meter = &meter_;
    const AheadOf ahead{request.at_once, request.environment.shadows,
                        drawer_.impostors().coveragePlaces(UnitPass::kShade, scene_->samples()),
                        request.clouds, KeptPoses::possible(capabilities_, units)};
    buildAhead(request, crowd, units, ahead);
    if (!request.at_once) culling_.buildAhead(drawer_.programs(), crowd.groups(), request.select);
    // Frames that upload an army take long without that.
    constexpr std::uint64_t kManyBytes = std::uint64_t{1} << 20U;
    constexpr int kMostPostponed = 10;  // frames in a row
    postponed_ = stats.bytes_uploaded < kManyBytes ? 0 : postponed_ + 1;
    if (postponed_ == 0 || postponed_ > kMostPostponed) drawer_.programs().buildSome();
    if (wantsImpostors(request, crowd)) {
        stats.impostors_made = impostors_.make(models, drawer_.programs(), request.at_once);
        stats.impostors_busy = impostors_.busy();
        if (compileImpostors(drawer_.programs(), models, ahead)) units.impostors = &impostors_;
    }
    if (request.units) {
        const FrameMeter::Pass pass(meter_, "unit states");
        drawer_.advance(units, stats);
    }
    stats.visible = crowd.size();
    stats.shadow_visible = crowd.size() * static_cast<std::uint32_t>(shadows_.maps().count);
    const bool culled = cullUnits(units, crowd, camera, request, now, height);
    const auto visible = [&](std::size_t view) {
        return culled ? culling_.visible(view) : VisibleUnits(AllUnits{});
    };
    if (request.units) compileLods(drawer_.programs(), units, visible(UnitCulling::kPicture), ahead);
    if (request.units && (!layered.empty() || drawer_.keepsPoses())) keepPoses(units, culled);
    const auto listOf = [&](std::size_t view) {
        return request.units ? prepareList(units, visible(view)) : DrawList{};
    };
    // Without culling, all views draw the same list. With culling, shadow casters are not the visible units:
    // each view prepares its own poses, just before it is drawn.
    MainLists lists;
    if (!culled) lists.units = listOf(UnitCulling::kPicture);
    for (std::size_t map = 0; map < shadows_.maps().count; ++map) {
        if (culled) {
            drawShadow(units, listOf(UnitCulling::kShadow + map), request, map);
        } else {
            drawShadow(units, lists.units, request, map);
        }
    }
    if (culled) lists.units = listOf(UnitCulling::kPicture);
    drawScene(units, lists, crowd, camera, request);
    display_.dropOutline();
    if (request.outlined) drawMask(units, lists, crowd, request, outlinedWithin(camera, request, culled));
    if (pick_.requested() && request.answers_picks) drawPick(units, lists, camera);
    countMemory(units);
    if (std::exchange(takes_largest_, false)) takeLargest(models, ahead);
    frame.finish();
}

void Renderer::poll() {
    culling_.pollCounts(meter_.stats());
    meter_.poll();
}

const FrameStats& Renderer::settledStats() {
    culling_.awaitCounts(meter_.stats());
    return meter_.stats();
}

void Renderer::forgetUnits() {
    units_ = UnitBuffers();
    culling_.forget();
    impostors_.forgetCrowd();
}

void Renderer::keepPoses(const UnitScene& units, bool culled) {
    std::vector<const UnitSelection*> views;
    const auto add = [&](std::size_t view) {
        const VisibleUnits visible = culling_.visible(view);
        if (const auto* const by_cpu = std::get_if<UnitsListedByCpu>(&visible))
            views.push_back(by_cpu->selection);
    };
    if (culled) {
        for (std::size_t map = 0; map < shadows_.maps().count; ++map) add(UnitCulling::kShadow + map);
        add(UnitCulling::kPicture);
    }
    drawer_.keepPoses(units, views, meter_.stats());
}

DrawList Renderer::prepareList(const UnitScene& units, const VisibleUnits& visible) {
    const gl::DebugGroup group("poses");
    const FrameMeter::Pass pass(meter_, "poses");
    return drawer_.prepare(units, visible, UnitDrawer::Poses::kPrepared, meter_.stats());
}

void Renderer::drawShadow(const UnitScene& units, const DrawList& casters, const FrameRequest& request,
                          std::size_t map) {
    const gl::DebugGroup group("shadow");
    const FrameMeter::Pass pass(meter_, "shadow");
    shadows_.draw(map, [&](const std::function<void()>& target) {
        if (!request.units) return;
        const auto units_target = [&] {
            target();
            discardPrimitives(request.discard_units);
        };
        drawer_.draw(
            units, casters,
            {UnitPass::kShadow, std::nullopt, units_target, 0, 1, static_cast<int>(map), shadows_.texels()},
            meter_.stats());
    });
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
    shadows_.bind();
    if (request.clouds) clouds_.bind();
    if (request.units) {
        const gl::DebugGroup group("units");
        const FrameMeter::Pass pass(meter_, "units");
        drawUnits(units, lists, crowd, camera, request);
    }
    if (request.grass && request.ground) drawGrass(units, camera, request);
    // Ground and sky are drawn last, so that pixels covered by units are not shaded twice.
    const gl::DebugGroup group("ground and sky");
    const FrameMeter::Pass pass(meter_, "ground and sky");
    const glm::mat3 ray_from_pixel(rayFromPixel(camera, static_cast<double>(shown_size_.x) / shown_size_.y,
                                                {scene_->width(), scene_->height()}));
    if (request.ground) {
        const Backdrop::Look look{.clouds = request.clouds, .grass = request.grass};
        if (units.terrain != nullptr) {
            backdrop_.drawHills(camera, *units.terrain, look);
        } else {
            backdrop_.drawGround(camera, ray_from_pixel, look);
        }
        ++meter_.stats().draws;
    }
    if (request.sky) {
        backdrop_.drawSky(ray_from_pixel, request.clouds);
        ++meter_.stats().draws;
    }
    if (request.traces && traces_.alive(now_)) {
        backdrop_.bindNoise();
        traces_.draw(request.clouds);
        ++meter_.stats().draws;
    }
    if (lines_.empty()) return;
    lines_.draw(scene_->width(), scene_->height(),
                static_cast<float>(scene_->width()) / static_cast<float>(shown_size_.x));
    ++meter_.stats().draws;
}

void Renderer::drawGrass(const UnitScene& units, const Camera& camera, const FrameRequest& request) {
    const gl::DebugGroup group("grass");
    const FrameMeter::Pass pass(meter_, "grass");
    backdrop_.bindNoise();
    if (grass_.draw(drawer_.programs(),
                    {camera, units.terrain, scene_->height(), request.clouds, request.at_once}))
        ++meter_.stats().draws;
}

void Renderer::present(GLuint framebuffer) {
    if (!scene_) return;
    const gl::DebugGroup group("present");
    const FrameMeter::Pass pass(meter_, "present");
    const gl::Texture& color = scene_->resolve();
    glBindBufferBase(GL_UNIFORM_BUFFER, BLOCK_FRAME, frame_block_.id());
    display_.draw(framebuffer, color, {scene_->width(), scene_->height()}, shown_size_);
    ++meter_.stats().draws;
}

void Renderer::countMemory(const UnitScene& units) {
    FrameStats& stats = meter_.stats();
    for (const GpuModel& model : units.models) {
        stats.animation_bytes += model.animation().bytes() + model.morphBytes();
        stats.mesh_bytes += model.meshBytes();
        stats.image_bytes += model.imageBytes();
    }
    stats.instance_bytes = units_.bytes() + culling_.bytes() + drawer_.states().bytes();
    stats.impostor_bytes = impostors_.bytes();
    stats.raster_bytes = drawer_.rasterBytes();
    stats.pose_bytes = drawer_.poseBytes(units.technique, !units.layered.empty());
    stats.programs = drawer_.programs().size();
    stats.programs_building = drawer_.programs().building();
    stats.pyramid_bytes = culling_.pyramidBytes();
}

int Renderer::reloadShadersIfChanged() {
    int replaced = drawer_.programs().reloadIfChanged() + culling_.reloadShadersIfChanged() +
                   backdrop_.reloadIfChanged();
    replaced += display_.reloadIfChanged();
    replaced += lines_.program().reloadIfChanged() ? 1 : 0;
    replaced += traces_.reloadIfChanged();
    return replaced;
}

int Renderer::reloadShaders() {
    int replaced = drawer_.programs().reload() + culling_.reloadShaders() + backdrop_.reload();
    replaced += display_.reload();
    replaced += lines_.program().reload() ? 1 : 0;
    replaced += traces_.reload();
    return replaced;
}

void Renderer::overrideUnitShaders(gl::ShaderOverrides overrides) {
    drawer_.programs().replaceText(std::move(overrides));
}

std::string Renderer::shaderError() const {
    std::string error = drawer_.programs().lastError();
    if (error.empty()) error = culling_.shaderError();
    if (error.empty()) error = lines_.program().lastError();
    if (error.empty()) error = traces_.lastError();
    if (error.empty()) error = backdrop_.lastError();
    return error.empty() ? display_.lastError() : error;
}

}  // namespace phalanx
