// `phalanx compress`: what methods of compression make of a model's clips: bytes, error, time to decode.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "anim/compression/compress_clip.h"
#include "anim/quality/compression_comparison.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/figures/compression_text.h"
#include "core/printable.h"

namespace phalanx {

void declareOptions(OptionSet& set, CompressOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.add({.key = "clip", .help = "Only this clip, or #K; else all."}, options.clip);
    set.add(
        {.key = "error",
         .help = "Limit of the error at the surface, mm on a model 1.8 m tall: 99th percentile of each clip. "
                 "The maximum is twice as much.",
         .least = kLeastCompression_mm,
         .most = kMostCompression_mm},
        options.error_mm);
    declareJson(set, options, "Writes the table to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, CompressOptions& options) {
    takeOneModel(options);
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const CompressOptions& options) {
    requireWritable(options.json);
    const Model model = importFile(options.settings.army.files.front(), options.army()).model;
    checkSideFiles(model, {options.json});
    if (model.clips.empty()) throw inputError(model.source_path, "has no clips to compress");
    CompressionComparisonOptions settings;
    settings.p99_mm = options.error_mm;
    settings.max_mm = kMaximumPerP99 * options.error_mm;
    if (!options.clip.empty()) settings.clips = {findClip(model, options.clip)};
    const CompressionComparison comparison = [&] {
        ProgressLine progress;
        settings.progress = [&](float share) { progress.show("", static_cast<double>(share)); };
        return compareCompression(model, settings);
    }();
    if (options.json != "-") {
        printResult(
            fmt::format("{}: {}", printable(model.source_path, kMostPathBytes), compressionText(comparison)));
    }
    nlohmann::json json = compressionJson(comparison);
    json["file"] = model.source_path;
    writeJson(options.json, json);
    return ExitCode::kOk;
}

}  // namespace phalanx
