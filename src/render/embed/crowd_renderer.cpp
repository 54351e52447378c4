#include "render/embed/crowd_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "anim/bake/clip_bounds.h"
#include "anim/bake/encode.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "crowd/clip_names.h"
#include "crowd/crowd.h"
#include "render/lod/simplify_mesh.h"
#include "render/model/gpu_model.h"
#include "render/passes/renderer.h"

namespace phalanx {
namespace {

constexpr double kMostSpeed = 4.0;

void requireRange(const char* what, double value, double least, double most) {
    if (value >= least && value <= most) return;
    throw usageError(what, fmt::format("{} is not between {} and {}", value, least, most));
}

// How far a unit that stands reaches from its axis along X or Z, metres.
double standingReach(const CrowdFigure& figure) {
    const Model& model = figure.model;
    LocalPose pose = restPose(model);
    if (!model.clips.empty()) {
        const int clip = standingClip(figure.baked.clips);
        pose = samplePose(model, model.clips[static_cast<std::size_t>(clip)], 0.0);
    }
    double reach = 0.0;
    for (const SkinnedVertex& vertex : skin(model, pose))
        reach = std::max({reach, std::abs(vertex.position.x), std::abs(vertex.position.z)});
    return reach;
}

CrowdModel crowdModelFor(const CrowdFigure& figure) {
    CrowdModel model;
    model.clips = figure.baked.clips;
    model.variants = static_cast<int>(figure.model.variants.size());
    model.morph_ranges = morphRanges(figure.model);
    if (figure.model.height_m > 0.0) model.height_m = figure.model.height_m;
    model.radius_m = standingReach(figure);
    model.lift_m = figure.lift_m;
    return model;
}

std::vector<ClipChoice> clipChoices(const std::vector<CrowdFigure>& figures, const CrowdPlan& plan) {
    std::vector<ClipChoice> choices;
    for (const CrowdFigure& figure : figures) choices.push_back(defaultClips(figure.baked.clips));
    for (const auto& [name, slot] :
         {std::pair(plan.clip, &ClipChoice::a), std::pair(plan.blend_clip, &ClipChoice::b)}) {
        if (name.empty()) continue;
        bool found = false;
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const auto clip = std::ranges::find(figures[i].baked.clips, name, &BakedClip::name);
            if (clip == figures[i].baked.clips.end()) continue;
            choices[i].*slot = static_cast<int>(clip - figures[i].baked.clips.begin());
            found = true;
        }
        if (!found) throw usageError("clip", "no figure has a clip called " + name);
    }
    return choices;
}

CrowdSettings settingsFor(const CrowdPlan& plan) {
    CrowdSettings settings;
    settings.units = plan.units;
    constexpr std::array kFormationOf{Formation::kGrid, Formation::kPhalanx, Formation::kRing,
                                      Formation::kScatter};
    settings.formation = kFormationOf.at(static_cast<std::size_t>(plan.shape));
    settings.spacing_m = plan.spacing_m;
    settings.seed = plan.seed;
    settings.march = plan.march;
    settings.team_colors = plan.team_colors;
    settings.crossfade_s = plan.crossfade_s;
    return settings;
}

Crowd crowdOf(const std::vector<CrowdFigure>& figures, const CrowdPlan& plan) {
    if (figures.empty()) throw usageError("figures", "at least one is needed");
    std::vector<CrowdModel> models;
    for (const CrowdFigure& figure : figures) models.push_back(crowdModelFor(figure));
    return {std::move(models), clipChoices(figures, plan), settingsFor(plan)};
}

GpuModel gpuModelOf(const gl::Capabilities& capabilities, const CrowdFigure& figure,
                    std::span<const glm::uvec4> clip_table) {
    const Model& model = figure.model;
    EncodedAnimation encoded = encodeAnimation(model, figure.baked, figure.baked.encoding);
    FetchPath path = FetchPath::kTexture2d;
    try {
        checkAnimationFits(capabilities, encoded, path);
    } catch (const Error&) {  // a buffer texture may hold more; if it does not, uploading it throws
        path = FetchPath::kBuffer;
    }
    SimplifiedMesh simplified = simplifyMesh(model, packMesh(model));
    auto packed = std::make_shared<const PackedMesh>(packMesh(model, std::move(simplified.vertices)));
    GpuModel gpu(capabilities, model, std::move(encoded), figure.baked.mirrors, clip_table, path,
                 std::move(packed));
    gpu.setDetail({clipBounds(model, figure.baked), std::move(simplified.lods)});
    return gpu;
}

gl::Capabilities loadedGl(gl::GlFunctionLookup lookup) {
    if (lookup == nullptr) throw usageError("lookup", "is null");
    return gl::loadGl(lookup, 0);
}

std::filesystem::path shaderFolder(const std::filesystem::path& folder) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(folder / "soldier.vert", error))
        throw environmentError(folder.string(), "has no shaders of Phalanx");
    return folder;
}

}  // namespace

struct CrowdRenderer::Impl {
    Impl(gl::GlFunctionLookup lookup, const std::filesystem::path& shaders,
         const std::vector<CrowdFigure>& figures, const CrowdPlan& plan)
        : crowd(crowdOf(figures, plan)),
          capabilities(loadedGl(lookup)),
          renderer(capabilities, shaderFolder(shaders)) {
        std::uint32_t joints = 0;
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const std::vector<glm::uvec4> clips = crowd.clipTable(static_cast<int>(i));
            gpu_models.push_back(gpuModelOf(capabilities, figures[i], clips));
            joints = std::max(joints, figures[i].baked.joints);
        }
        request.technique = automaticTechnique(capabilities, joints).name;
    }

    void requireUnit(std::uint32_t unit) const {
        if (unit >= crowd.size())
            throw usageError("unit", fmt::format("{} is not between 0 and {}", unit, crowd.size() - 1));
    }

    Crowd crowd;
    gl::Capabilities capabilities;
    Renderer renderer;
    std::vector<GpuModel> gpu_models;
    FrameRequest request;
    Ticks now = 0;
};

CrowdRenderer::CrowdRenderer(gl::GlFunctionLookup lookup, const std::filesystem::path& shaders,
                             const std::vector<CrowdFigure>& figures, const CrowdPlan& plan)
    : impl_(std::make_unique<Impl>(lookup, shaders, figures, plan)) {}
CrowdRenderer::~CrowdRenderer() = default;
CrowdRenderer::CrowdRenderer(CrowdRenderer&&) noexcept = default;
CrowdRenderer& CrowdRenderer::operator=(CrowdRenderer&&) noexcept = default;

void CrowdRenderer::setLook(const CrowdLook& look) {
    FrameRequest& request = impl_->request;
    request.ground = look.ground;
    request.sky = look.sky;
    request.environment.shadows = look.shadows;
    request.samples = std::max(1, std::min(look.samples, impl_->capabilities.max_samples));
    request.lod_error_px = std::clamp(look.lod_error_px, 0.0, 100.0);
}

void CrowdRenderer::order(std::uint32_t unit, const UnitOrder& order, double time_s) {
    impl_->requireUnit(unit);
    requireRange("speed", order.speed, 0.0, kMostSpeed);
    requireRange("fade_s", order.fade_s, 0.0, 100.0);
    Crowd& crowd = impl_->crowd;
    const std::vector<BakedClip>& clips = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].clips;
    const auto clip = std::ranges::find(clips, order.clip, &BakedClip::name);
    if (clip == clips.end()) throw usageError("clip", "the unit's figure has none called " + order.clip);
    UnitTravel travel;
    travel.clip = static_cast<int>(clip - clips.begin());
    if (clip->duration_s > 0.0) {
        const double cycles_per_tick = order.speed / clip->duration_s / PH_TICKS_PER_SECOND;
        travel.rate = static_cast<std::uint32_t>(
            std::min(std::round(cycles_per_tick * 4294967296.0), static_cast<double>(kMostTravelRate)));
    }
    if (order.strides) travel.stride_m.y = clip->stride_speed * clip->duration_s;
    travel.fade = std::min(ticksFromSeconds(order.fade_s), Ticks{PH_STRIDE_FADE_MAX});
    travel.place_m = order.place_m;
    travel.facing_rad = order.facing_rad;
    crowd.travel(unit, travel, ticksFromSeconds(time_s));
}

glm::dvec4 CrowdRenderer::placeOf(std::uint32_t unit) const {
    impl_->requireUnit(unit);
    return impl_->crowd.stateOf(unit, impl_->now).placement;
}

Camera CrowdRenderer::frontCamera(double aspect) const {
    const Crowd& crowd = impl_->crowd;
    Camera camera;
    const double half_height = std::tan(glm::radians(camera.fov_y_deg) / 2.0);
    const double radius = std::max(crowd.radius_m(), 1.0);
    const double distance = 1.1 * radius / (half_height * std::min(1.0, aspect));
    camera.target = glm::dvec3(crowd.center()) + glm::dvec3(0.0, 0.9, 0.0);
    camera.eye = camera.target + distance * glm::normalize(glm::dvec3(0.2, 0.35, 1.0));
    return camera;
}

void CrowdRenderer::draw(const Camera& camera, double time_s, unsigned framebuffer, int width, int height) {
    requireRange("width", width, 1.0, impl_->capabilities.max_texture_size);
    requireRange("height", height, 1.0, impl_->capabilities.max_texture_size);
    Impl& in = *impl_;
    in.now = ticksFromSeconds(time_s);
    in.crowd.advance(in.now);
    in.renderer.draw(in.gpu_models, in.crowd, camera, in.request, in.now, width, height);
    in.renderer.present(framebuffer);
}

CrowdCounts CrowdRenderer::counts() {
    const FrameStats& stats = impl_->renderer.settledStats();
    return {stats.visible, stats.triangles, stats.draws};
}

const gl::Capabilities& CrowdRenderer::capabilities() const {
    return impl_->capabilities;
}

}  // namespace phalanx
