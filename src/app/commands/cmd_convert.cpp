// `phalanx convert`: writes a model as a .phx file, which loads without an importer.
#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "asset/container/container.h"
#include "core/error.h"
#include "core/file.h"

namespace phalanx {

void declareOptions(OptionSet& set, ConvertOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.add({.key = "output", .help = "File to write, .phx."}, options.output,
            {.letter = 'o', .required = true, .file = FileName::kRegularOnly});
}

void finishOptions(const OptionSet& /*set*/, ConvertOptions& options) {
    takeGiven(options);
    requireContainerName(options.output);
    checkOutputs(inputFiles(options.settings.army), {options.output});
}

ExitCode run(const ConvertOptions& options) {
    const std::string& input = options.settings.army.files.front();
    requireWritable(options.output);
    const ImportedModel imported = importFile(input, options.army());
    const Model& model = imported.model;
    checkSideFiles(model, {options.output});
    const std::vector<std::uint8_t> file = writeContainer(model);
    writeFile(options.output, file);
    std::string text = fmt::format(
        "{}: {} bytes, version {}: {} vertices, {} triangles, {} joints, {} clips, {} textures; {}\n",
        options.output, file.size(), kContainerVersion, model.vertices.size(), model.indices.size() / 3,
        model.palette.size(), model.clips.size(), model.images.size(), importText(imported.cost));
    for (const Note& note : model.notes) {
        if (note.warning) text += fmt::format("  warning: {}\n", note.text);
    }
    printResult(text);
    return ExitCode::kOk;
}

}  // namespace phalanx
