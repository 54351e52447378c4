// `phalanx convert`: writes a model as a .phx file, which loads without an importer.
#include <fmt/format.h>

#include "anim/compression/compress_clip.h"
#include "anim/pose/part_triangles.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "asset/container/container.h"
#include "asset/container/packed_container.h"
#include "core/error.h"
#include "core/file.h"

namespace phalanx {
namespace {

std::string compressedText(const Model& model, const std::vector<PackedClip>& packed) {
    std::size_t bytes = 0;
    std::size_t count = 0;
    std::string exact;
    for (std::size_t i = 0; i < packed.size(); ++i) {
        bytes += packed[i].size();
        if (!packed[i].empty()) {
            ++count;
        } else if (!model.clips[i].channels.empty()) {
            exact += fmt::format("{}{}", exact.empty() ? "" : ", ", model.clips[i].name);
        }
    }
    std::string text = fmt::format("  {} clips compressed to {} bytes\n", count, bytes);
    if (!exact.empty()) text += fmt::format("  stored exactly: {}\n", exact);
    return text;
}

}  // namespace

void declareOptions(OptionSet& set, ConvertOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.add({.key = "output", .help = "File to write, .phx."}, options.output,
            {.letter = 'o', .required = true, .file = FileName::kRegularOnly});
    set.add(
        {.key = "compress-clips",
         .help =
             "Compresses the clips: no vertex moves by more than this, mm on a model 1.8 m tall. Without it "
             "they are stored exactly.",
         .least = kLeastCompression_mm,
         .most = kMostCompression_mm},
        options.compress_clips_mm);
}

void finishOptions(const OptionSet& /*set*/, ConvertOptions& options) {
    takeOneModel(options);
    requireContainerName(options.output);
    checkOutputs(inputFiles(options.settings.army), {options.output});
}

ExitCode run(const ConvertOptions& options) {
    const std::string& input = options.settings.army.files.front();
    requireWritable(options.output);
    const ImportedModel imported = importFile(input, options.army());
    const Model& model = imported.model;
    checkSideFiles(model, {options.output});
    std::vector<PackedClip> packed;
    if (options.compress_clips_mm) packed = compressClips(model, *options.compress_clips_mm);
    const std::vector<std::uint8_t> file = writeContainer(model, packed);
    writeFile(options.output, file);
    std::string text = fmt::format(
        "{}: {} bytes, version {}: {} vertices, {} triangles, {} joints, {} clips, {} textures; {}\n",
        options.output, file.size(), kContainerVersion, model.vertices.size(), trianglesOf(model.parts),
        model.palette.size(), model.clips.size(), model.images.size(), importText(imported.cost));
    if (options.compress_clips_mm) text += compressedText(model, packed);
    for (const Note& note : model.notes) {
        if (note.warning) text += fmt::format("  warning: {}\n", note.text);
    }
    printResult(text);
    return ExitCode::kOk;
}

}  // namespace phalanx
