#include "app/lab/overlay_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/lab/anatomy_view.h"
#include "app/lab/overlay_colors.h"

namespace phalanx {
namespace {

// Exact skinning of a whole soldier takes about a millisecond. At this rate the overlay still looks animated.
constexpr auto kErrorRefresh = std::chrono::milliseconds(100);

UnitOverlay overlayOf(OverlayChoice choice) {
    switch (choice) {
        case OverlayChoice::kNone:
            return UnitOverlay::kNone;
        case OverlayChoice::kNormals:
            return UnitOverlay::kNormals;
        case OverlayChoice::kWireframe:
            return UnitOverlay::kLines;
        case OverlayChoice::kWeights:
        case OverlayChoice::kJoints:
        case OverlayChoice::kError:
            break;
    }
    return UnitOverlay::kColors;
}

OverlayLegend legendOf(const OverlaySettings& settings) {
    switch (settings.choice) {
        case OverlayChoice::kNormals:
            return {"Normals",
                    "Red, green and blue are x, y and z in the world: upward is green. The selected soldier "
                    "also has lines.",
                    {},
                    "",
                    ""};
        case OverlayChoice::kWireframe:
            return {"Wireframe", "Triangles as drawn: fewer for distant soldiers.", {}, "", ""};
        case OverlayChoice::kJoints:
            return {
                "Joints",
                "One colour per joint, mixed by weight: where colours blend into each other, joints share "
                "a vertex.",
                {},
                "",
                ""};
        default:
            return {};
    }
}

}  // namespace

const std::vector<Vertex>& OverlayPainter::unpacked(const Stage& stage, std::size_t model) {
    unpacked_.resize(stage.gpu_models.size());
    if (unpacked_[model].empty())
        unpacked_[model] = unpackMesh(stage.gpu_models[model].packed(MeshKind::kSkinned));
    return unpacked_[model];
}

void OverlayPainter::forgetArmy() {
    unpacked_.clear();
    painted_.reset();
}

void OverlayPainter::paint(Stage& stage, const std::vector<LoadedModel>& models,
                           const OverlaySettings& settings, std::optional<std::uint32_t> unit, Ticks now) {
    stage.render.overlay = overlayOf(settings.choice);
    stage.render.overlay_everyone = settings.everyone;
    if (settings.choice == OverlayChoice::kNone) {
        painted_.reset();
        legend_ = {};
        return;
    }
    Painted wanted{settings, unit, stage.render.skin.switches, stage.render.technique, {}};
    for (const GpuModel& model : stage.gpu_models) wanted.animations.push_back(model.animationVersion());
    const bool changed = painted_ != wanted;
    if (settings.choice == OverlayChoice::kError) {
        paintError(stage, models, unit, now, changed);
    } else if (changed) {
        legend_ = legendOf(settings);
        if (stage.render.overlay == UnitOverlay::kColors) paintSkin(stage, models, settings, unit);
    }
    painted_ = std::move(wanted);
}

void OverlayPainter::paintSkin(Stage& stage, const std::vector<LoadedModel>& models,
                               const OverlaySettings& settings, std::optional<std::uint32_t> unit) {
    const int kept = stage.render.skin.switches.weights;
    for (std::size_t i = 0; i < models.size(); ++i) {
        const std::vector<Vertex> vertices = withWeights(unpacked(stage, i), kept);
        stage.gpu_models[i].setOverlayColors(stage.renderer.capabilities(),
                                             settings.choice == OverlayChoice::kWeights
                                                 ? weightColors(vertices, settings.joint)
                                                 : jointColors(vertices));
    }
    if (settings.choice != OverlayChoice::kWeights) return;
    const Model& model = models[unit ? static_cast<std::size_t>(stage.crowd.modelOf(*unit)) : 0].model;
    const std::string name =
        settings.joint < model.palette.size()
            ? model.nodes[static_cast<std::size_t>(model.palette[settings.joint].node)].name
            : fmt::format("joint {}", settings.joint);
    legend_ = {
        "Weight of " + name,
        "Grey: the joint does not move this vertex. Point at another joint in the anatomy panel to show it.",
        heatColor, "0", "1"};
}

void OverlayPainter::paintError(Stage& stage, const std::vector<LoadedModel>& models,
                                std::optional<std::uint32_t> unit, Ticks now, bool changed) {
    stage.render.overlay_everyone = false;
    const bool plays = findTechnique(stage.render.technique).animated();
    if (!unit || !plays) {
        stage.render.overlay = UnitOverlay::kNone;
        legend_ = {
            "Error against exact skinning",
            plays ? "Select a soldier: the error is computed for one." : "Technique static plays no clip.",
            {},
            "",
            ""};
        return;
    }
    if (!changed && (now == error_of_ || Clock::now() - error_at_ < kErrorRefresh)) return;
    if (changed) scale_mm_ = 0.0;
    error_of_ = now;
    error_at_ = Clock::now();
    const auto index = static_cast<std::size_t>(stage.crowd.modelOf(*unit));
    GpuModel& model = stage.gpu_models[index];
    const BakedPose pose = poseOf(stage.crowd, *unit, stage.crowd.stateOf(*unit, now));
    const std::vector<float> errors =
        exactErrors_mm(models[index], model.encoded(), model.packed(MeshKind::kSkinned),
                       unpacked(stage, index), pose, stage.render.skin.switches);
    worst_mm_ = static_cast<double>(*std::ranges::max_element(errors));
    scale_mm_ = std::max(scale_mm_, scaleFor_mm(worst_mm_));  // only grows, so that colours do not jump
    model.setOverlayColors(stage.renderer.capabilities(), errorColors(errors, scale_mm_));
    const double mean =
        std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
    legend_ = {"Error against exact skinning",
               fmt::format("Now {:.2f} mm at most, {:.3f} mm on average: the distance from exact skinning "
                           "(the file's keys, joints "
                           "blended one by one) to what is drawn.",
                           worst_mm_, mean),
               heatColor, "0 mm", fmt::format("{:g} mm", scale_mm_)};
}

}  // namespace phalanx
