// `phalanx bake`: what the animation texture of a model costs, the result as a file, and a picture of it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/commands/commands.h"
#include "app/commands/shared_options.h"
#include "app/figures/bake_comparison_text.h"
#include "app/figures/bake_picture.h"
#include "asset/common/image.h"
#include "asset/container/container.h"
#include "core/child_process.h"
#include "core/file.h"
#include "core/parallel.h"
#include "core/printable.h"

namespace phalanx {
namespace {

// The two ways to store animation in a texture, in this program's formats (docs/baking.md): three texels per
// joint and frame (encode.h), or posed vertices (vertex_bake.h). Both include normals.
constexpr std::uint64_t kFloatTexel = 16;  // bytes of RGBA32F
constexpr std::uint64_t kHalfTexel = 8;    // of RGBA16F
constexpr std::uint64_t kUnorm16Vertex = 8;
constexpr std::uint64_t kHalfVertex = 16;

struct Sums {
    std::uint64_t joint_texels = 0;
    std::uint64_t posed_vertices = 0;  // vertices times frames
};

Sums sumsOf(const Model& model, const BakedAnimation& baked) {
    const std::uint64_t frames = baked.frames;
    return {frames * baked.joints * kTexelsPerEntry, frames * model.vertices.size()};
}

std::string bytesText(std::uint64_t bytes) {
    if (bytes < 10'000) return fmt::format("{} bytes", bytes);
    if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string sumsText(const Model& model, const BakedAnimation& baked) {
    const Sums sums = sumsOf(model, baked);
    const std::uint64_t float_joints = sums.joint_texels * kFloatTexel;
    const std::uint64_t half_joints = sums.joint_texels * kHalfTexel;
    const std::uint64_t unorm_vertices = sums.posed_vertices * kUnorm16Vertex;
    const std::uint64_t half_vertices = sums.posed_vertices * kHalfVertex;
    const auto times = [](std::uint64_t vertices, std::uint64_t joints) {
        return static_cast<double>(vertices) / static_cast<double>(joints);
    };
    std::string text = "\njoints or vertices in the texture\n";
    text += fmt::format("  {} joints x {} texels x {} frames = {} texels: {} as RGBA32F, {} as RGBA16F\n",
                        baked.joints, kTexelsPerEntry, baked.frames, sums.joint_texels,
                        bytesText(float_joints), bytesText(half_joints));
    text += fmt::format(
        "  {} vertices x {} frames, position and normal: {} as unorm16 ({} bytes each), {} as half ({} "
        "bytes)\n",
        model.vertices.size(), baked.frames, bytesText(unorm_vertices), kUnorm16Vertex,
        bytesText(half_vertices), kHalfVertex);
    text += fmt::format(
        "  vertices take {:.1f} times as much as joints (unorm16 to RGBA32F, as by default), half to RGBA16F "
        "{:.1f} times\n",
        times(unorm_vertices, float_joints), times(half_vertices, half_joints));
    return text;
}

std::string memoryText(const ImportCost& cost) {
    const std::string here = fmt::format("peak memory {}", bytesText(ownPeakMemory()));
    if (!cost.isolated) return here + "\n";
    return fmt::format("{}, and {} in the process that imported\n", here, bytesText(cost.peak_memory_bytes));
}

std::string bakedClipsText(const BakedAnimation& baked, const std::vector<BakeError>& errors) {
    std::size_t width = 4;
    for (const BakedClip& clip : baked.clips) width = std::max(width, clip.name.size());
    std::string text = fmt::format(
        "\n   #  {:<{}}  seconds       Hz  frames   first   mean mm  p99 mm  max mm\n", "clip", width);
    for (std::size_t i = 0; i < baked.clips.size(); ++i) {
        const BakedClip& clip = baked.clips[i];
        text += fmt::format("{:4}  {:<{}}  {:7.3f}  {:7.2f}  {:6}  {:6}  {:8.3f}  {:6.3f}  {:6.2f}\n", i,
                            clip.name, width, clip.duration_s, clip.rate_hz, clip.intervals + 1,
                            clip.first_frame, errors[i].mean_mm, errors[i].p99_mm, errors[i].max_mm);
    }
    text += "errors: against the exact pose between the frames, over all vertices, for a model 1.8 m tall\n";
    const auto sampled =
        std::count_if(errors.begin(), errors.end(), [](const BakeError& error) { return error.sampled; });
    if (sampled > 0) {
        text += fmt::format(
            "of {} clips they are taken from a part of the moments and vertices, evenly spread: all of them "
            "would take too long\n",
            sampled);
    }
    return text;
}

nlohmann::json bakeJson(const LoadedModel& loaded, const std::vector<BakeError>& errors) {
    using nlohmann::json;
    const BakedAnimation& baked = loaded.baked;
    const Sums sums = sumsOf(loaded.model, baked);
    json clips = json::array();
    for (std::size_t i = 0; i < baked.clips.size(); ++i) {
        const BakedClip& clip = baked.clips[i];
        clips.push_back({{"name", clip.name},
                         {"seconds", clip.duration_s},
                         {"rate_hz", clip.rate_hz},
                         {"first_frame", clip.first_frame},
                         {"frames", clip.intervals + 1},
                         {"loops", clip.loops},
                         {"error_mm",
                          {{"mean", errors[i].mean_mm},
                           {"p99", errors[i].p99_mm},
                           {"max", errors[i].max_mm},
                           {"sampled", errors[i].sampled}}}});
    }
    return {{"file", loaded.model.source_path},
            {"vertices", loaded.model.vertices.size()},
            {"joints", baked.joints},
            {"frames", baked.frames},
            {"import_ms", loaded.import_cost.wall_ms},
            {"bake_ms", baked.bake_ms},
            {"peak_memory_bytes",
             {{"import", loaded.import_cost.peak_memory_bytes}, {"this_process", ownPeakMemory()}}},
            {"mirrors", baked.mirrors},
            {"joint_texels", sums.joint_texels},
            {"bytes",
             {{"joints_rgba32f", sums.joint_texels * kFloatTexel},
              {"joints_rgba16f", sums.joint_texels * kHalfTexel},
              {"vertices_unorm16", sums.posed_vertices * kUnorm16Vertex},
              {"vertices_half", sums.posed_vertices * kHalfVertex}}},
            {"clips", clips}};
}

}  // namespace

void declareOptions(OptionSet& set, BakeOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.group(kBakingGroup, options.settings);
    set.add({.key = "output", .help = "Writes the model as a .phx file."}, options.output,
            {.letter = 'o', .file = FileName::kRegularOnly});
    set.add({.key = "png", .help = "Writes an image of the animation texture."}, options.png,
            {.file = FileName::kRegularOnly});
    set.add({.key = "compare",
             .help = "Measures every rate, encoding and lookup side by side, --rate among them."},
            options.compare);
    declareJson(set, options, "Writes the statistics to a file; -: stdout.");
}

void finishOptions(const OptionSet& /*set*/, BakeOptions& options) {
    takeOneModel(options);
    if (!options.output.empty()) requireContainerName(options.output);
    checkOutputs(inputFiles(options.settings.army), {options.output, options.png, options.json});
}

ExitCode run(const BakeOptions& options) {
    for (const std::string& file : {options.output, options.png, options.json}) requireWritable(file);
    const LoadedModel loaded = loadModel(options.settings.army.files.front(), options.army());
    checkSideFiles(loaded.model, {options.output, options.png, options.json});
    const BakedAnimation& baked = loaded.baked;
    std::vector<BakeError> errors(baked.clips.size());
    parallelFor(errors.size(), 0, [&](std::size_t i) {
        const std::optional<BakeError>& known = baked.clips[i].error;
        errors[i] = known ? *known : measureBakeError(loaded.model, baked, static_cast<int>(i));
    });
    std::string text = fmt::format("{}: {} clips of {} joints baked in {:.0f} ms: {} frames, {}\n",
                                   printable(loaded.model.source_path, kMostPathBytes), baked.clips.size(),
                                   baked.joints, baked.bake_ms, baked.frames, bytesText(baked.bytes()));
    text += memoryText(loaded.import_cost) + bakedClipsText(baked, errors) + sumsText(loaded.model, baked);
    nlohmann::json json = bakeJson(loaded, errors);
    if (options.compare) {
        BakeComparisonOptions settings;
        if (std::ranges::find(settings.rates, options.settings.bake.rate_hz) == settings.rates.end())
            settings.rates.push_back(options.settings.bake.rate_hz);
        const std::vector<ComparedBake> rows = [&] {
            ProgressLine progress;
            settings.progress = [&](float share) { progress.show("", static_cast<double>(share)); };
            return compareBakes(loaded.model, settings);
        }();
        text += comparedBakesText(rows);
        json["bakes"] = comparedBakesJson(rows);
    }
    if (!options.output.empty()) {
        const std::vector<std::uint8_t> file = writeContainer(loaded.model);
        writeFile(options.output, file);
        text += fmt::format("\n{}: {}, skeleton, clips, meshes and textures\n", options.output,
                            bytesText(file.size()));
    }
    if (!options.png.empty()) {
        const BakePicture picture = drawBake(baked);
        writePng(options.png, picture.width, picture.height, 3, picture.rgb);
        text += fmt::format("\n{}: {} x {} pixels. {}\n", options.png, picture.width, picture.height,
                            kBakePictureLegend);
    }
    if (options.json != "-") printResult(text);
    writeJson(options.json, json);
    return ExitCode::kOk;
}

}  // namespace phalanx
