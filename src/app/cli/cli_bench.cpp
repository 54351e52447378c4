#include "app/cli/cli_bench.h"

#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "core/error.h"

namespace phalanx {

CLI::App* addBench(CLI::App& app, BenchOptions& bench, Texts& texts) {
    auto* command = app.add_subcommand(
        "bench", "what each technique costs on this machine, timed in turns within one run");
    // Every unit half way between A and B, in every frame: all fetches are on, whatever the clock.
    bench.crowd.settings.crossfade_s = 0.0;
    bench.crowd.settings.blend = 0.5;
    addModels(*command, bench.army, true);
    addBaking(*command, bench.army);
    addCrowdSettings(*command, bench.army, bench.crowd.settings, texts);
    addSkin(*command, bench.crowd.skin);
    command->add_option("--units", texts.unit_list, "numbers of units, with commas between")
        ->capture_default_str();
    command
        ->add_option("--technique", texts.techniques,
                     "all, or names with commas between: " + techniqueNames() +
                         "; with --flight and --grow also auto: compute where the context can, else palette")
        ->capture_default_str();
    command
        ->add_option("--batches", texts.batches,
                     "numbers of units a draw, with commas between: a row of texture-draws for each; with "
                     "--multi-draw a second one by one call")
        ->excludes(command->get_option("--batch"));
    command->add_option("--frames", bench.frames, "measured of each pair of units and technique")
        ->check(between(5, 100'000))
        ->capture_default_str();
    command->add_option("--size", texts.bench_size, "WIDTHxHEIGHT")->capture_default_str();
    command->add_option("--samples", bench.samples, "a pixel")->check(between(1, 16))->capture_default_str();
    command->add_flag("--shadows", bench.shadows, "draw the shadow map too");
    command->add_option("--json", bench.json, "write the table to a file; -: stdout")->check(named());
    command
        ->add_option("--csv", bench.csv,
                     "write the table to a file; with --flight every frame, with its passes")
        ->check(fileAlone());
    command->add_option("--plot", bench.plot, "draw the rows of the largest number of units, an SVG file")
        ->check(fileAlone());
    auto* flight = command->add_flag(
        "--flight", bench.flight,
        "a camera that flies through the army, with culling and levels of detail; technique texture "
        "unless others are named");
    addDetail(*command, bench.crowd);
    addFrameBudget(*command, bench.crowd);
    addPace(*command, bench.crowd);
    addFlightPath(*command, bench);
    auto* grow = command->add_flag(
        "--grow", bench.grow,
        "the longest frame while the army grows from the first number of units to the last, so many frames "
        "at each size; detail and technique as with --flight");
    grow->excludes(flight);
    command->get_option("--flight-path")->needs(flight);
    for (const char* name : {"--batches", "--plot"}) {
        flight->excludes(command->get_option(name));
        grow->excludes(command->get_option(name));
    }
    grow->excludes(command->get_option("--csv"));
    return command;
}

void finishBench(const CLI::App& command, BenchOptions& bench, const Texts& texts) {
    finishCrowd(command, bench.crowd, texts);
    bench.units = parseUnitList("--units", texts.unit_list);
    bench.techniques = parseTechniques(texts.techniques);
    if ((bench.flight || bench.grow) && command.count("--technique") == 0) bench.techniques = {"texture"};
    if (!bench.flight && !bench.grow) {
        for (const std::string& name : bench.techniques) refuseAuto(name, "bench without --flight or --grow");
    }
    for (const char* name : {"--cull", "--lod-error", "--frame-budget", "--select", "--occlusion",
                             "--impostors", "--shadow-cascades"}) {
        if (command.count(name) > 0 && !bench.flight && !bench.grow)
            throw usageError(name, "needs --flight or --grow");
    }
    for (const char* name : {"--frames-ahead", "--pace"}) {
        if (command.count(name) > 0 && !bench.flight) throw usageError(name, "needs --flight");
    }
    if (bench.grow && command.count("--units") > 0 &&
        (bench.units.size() != 2 || bench.units.front() >= bench.units.back()))
        throw usageError("--units", "--grow goes from one number to a larger one; give two");
    if (bench.grow && bench.techniques.size() > 1)
        throw usageError("--technique", "--grow draws by one technique; give one");
    bench.size = parseSize("--size", texts.bench_size);
    if (command.count("--batches") > 0) bench.batches = parseBatchList("--batches", texts.batches);
    checkOutputs(inputFiles(bench.army), {bench.json, bench.csv, bench.plot});
}

}  // namespace phalanx
