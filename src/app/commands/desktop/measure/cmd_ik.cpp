// `phalanx ik`: two-bone IK, CCD and FABRIK on random chains and targets of a model.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"

namespace phalanx {

void declareOptions(OptionSet& set, IkOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.add({.key = "chains", .help = "Random chains and targets of each row.", .least = 1, .most = 1e6},
            options.comparison.chains);
    set.add({.key = "rounds",
             .help = "Most rounds of CCD and FABRIK.",
             .least = 1,
             .most = static_cast<double>(kMostIkRounds)},
            options.comparison.rounds);
    set.add({.key = "seed",
             .help = "Seed of the random values. The same seed gives the same chains.",
             .least = 0,
             .most = 4294967295.0},
            options.comparison.seed);
    declareJson(set, options, "Writes the table to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, IkOptions& options) {
    takeOneModel(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const IkOptions& options) {
    requireWritable(options.json);
    const Model model = importFile(options.settings.army.files.front(), options.army()).model;
    checkSideFiles(model, {options.json});
    const std::vector<IkComparisonRow> rows = compareIk(model, options.comparison);
    if (options.json != "-") {
        printResult(fmt::format("{}: {} chains per row, at most {} rounds, seed {}\n\n{}", model.source_path,
                                options.comparison.chains, options.comparison.rounds, options.comparison.seed,
                                ikComparisonText(rows, options.comparison)));
    }
    nlohmann::json json = ikComparisonJson(rows, options.comparison);
    json["file"] = model.source_path;
    writeJson(options.json, json);
    return ExitCode::kOk;
}

}  // namespace phalanx
