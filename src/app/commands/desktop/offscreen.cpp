#include "app/commands/desktop/offscreen.h"

#include <utility>

#include "app/cli/output.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "gl/objects/debug.h"

namespace phalanx {
namespace {

ArmyOptions armyOf(const CommonOptions& options) {
    const RenderSettings& render = options.settings.render;
    ArmyOptions army = options.army();
    army.equipped = true;
    army.detail = render.cull || render.lod_error_px > 0.0 || render.frame_budget_ms > 0.0;
    return army;
}

// loading: nullptr: the models are loaded here. Reports what the context cannot do before spending seconds on
// them.
std::vector<LoadedModel> loadedFor(const gl::Capabilities& capabilities, const CommonOptions& options,
                                   const std::vector<std::string>& outputs, ModelsJob* loading) {
    requireDrawing(capabilities, options.settings.render);
    std::vector<LoadedModel> models = loading != nullptr ? loading->take() : loadModels(armyOf(options));
    debug("start: models loaded after {:.0f} ms", sinceStart_ms());
    for (const LoadedModel& one : models) {
        if (!one.model.side_files.empty()) checkSideFiles(one.model, outputs);
    }
    return models;
}

CrowdSettings crowdFor(const gl::Capabilities& capabilities, const Settings& settings,
                       const OffscreenArmy::Plan& plan) {
    CrowdSettings crowd = settings.crowd;
    if (plan.units > 0) {
        crowd.units = plan.units;
    } else if (settings.auto_units) {
        crowd.units = capabilities.software ? plan.auto_software_units : plan.auto_units;
    }
    return crowd;
}

}  // namespace

gl::HeadlessContext openContext(const CommonOptions& options) {
    gl::HeadlessContext context({options.glVersion(), gl::debugOutputWanted()});
    if (gl::debugOutputWanted()) gl::installDebugOutput(context.capabilities());
    info("{} by {}", gl::describe(context.capabilities()), context.origin());
    debug("start: context open after {:.0f} ms", sinceStart_ms());
    return context;
}

std::unique_ptr<ModelsJob> OffscreenArmy::startLoading(const CommonOptions& options, const Plan& plan) {
    for (const std::string& file : plan.outputs) requireWritable(file);
    if (!inputFiles(options.settings.army).empty()) return nullptr;
    return loadInBackground(armyOf(options));
}

OffscreenArmy::OffscreenArmy(const CommonOptions& options, const Plan& plan)
    : OffscreenArmy(options, plan, startLoading(options, plan)) {}

OffscreenArmy::OffscreenArmy(const CommonOptions& options, const Plan& plan,
                             std::unique_ptr<ModelsJob> loading)
    : context(openContext(options)),
      models(loadedFor(context.capabilities(), options, plan.outputs, loading.get())),
      crowd(crowdFor(context.capabilities(), options.settings, plan)),
      stage(context.capabilities(), models, makeCrowd(models, options.settings.army, crowd, 0),
            options.skin()) {
    stage.render = FrameRequest(options.settings.render);
    debug("start: army made after {:.0f} ms", sinceStart_ms());
}

void requireDrawing(const gl::Capabilities& capabilities, const RenderSettings& render) {
    requireSamples(capabilities, render.samples);
    if (render.skin.multi_draw) gl::requireVersion(capabilities, 43, "--multi-draw");
    // A frame budget always allows some error.
    if (render.impostors == ImpostorUse::kOn && render.lod_error_px <= 0.0 && render.frame_budget_ms <= 0.0)
        throw usageError("--impostors", "on needs an allowed error: give --lod-error more than 0");
    if (render.select == Select::kGpu) gl::requireVersion(capabilities, 43, "--select gpu");
    if (render.impostors_by == ImpostorsBy::kCompute) {
        gl::requireVersion(capabilities, 43, "--impostors-by compute");
        if (render.select == Select::kCpu)
            throw usageError("--impostors-by", "compute needs culling by the GPU: omit --select cpu");
    }
    if (render.occlusion != Occlusion::kOn) return;
    gl::requireVersion(capabilities, 43, "--occlusion on");
    if (render.select == Select::kCpu)
        throw usageError("--occlusion", "on needs culling by the GPU: omit --select cpu");
    if (!render.cull) throw usageError("--occlusion", "on is part of culling: omit --no-cull");
}

}  // namespace phalanx
