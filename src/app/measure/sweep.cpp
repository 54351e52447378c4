#include "app/measure/sweep.h"

#include <utility>

namespace phalanx {
namespace {

constexpr double kLongestFrame_ms = 100.0;
constexpr std::uint32_t kLeastSwept = 10;  // one decade: fewer numbers do not make a line

// Swaps another crowd into the stage for the lifetime of this object, and restores its layers.
class OtherCrowd {
  public:
    OtherCrowd(Stage& stage, Crowd& crowd) : stage_(stage), crowd_(crowd), layers_(stage.renderer.layers()) {
        stage_.renderer.setLayers({});
        swap();
    }
    ~OtherCrowd() {
        swap();
        stage_.renderer.setLayers(std::move(layers_));
    }
    OtherCrowd(const OtherCrowd&) = delete;
    OtherCrowd& operator=(const OtherCrowd&) = delete;
    OtherCrowd(OtherCrowd&&) = delete;
    OtherCrowd& operator=(OtherCrowd&&) = delete;

  private:
    void swap() {
        std::swap(stage_.crowd, crowd_);
        stage_.renderer.forgetUnits();
    }
    Stage& stage_;
    Crowd& crowd_;
    std::vector<LayeredUnits*> layers_;
};

CrowdSettings sweptSettings(const Stage& stage) {
    CrowdSettings settings = stage.crowd.settings();
    settings.crossfade_s = 0.0;
    settings.blend = 0.5;
    return settings;
}

SweepSource sourceOf(const Stage& stage, const std::vector<LoadedModel>& models,
                     const std::optional<PoseFile>& pose) {
    const std::span<const ClipChoice> choices = stage.crowd.choices();
    return {static_cast<const RenderSettings&>(stage.render),
            stage.crowd.size(),
            stage.renderer.capabilities().multi_draw_indirect,
            stage.renderer.capabilities().gpuClock(),
            {&models, {choices.begin(), choices.end()}, pose}};
}

BenchPlan benchPlanOf(const SweepPlan& sweep, const Stage& stage, const std::vector<LoadedModel>& models,
                      glm::ivec2 size) {
    const gl::Capabilities& can = stage.renderer.capabilities();
    BenchPlan plan;
    plan.units = sweep.units;
    for (const SweepEntry& entry : sweep.entries) plan.entries.push_back(entry.entry);
    for (const PoseFile& pose : sweep.poses) plan.poses.push_back({pose, "layers"});
    plan.models = &models;
    plan.frames = can.software ? 6 : 60;
    plan.rounds = can.software ? 2 : 4;
    plan.warm_up = warmUpFrames(can.gpuClock());
    plan.size = size;
    plan.time_budget_s = 20.0;
    if (sweep.kind == SweepKind::kUnits) {
        plan.longest_frame_ms = kLongestFrame_ms;
        plan.least_units = kLeastSwept;
    }
    return plan;
}

}  // namespace

Sweep::Sweep(Stage& stage, const std::vector<LoadedModel>& models, const std::optional<PoseFile>& pose,
             SweepKind kind, glm::ivec2 size)
    : stage_(stage),
      plan_(sweepPlanOf(kind, sourceOf(stage, models, pose))),
      crowd_(stage.crowd),
      run_(stage, sweptSettings(stage), benchPlanOf(plan_, stage, models, size)) {}

void Sweep::step() {
    const OtherCrowd other(stage_, crowd_);
    // run_ keeps the settings of the start, even if the window's settings have changed since.
    run_.step();
}

}  // namespace phalanx
