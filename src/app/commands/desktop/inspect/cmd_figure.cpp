// `phalanx figure`: the figures of the guide, from a model's data and from measurements.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/figures/figures.h"
#include "core/child_process.h"
#include "core/file.h"
#include "core/log.h"

namespace phalanx {
namespace {

nlohmann::json readBench(const std::string& file) {
    nlohmann::json bench = nlohmann::json::parse(readTextFile(file), nullptr, false);
    if (bench.is_discarded())
        throw inputError(file, "is not JSON; `phalanx bench --json FILE` writes the expected file");
    return bench;
}

}  // namespace

void declareOptions(OptionSet& set, FigureOptions& options) {
    std::string help = "Which one:";
    std::vector<std::string> names;
    for (const Figure& each : figures()) {
        help += fmt::format("{} {} ({})", &each == figures().data() ? "" : ";", each.name, each.about);
        names.emplace_back(each.name);
    }
    help += ".";
    set.add({.key = "NAME", .help = help}, options.name, {.positional = true, .words = names});
    set.add({.key = "all", .help = "All figures; those from measurements only with --data."}, options.all);
    set.exclude("all", "NAME");
    set.add({.key = "out", .help = "SVG file, otherwise stdout; with --all a folder."}, options.output,
            {.letter = 'o', .file = FileName::kAny});
    set.declare({.key = "model",
                 .help = "Model file; otherwise the soldier that comes with Phalanx.",
                 .kind = SettingKind::kText},
                "", {.file = FileName::kAny}, [&options](const SettingValue& value) {
                    options.settings.army.files = {std::get<std::string>(value)};
                });
    set.add({.key = "data", .help = "Output of `phalanx bench --json`."}, options.data,
            {.file = FileName::kAny});
}

void finishOptions(const OptionSet& /*set*/, FigureOptions& options) {
    options.import.importer = ownExecutable();
    if (options.all) {
        if (!std::filesystem::is_directory(options.output))
            throw usageError("--out", "must be a folder that exists, for --all");
        return;
    }
    if (options.name.empty()) throw usageError("NAME", "is missing; --all draws all figures");
    if (findFigure(options.name).measured && options.data.empty())
        throw usageError("--data", "is missing: this figure needs the output of `phalanx bench --json FILE`");
    if (!options.output.empty() && std::filesystem::path(options.output).extension() != ".svg")
        throw usageError("--out", "'" + options.output + "' must end in .svg, the format that is written");
    checkOutputs(inputFiles(options.settings.army), {options.output});
}

ExitCode run(const FigureOptions& options) {
    std::optional<nlohmann::json> bench;
    if (!options.data.empty()) bench = readBench(options.data);
    const LoadedModel loaded = loadModels(options.army()).front();
    const FigureSource source{loaded, bench ? &*bench : nullptr};
    if (!options.all) {
        const std::string svg = findFigure(options.name).draw(source);
        if (options.output.empty()) {
            printResult(svg);
        } else {
            writeFile(options.output, svg);
        }
        return ExitCode::kOk;
    }
    for (const Figure& figure : figures()) {
        if (figure.measured && !bench) {
            info("{}: left out, it is drawn from measurements; give --data", figure.name);
            continue;
        }
        const std::filesystem::path file =
            std::filesystem::path(options.output) / fmt::format("{}.svg", figure.name);
        writeFile(file, figure.draw(source));
        printResult(file.string() + "\n");
    }
    return ExitCode::kOk;
}

}  // namespace phalanx
