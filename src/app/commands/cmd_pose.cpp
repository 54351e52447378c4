// `phalanx pose`: the vertices of one pose as an OBJ file, in the model file's own units and axes.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/offscreen.h"
#include "app/commands/shared_options.h"
#include "core/file.h"
#include "core/log.h"
#include "core/printable.h"
#include "render/draws/gpu_skinner.h"
#include "render/model/gpu_model.h"

namespace phalanx {
namespace {

// Exact sampling needs no bake.
LoadedModel load(const PoseOptions& options) {
    if (!options.exact) return loadModel(options.settings.army.files.front(), options.army());
    LoadedModel loaded;
    loaded.model = importFile(options.settings.army.files.front(), options.army()).model;
    return loaded;
}

// A file of another name would be taken for a model of another format. Devices (/dev/null) have any name.
void requireObjName(const std::string& output) {
    const std::filesystem::path path(output);
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    const bool device = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    if (extension == ".obj" || device) return;
    throw usageError("--output", fmt::format("'{}' must end in .obj, the format that is written",
                                             printable(output, kMostPathBytes)));
}

struct Choice {
    int clip_a = 0;
    int clip_b = 0;
    double weight = 0.0;
};

// A model without clips plays its rest pose.
Choice chooseClips(const Model& model, const PoseOptions& options) {
    Choice choice;
    if (model.clips.empty()) {
        if (options.clip != PoseOptions{}.clip || options.blend_clip) findClip(model, options.clip);
        warn("{}: has no clips; this is its rest pose", model.name);
        return choice;
    }
    choice.clip_a = choice.clip_b = findClip(model, options.clip);
    if (options.blend_clip) {
        choice.clip_b = findClip(model, *options.blend_clip);
        choice.weight = options.blend;
    } else if (options.blend > 0.0) {
        throw usageError("--blend", "is the weight of clip B; give that with --blend-clip");
    }
    return choice;
}

std::vector<SkinnedVertex> exactPose(const Model& model, const Choice& choice, const PoseOptions& options) {
    LocalPose pose = restPose(model);
    if (!model.clips.empty()) {
        const auto sampled = [&](int clip, double time_s) {
            return samplePose(model, model.clips[static_cast<std::size_t>(clip)], time_s);
        };
        pose = sampled(choice.clip_a, options.time_s);
        if (options.blend_clip)
            pose = blendPoses(pose, sampled(choice.clip_b, options.blend_time_s), choice.weight);
    }
    return skin(model, pose);
}

double phaseAt(const Model& model, int clip, double time_s) {
    if (model.clips.empty()) return 0.0;
    const Clip& played = model.clips[static_cast<std::size_t>(clip)];
    return played.duration_s > 0.0 ? clipTime(played, time_s) / played.duration_s : 0.0;
}

// The same vertices in the same order as exactPose().
std::vector<SkinnedVertex> drawnPose(const LoadedModel& loaded, const Choice& choice,
                                     const PoseOptions& options) {
    const Technique& technique = findTechnique(options.technique);
    const gl::HeadlessContext context = openContext(options);
    const std::string why = whyUnavailable(technique, context.capabilities(), loaded.baked.joints);
    if (!why.empty()) throw environmentError("technique " + options.technique, why);
    GpuModel gpu_model = makeGpuModel(context.capabilities(), loaded, clipTableOf(loaded.baked),
                                      options.settings.bake.fetch.value_or(FetchPath::kTexture2d));
    if (technique.pose == PoseKind::kVertexTexture)
        ensureVertexAnimation(context.capabilities(), loaded, options.skin(), gpu_model);
    GpuSkinner skinner(context.capabilities(), dataDirectory() / "shaders");
    const BakedPose pose{choice.clip_a, phaseAt(loaded.model, choice.clip_a, options.time_s), choice.clip_b,
                         phaseAt(loaded.model, choice.clip_b, options.blend_time_s), choice.weight};
    const std::vector<FeedbackVertex> drawn =
        skinner.skin(gpu_model, technique, options.settings.render.skin, pose);
    std::vector<SkinnedVertex> vertices(loaded.model.vertices.size());
    const std::vector<std::uint32_t>& model_vertex = gpu_model.packed(technique.mesh).model_vertex;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        vertices[model_vertex[i]] = {glm::dvec3(drawn[i].position), glm::dvec3(drawn[i].normal)};
    }
    return vertices;
}

// A valid name in OBJ: one word of printable characters.
std::string wordOf(const std::string& name) {
    std::string word = name.empty() ? "unnamed" : name;
    for (char& c : word) {
        if (static_cast<unsigned char>(c) <= ' ') c = '_';
    }
    return word;
}

std::string objText(const Model& model, const std::vector<SkinnedVertex>& vertices,
                    const std::string& title) {
    fmt::memory_buffer out;
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "# {}\n", title);
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    const glm::dmat3 turn = glm::dmat3(file_from_model) * model.metres_per_unit;  // without the scale
    // Enough digits to read back the same float.
    constexpr int kDigits = std::numeric_limits<float>::max_digits10;
    for (const SkinnedVertex& vertex : vertices) {
        const glm::dvec3 p(file_from_model * glm::dvec4(vertex.position, 1.0));
        fmt::format_to(to, "v {:.{}g} {:.{}g} {:.{}g}\n", p.x, kDigits, p.y, kDigits, p.z, kDigits);
    }
    // In OBJ, v points upwards.
    for (const Vertex& vertex : model.vertices)
        fmt::format_to(to, "vt {:.7g} {:.7g}\n", vertex.uv.x, 1.0 - static_cast<double>(vertex.uv.y));
    for (const SkinnedVertex& vertex : vertices) {
        const glm::dvec3 n = turn * vertex.normal;
        fmt::format_to(to, "vn {:.7g} {:.7g} {:.7g}\n", n.x, n.y, n.z);
    }
    for (const Part& part : model.parts) {
        fmt::format_to(to, "g {}\nusemtl {}\n", wordOf(part.name),
                       wordOf(model.materials[part.material].name));
        for (std::uint32_t i = part.first_index; i + 2 < part.first_index + part.index_count; i += 3) {
            const std::uint32_t a = model.indices[i] + 1;
            const std::uint32_t b = model.indices[i + 1] + 1;
            const std::uint32_t c = model.indices[i + 2] + 1;
            fmt::format_to(to, "f {0}/{0}/{0} {1}/{1}/{1} {2}/{2}/{2}\n", a, b, c);
        }
    }
    return fmt::to_string(out);
}

std::string describe(const Model& model, const Choice& choice, const PoseOptions& options) {
    const std::string by = options.exact ? "exact sampling" : "technique " + options.technique;
    const bool rests =
        model.clips.empty() || (!options.exact && !findTechnique(options.technique).animated());
    if (rests) return fmt::format("{}, rest pose, by {}", model.name, by);
    std::string text = fmt::format("{}, {} at {:.4f} s", model.name,
                                   model.clips[static_cast<std::size_t>(choice.clip_a)].name, options.time_s);
    if (options.blend_clip) {
        text += fmt::format(", {:.4g} of {} at {:.4f} s", choice.weight,
                            model.clips[static_cast<std::size_t>(choice.clip_b)].name, options.blend_time_s);
    }
    return text + ", by " + by;
}

}  // namespace

void declareOptions(OptionSet& set, PoseOptions& options) {
    set.models(options.settings.army, options.import, 1);
    set.group(kBakingGroup, options.settings);
    set.add({.key = "clip", .help = settingOf("clip").help}, options.clip);
    set.add({.key = "time", .help = "Seconds from the clip's first key.", .least = -1e6, .most = 1e6},
            options.time_s);
    set.add({.key = "blend-clip", .help = settingOf("blend-clip").help}, options.blend_clip);
    set.add({.key = "blend-time", .help = "Seconds from clip B's first key.", .least = -1e6, .most = 1e6},
            options.blend_time_s);
    set.add({.key = "blend", .help = "Weight of clip B."}, options.blend);
    SettingInfo technique{.key = "technique", .help = "The technique whose shader skins."};
    for (const Technique& each : techniques()) technique.names.push_back(each.name);
    set.add(technique, options.technique);
    set.add({.key = "exact",
             .help = "Exact sampling on the CPU instead; crossfades by slerp of each joint's rotation."},
            options.exact);
    set.exclude("exact", "technique");
    set.add({.key = "output", .help = "OBJ file, in the model file's own units and axes."}, options.output,
            {.letter = 'o', .required = true, .file = FileName::kRegularOnly});
    set.group(kPosesGroup, options.settings);
    declareGl(set, options);
    // Exact sampling reads no bake and runs no shader.
    set.exclude("exact", "gl");
    for (const Setting<Settings>& row : settingsTable()) {
        if (row.group == kBakingGroup || row.group == kPosesGroup) set.exclude("exact", row.key);
    }
}

void finishOptions(const OptionSet& /*set*/, PoseOptions& options) {
    takeGiven(options);
    requireObjName(options.output);
    checkOutputs(inputFiles(options.settings.army), {options.output});
}

ExitCode run(const PoseOptions& options) {
    requireWritable(options.output);
    const LoadedModel loaded = load(options);
    checkSideFiles(loaded.model, {options.output});
    const Choice choice = chooseClips(loaded.model, options);
    const std::vector<SkinnedVertex> vertices =
        options.exact ? exactPose(loaded.model, choice, options) : drawnPose(loaded, choice, options);
    std::string title = describe(loaded.model, choice, options);
    for (char& c : title) {
        if (c == '\n' || c == '\r') c = ' ';
    }
    writeFile(options.output, objText(loaded.model, vertices, title));
    printResult(fmt::format("{}: {}; {} vertices, units of {:.6g} m\n", options.output, title,
                            vertices.size(), loaded.model.metres_per_unit));
    return ExitCode::kOk;
}

}  // namespace phalanx
