// `phalanx export`: the baked texture, the mesh and players for other engines (docs/export.md).
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/army/army.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/export/animation_export.h"
#include "app/export/model_glb.h"
#include "core/error.h"
#include "core/file.h"
#include "core/parallel.h"
#include "core/printable.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

// Copied from assets/players.
constexpr std::array kPlayers{"phalanx_crowd.js", "index.html", "PhalanxCrowd.hlsl",
                              "phalanx_crowd.gdshader"};

std::vector<std::string> exportedFiles(const std::string& folder) {
    std::vector<std::string> files;
    for (const std::string_view name : {kExportedText, kExportedTexels, kExportedMorphs, kExportedModel})
        files.push_back((fs::path(folder) / name).string());
    for (const char* const player : kPlayers) files.push_back((fs::path(folder) / player).string());
    return files;
}

void makeFolder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw environmentError(folder, "the folder cannot be made: " +
                                           (error ? error.message() : std::string("a file has this name")));
}

void writeBytes(const fs::path& file, std::span<const std::byte> bytes) {
    writeFile(file, std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

}  // namespace

void declareOptions(OptionSet& set, ExportOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.group(kBakingGroup, options.settings);
    set.add({.key = "output", .help = "Folder for the files; it is made if it does not exist."},
            options.output, {.letter = 'o', .required = true, .file = FileName::kRegularOnly});
}

void finishOptions(const OptionSet& /*set*/, ExportOptions& options) {
    takeOneModel(options);
    std::error_code error;
    if (options.output.empty()) throw usageError("--output", "needs the name of a folder");
    if (fs::exists(options.output, error) && !fs::is_directory(options.output, error))
        throw usageError("--output", fmt::format("'{}' is a file; export writes several files into a folder",
                                                 printable(options.output, kMostPathBytes)));
    checkOutputs(inputFiles(options.settings.army), exportedFiles(options.output));
}

ExitCode run(const ExportOptions& options) {
    const fs::path players = dataDirectory() / "assets" / "players";
    const LoadedModel loaded = loadModel(options.settings.army.files.front(), options.army());
    checkSideFiles(loaded.model, exportedFiles(options.output));
    const BakedAnimation& baked = loaded.baked;
    const EncodedAnimation encoded = encodeAnimation(loaded.model, baked, baked.encoding);
    std::vector<BakeError> errors(baked.clips.size());
    parallelFor(errors.size(), 0, [&](std::size_t i) {
        errors[i] = encodedBakeError(loaded.model, encoded, baked.clips, static_cast<int>(i));
    });
    const nlohmann::ordered_json text = exportedText(loaded.model, baked, encoded, errors);
    const std::vector<std::byte> texels = exportedTexels(encoded);
    const std::vector<std::uint8_t> model = writeModelGlb(loaded.model);

    makeFolder(options.output);
    const fs::path folder(options.output);
    writeFile(folder / kExportedText,
              text.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    writeBytes(folder / kExportedTexels, texels);
    writeFile(folder / kExportedModel, model);
    if (!encoded.morphs.weights.empty())
        writeBytes(folder / kExportedMorphs, std::as_bytes(std::span(encoded.morphs.weights)));
    for (const char* const player : kPlayers) writeFile(folder / player, readTextFile(players / player));

    const nlohmann::ordered_json& texture = text["texture"];
    std::uint64_t triangles = 0;
    for (const Part& part : loaded.model.parts) triangles += part.index_count / 3;
    std::string result = fmt::format(
        "{}: {} joints, {} frames of {} clips\n  {}: {} x {} texels, {}, {} bytes\n  {}: {} vertices, {} "
        "triangles, "
        "{} bytes\n",
        printable(options.output, kMostPathBytes), encoded.joints, encoded.frames, baked.clips.size(),
        kExportedTexels, texture["width"].get<int>(), texture["height"].get<int>(), nameOf(encoded.encoding),
        texels.size(), kExportedModel, loaded.model.vertices.size(), triangles, model.size());
    if (!encoded.morphs.weights.empty())
        result += fmt::format("  {}: {} morph targets\n", kExportedMorphs, encoded.morphs.targets);
    result +=
        fmt::format("  {} says how to read them; players: {}\n", kExportedText, fmt::join(kPlayers, ", "));
    printResult(result);
    return ExitCode::kOk;
}

}  // namespace phalanx
