// `phalanx figure`: the figures of the guide, from a model's own data and from measurements.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/figures/figures.h"
#include "core/file.h"
#include "core/log.h"

namespace phalanx {
namespace {

nlohmann::json readBench(const std::string& file) {
    nlohmann::json bench = nlohmann::json::parse(readTextFile(file), nullptr, false);
    if (bench.is_discarded())
        throw inputError(file, "is not JSON; `phalanx bench --json FILE` writes what is wanted");
    return bench;
}

}  // namespace

ExitCode figureCommand(const FigureOptions& options) {
    std::optional<nlohmann::json> bench;
    if (!options.data.empty()) bench = readBench(options.data);
    const LoadedModel loaded = loadModels(options.army).front();
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
