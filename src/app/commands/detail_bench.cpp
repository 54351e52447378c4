#include "app/commands/detail_bench.h"

#include "app/cli/output.h"
#include "gl/context/debug.h"

namespace phalanx {
namespace {

// What the context cannot do is told before seconds are spent on models.
std::vector<LoadedModel> loaded(const gl::HeadlessContext& context, const BenchOptions& options) {
    const gl::Capabilities& capabilities = context.capabilities();
    if (gl::debugOutputWanted()) gl::installDebugOutput(capabilities);
    requireSamples(capabilities, options.samples);
    requireDetail(capabilities, options.crowd);
    ArmyOptions army = options.army;
    army.detail =
        options.crowd.cull || options.crowd.lod_error_px > 0.0 || options.crowd.frame_budget_ms > 0.0;
    std::vector<LoadedModel> models = loadModels(army);
    for (const LoadedModel& one : models) checkSideFiles(one.model, {options.json, options.csv});
    return models;
}

CrowdSettings withFirstUnits(const BenchOptions& options) {
    CrowdSettings settings = options.crowd.settings;
    settings.units = options.units.front();
    return settings;
}

}  // namespace

DetailBench::DetailBench(const BenchOptions& options)
    : context({options.crowd.gl_version, gl::debugOutputWanted()}),
      models(loaded(context, options)),
      settings(withFirstUnits(options)),
      stage(context.capabilities(), models, makeCrowd(models, options.army, settings, 0),
            options.crowd.skin) {
    stage.render.environment.shadows = options.shadows;
    stage.render.samples = options.samples;
    takeDetail(options.crowd, stage.render);
}

}  // namespace phalanx
