// `phalanx pose`: the vertices of one pose as an OBJ file, in the model file's own units and axes.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "anim/layers/evaluate_pose.h"
#include "anim/layers/layer_rig.h"
#include "anim/layers/layered_pose_json.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/army/layered_army.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/offscreen.h"
#include "app/commands/pose_text.h"
#include "app/commands/shared_options.h"
#include "core/file.h"
#include "core/log.h"
#include "core/printable.h"
#include "render/draws/gpu_skinner.h"
#include "render/model/gpu_model.h"
#include "render/model/rig_textures.h"
#include "render/units/layer_record.h"

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

using NodeMatrices = std::vector<std::optional<glm::dmat4>>;

// A pose as it was computed, and what its title says of it.
struct ComputedPose {
    std::vector<SkinnedVertex> vertices;
    NodeMatrices file_from_node;  // in the file's units and axes
    std::string title;
    std::string statements;  // lines about blend spaces, aims and IK
};

NodeMatrices allNodes(const std::vector<glm::dmat4>& file_from_node) {
    return {file_from_node.begin(), file_from_node.end()};
}

struct PoseInModel {
    LayeredPose form;
    ResolvedPose resolved;
};

PoseInModel poseOf(const Model& model, const PoseOptions& options) {
    PoseFile file = readPoseFor(model, options.pose);
    ResolvedPose resolved = resolvePose(model, file.pose, file.spaces, options.pose);
    for (std::size_t i = 0; i < resolved.aims.size(); ++i) {
        if (!resolved.aims[i].unit) continue;
        throw usageError(
            options.pose,
            fmt::format("aim[{}].target is a unit of an army, which `shot --pose` draws; here it "
                        "must be a point",
                        i));
    }
    return {std::move(file.pose), std::move(resolved)};
}

std::string layeredTitle(const Model& model, const PoseOptions& options, const std::string& by) {
    return fmt::format("{}, pose {}, by {}", model.name,
                       printable(std::filesystem::path(options.pose).filename().string()), by);
}

ComputedPose exactLayers(const Model& model, const PoseOptions& options) {
    const PoseInModel of_model = poseOf(model, options);
    const EvaluatedPose pose = evaluatePose(model, of_model.resolved);
    return {skin(model.vertices, paletteOf(model, pose.file_from_node),
                 {model.morph_targets, pose.local.morph_weights}),
            allNodes(pose.file_from_node), layeredTitle(model, options, "exact sampling"),
            poseStatements(model, of_model.form, of_model.resolved, pose)};
}

LocalPose sampledClips(const Model& model, const Choice& choice, const PoseOptions& options) {
    LocalPose pose = restPose(model);
    if (!model.clips.empty()) {
        const auto sampled = [&](int clip, double time_s) {
            return samplePose(model, model.clips[static_cast<std::size_t>(clip)], time_s);
        };
        pose = sampled(choice.clip_a, options.time_s);
        if (options.blend_clip)
            pose = blendPoses(pose, sampled(choice.clip_b, options.blend_time_s), choice.weight);
    }
    return pose;
}

double phaseAt(const Model& model, int clip, double time_s) {
    if (model.clips.empty()) return 0.0;
    const Clip& played = model.clips[static_cast<std::size_t>(clip)];
    return played.duration_s > 0.0 ? clipTime(played, time_s) / played.duration_s : 0.0;
}

// In the order of the model's vertices.
std::vector<SkinnedVertex> inModelOrder(const LoadedModel& loaded, const PackedMesh& mesh,
                                        std::span<const FeedbackVertex> drawn) {
    std::vector<SkinnedVertex> vertices(loaded.model.vertices.size());
    for (std::size_t i = 0; i < drawn.size(); ++i)
        vertices[mesh.model_vertex[i]] = {glm::dvec3(drawn[i].position), glm::dvec3(drawn[i].normal)};
    return vertices;
}

// What the passes of layers and the vertex shader write.
ComputedPose drawnLayers(const LoadedModel& loaded, const PoseOptions& options) {
    const Model& model = loaded.model;
    const PoseInModel of_model = poseOf(model, options);
    requireLayers(model);
    const LayerRig rig = bakeLayerRig(model, loaded.baked.clips, of_model.resolved);
    const LayerRecord record = recordOf(model, rig, of_model.resolved, options.pose);
    const Technique& technique = layeredTechnique(findTechnique(options.technique));
    const gl::HeadlessContext context = openContext(options);
    const std::string why = whyUnavailable(technique, context.capabilities(), loaded.baked.joints);
    if (!why.empty()) throw environmentError("technique " + options.technique, why);
    const GpuModel gpu_model = makeGpuModel(context.capabilities(), loaded, clipTableOf(loaded.baked),
                                            options.settings.bake.fetch.value_or(FetchPath::kTexture2d));
    GpuSkinner skinner(context.capabilities(), dataDirectory() / "shaders");
    const GpuSkinner::Layered drawn = skinner.skinLayered(
        gpu_model, technique, options.settings.render.skin,
        std::make_shared<const RigTextures>(context.capabilities(), rig), std::span(&record, 1), true);
    ComputedPose pose{inModelOrder(loaded, gpu_model.packed(technique.mesh), drawn.vertices),
                      NodeMatrices(model.nodes.size()),
                      layeredTitle(model, options, "technique " + options.technique),
                      spaceStatements(model, of_model.form, of_model.resolved)};
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    for (std::size_t j = 0; j < drawn.rows.size() / 3; ++j) {
        const Joint& joint = model.palette[j];
        std::optional<glm::dmat4>& file_from_node = pose.file_from_node[static_cast<std::size_t>(joint.node)];
        if (file_from_node) continue;  // bound twice
        glm::dmat4 model_from_bind(1.0);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column)
                model_from_bind[column][row] =
                    static_cast<double>(drawn.rows[3 * j + static_cast<std::size_t>(row)][column]);
        }
        file_from_node = file_from_model * model_from_bind * glm::inverse(joint.joint_from_bind);
    }
    return pose;
}

// The same vertices in the same order as by exact sampling.
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
    return inModelOrder(loaded, gpu_model.packed(technique.mesh), drawn);
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
    set.add({.key = "pose",
             .help = "A layered pose as JSON instead of clips: docs/pose.md has the form. Drawn by technique "
                     "palette unless --technique names another."},
            options.pose, {.file = FileName::kRegularOnly});
    for (const char* key : {"clip", "time", "blend-clip", "blend-time", "blend"}) set.exclude("pose", key);
    set.add(
        {.key = "joints",
         .help = "JSON file for the matrices of nodes, in the model file's own units and axes: of all nodes "
                 "with --exact, else, with --pose, of those that move vertices, as the GPU wrote them."},
        options.joints, {.file = FileName::kRegularOnly});
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

void finishOptions(const OptionSet& set, PoseOptions& options) {
    takeGiven(options);
    requireObjName(options.output);
    if (!options.joints.empty() && !options.exact && options.pose.empty())
        throw usageError("--joints", "is for exact sampling and for layered poses; add --exact or --pose");
    if (!options.pose.empty() && !options.exact) {
        if (!set.given("technique")) options.technique = "palette";
        requireLayerTechnique(options.technique);
        const bool rows = layeredTechnique(findTechnique(options.technique)).pose == PoseKind::kPalette;
        if (!options.joints.empty() && !rows) {
            throw usageError("--joints", fmt::format("technique {} keeps no matrices; use palette or texture",
                                                     options.technique));
        }
    }
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    if (!options.pose.empty()) inputs.push_back(options.pose);
    checkOutputs(inputs, {options.output, options.joints});
}

ExitCode run(const PoseOptions& options) {
    requireWritable(options.output);
    requireWritable(options.joints);
    const LoadedModel loaded = load(options);
    checkSideFiles(loaded.model, {options.output, options.joints});
    ComputedPose pose;
    if (!options.pose.empty()) {
        pose = options.exact ? exactLayers(loaded.model, options) : drawnLayers(loaded, options);
    } else {
        const Choice choice = chooseClips(loaded.model, options);
        if (options.exact) {
            const LocalPose local = sampledClips(loaded.model, choice, options);
            pose = {skin(loaded.model, local), allNodes(fileFromNode(fileTree(loaded.model), local)), "", ""};
        } else {
            pose.vertices = drawnPose(loaded, choice, options);
        }
        pose.title = describe(loaded.model, choice, options);
    }
    std::string& title = pose.title;
    for (char& c : title) {
        if (c == '\n' || c == '\r') c = ' ';
    }
    writeFile(options.output, objText(loaded.model, pose.vertices, title));
    if (!options.joints.empty()) writeFile(options.joints, jointsText(loaded.model, pose.file_from_node));
    printResult(fmt::format("{}: {}; {} vertices, units of {:.6g} m\n{}", options.output, title,
                            pose.vertices.size(), loaded.model.metres_per_unit, pose.statements));
    return ExitCode::kOk;
}

}  // namespace phalanx
