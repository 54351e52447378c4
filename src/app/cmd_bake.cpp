// `phalanx bake`: what the animation texture of a model costs, the result as a file, and a picture of it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/bake_picture.h"
#include "app/commands.h"
#include "app/output.h"
#include "asset/container.h"
#include "asset/image.h"
#include "core/child_process.h"
#include "core/file.h"
#include "core/parallel.h"

namespace phalanx {
namespace {

constexpr std::uint64_t kFloatTexel = 16;  // bytes of RGBA32F
constexpr std::uint64_t kHalfTexel = 8;    // of RGBA16F

// The two ways to keep a soldier's motion in a texture, counted as the article that Phalanx follows counts
// them (docs/baking.md): joints take three texels a frame, vertices one for the position, and one more for
// the normal.
struct Sums {
    std::uint64_t joint_texels = 0;
    std::uint64_t position_texels = 0;
    std::uint64_t vertex_texels = 0;
};

Sums sumsOf(const Model& model, const BakedAnimation& baked) {
    const std::uint64_t frames = baked.frames;
    const std::uint64_t positions = model.vertices.size() * frames;
    return {frames * baked.joints * kTexelsPerEntry, positions, 2 * positions};
}

std::string bytesText(std::uint64_t bytes) {
    if (bytes < 10'000) return fmt::format("{} bytes", bytes);
    if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string sumText(const std::string& what, std::uint64_t texels) {
    return fmt::format("  {:<58} = {:>11} texels: {:>9} as RGBA32F, {:>9} as RGBA16F\n", what, texels,
                       bytesText(texels * kFloatTexel), bytesText(texels * kHalfTexel));
}

std::string sumsText(const Model& model, const BakedAnimation& baked) {
    const Sums sums = sumsOf(model, baked);
    std::string text = "\njoints or vertices in the texture\n";
    text +=
        sumText(fmt::format("{} joints x {} texels x {} frames", baked.joints, kTexelsPerEntry, baked.frames),
                sums.joint_texels);
    text += sumText(
        fmt::format("{} vertices x 1 texel (position) x {} frames", model.vertices.size(), baked.frames),
        sums.position_texels);
    text += sumText(
        fmt::format("{} vertices x 2 texels (and normal) x {} frames", model.vertices.size(), baked.frames),
        sums.vertex_texels);
    text += fmt::format("  vertices take {:.1f} times as much as joints\n",
                        static_cast<double>(sums.vertex_texels) / static_cast<double>(sums.joint_texels));
    return text;
}

std::string memoryText(const ImportCost& cost) {
    const std::string here = fmt::format("peak memory {}", bytesText(ownPeakMemory()));
    if (!cost.isolated) return here + "\n";
    return fmt::format("{}, and {} in the process that imported\n", here, bytesText(cost.peak_memory_bytes));
}

std::string clipsText(const BakedAnimation& baked, const std::vector<BakeError>& errors) {
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
            {"texels",
             {{"joints", sums.joint_texels},
              {"positions", sums.position_texels},
              {"positions_and_normals", sums.vertex_texels}}},
            {"bytes_rgba32f",
             {{"joints", sums.joint_texels * kFloatTexel},
              {"positions_and_normals", sums.vertex_texels * kFloatTexel}}},
            {"bytes_rgba16f",
             {{"joints", sums.joint_texels * kHalfTexel},
              {"positions_and_normals", sums.vertex_texels * kHalfTexel}}},
            {"clips", clips}};
}

}  // namespace

ExitCode bakeCommand(const BakeOptions& options) {
    for (const std::string& file : {options.output, options.png, options.json}) requireWritable(file);
    const LoadedModel loaded = loadModel(options.army.files.front(), options.army);
    checkSideFiles(loaded.model, {options.output, options.png, options.json});
    const BakedAnimation& baked = loaded.baked;
    std::vector<BakeError> errors(baked.clips.size());
    parallelFor(errors.size(), 0, [&](std::size_t i) {
        const std::optional<BakeError>& known = baked.clips[i].error;
        errors[i] = known ? *known : measureBakeError(loaded.model, baked, static_cast<int>(i));
    });
    std::string text = fmt::format("{}: {} clips of {} joints baked in {:.0f} ms: {} frames, {}\n",
                                   printable(loaded.model.source_path), baked.clips.size(), baked.joints,
                                   baked.bake_ms, baked.frames, bytesText(baked.bytes()));
    text += memoryText(loaded.import_cost) + clipsText(baked, errors) + sumsText(loaded.model, baked);
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
    writeJson(options.json, bakeJson(loaded, errors));
    return ExitCode::kOk;
}

}  // namespace phalanx
