// `phalanx feet`: how well the feet of an army stand on the ground.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/offscreen.h"
#include "app/commands/shared_options.h"

namespace phalanx {

void declareOptions(OptionSet& set, FeetOptions& options) {
    Settings& settings = options.settings;
    settings.crowd.terrain.ground = kGroundHills;
    set.models(settings.army, options.import, 1);
    declareCrowd(set, options, "1000");
    set.add({.key = "seconds", .help = "How long each gait is watched.", .least = 0.1, .most = 3600.0},
            options.plan.seconds);
    set.add({.key = "fps",
             .help = "Moments per second at which the feet are measured.",
             .least = 5.0,
             .most = 1000.0},
            options.plan.fps);
    declareJson(set, options, "Writes the table to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, FeetOptions& options) {
    takeGiven(options);
    options.settings.crowd.march = false;  // units go straight ahead, by the layers
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const FeetOptions& options) {
    OffscreenArmy army(options, {.outputs = {options.json}, .auto_units = 1000, .auto_software_units = 1000});
    const std::vector<FeetRow> rows = checkFeet(army.stage, army.models, options.plan);
    const std::string what = fmt::format("{}, {} units on {}, {:g} s per gait, {:g} moments per second, {}",
                                         army.models.front().model.name, army.stage.crowd.size(),
                                         army.stage.crowd.settings().terrain.ground, options.plan.seconds,
                                         options.plan.fps, gl::describe(army.context.capabilities()));
    if (options.json != "-") printResult(fmt::format("{}\n{}", what, feetText(rows)));
    writeJson(options.json, {{"what", what}, {"rows", feetJson(rows)}});
    return ExitCode::kOk;
}

}  // namespace phalanx
