// `phalanx falls`: seeded falls of ragdolls, and what is wrong with their poses.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "bodies/ragdoll_sim.h"
#include "terrain/terrain.h"

namespace phalanx {

void declareOptions(OptionSet& set, FallsOptions& options) {
    Settings& settings = options.settings;
    set.models(settings.army, options.import, 1);
    for (const char* key : {"ground", "ground-size", "ground-height"}) set.setting(key, settings);
    set.add({.key = "count", .help = "Falls.", .least = 1, .most = 1e6}, options.plan.count);
    set.add({.key = "seed",
             .help = "Seed of the random values. The same seed gives the same falls.",
             .least = 0,
             .most = 4294967295.0},
            options.plan.seed);
    set.add({.key = "threads",
             .help = "Threads that simulate; 0: as many as the machine has. They do not change the falls.",
             .least = 0,
             .most = 1024},
            options.plan.threads);
    declareJson(set, options, "Writes the table to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, FallsOptions& options) {
    takeOneModel(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const FallsOptions& options) {
    if (!bodiesAvailable()) throw environmentError("falls", whyNoBodies());
    requireWritable(options.json);
    const Model model = importFile(options.settings.army.files.front(), options.army()).model;
    checkSideFiles(model, {options.json});
    const TerrainSettings& ground = options.settings.crowd.terrain;
    const std::shared_ptr<const Terrain> terrain = makeTerrain(ground);
    const FallReport report = measureFalls(model, terrain.get(), options.plan);
    if (options.json != "-") {
        printResult(fmt::format("{}: {} falls on {}, seed {}\n\n{}", model.source_path, options.plan.count,
                                ground.ground, options.plan.seed, fallText(report)));
    }
    nlohmann::json json = fallJson(report);
    json["file"] = model.source_path;
    json["ground"] = ground.ground;
    json["seed"] = options.plan.seed;
    writeJson(options.json, json);
    return ExitCode::kOk;
}

}  // namespace phalanx
