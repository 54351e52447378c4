#include "app/cli/cli_figure.h"

#include <filesystem>

#include "app/cli/cli_options.h"
#include "app/cli/output.h"
#include "app/figures/figures.h"
#include "core/child_process.h"

namespace phalanx {

CLI::App* addFigure(CLI::App& app, FigureOptions& figure) {
    std::string names = "which one:";
    for (const Figure& each : figures())
        names += fmt::format("{} {} ({})", &each == figures().data() ? "" : ";", each.name, each.about);
    auto* command =
        app.add_subcommand("figure", "the figures of docs/guide.md, drawn from a model's own data");
    auto* name = command->add_option("NAME", figure.name, names)->check(named());
    command->add_flag("--all", figure.all, "all of them; those from measurements only with --data")
        ->excludes(name);
    command->add_option("-o,--out", figure.output, "SVG file, else stdout; with --all a folder")
        ->check(named());
    command->add_option("--model", figure.army.files, "model file; else the soldier that comes with Phalanx")
        ->check(named())
        ->expected(1);
    command->add_option("--data", figure.data, "what `phalanx bench --json` wrote")->check(named());
    return command;
}

void finishFigure(FigureOptions& figure) {
    figure.army.importer = ownExecutable();
    if (figure.all) {
        if (!std::filesystem::is_directory(figure.output))
            throw usageError("--out", "must be a folder that exists, for --all");
        return;
    }
    if (figure.name.empty()) throw usageError("NAME", "is missing; --all draws all figures");
    if (findFigure(figure.name).measured && figure.data.empty())
        throw usageError("--data",
                         "is missing: this figure is drawn from what `phalanx bench --json FILE` wrote");
    if (!figure.output.empty() && std::filesystem::path(figure.output).extension() != ".svg")
        throw usageError("--out", "'" + figure.output + "' must end in .svg, which is what is written");
    checkOutputs(inputFiles(figure.army), {figure.output});
}

}  // namespace phalanx
