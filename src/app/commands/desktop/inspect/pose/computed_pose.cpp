#include "app/commands/desktop/inspect/pose/computed_pose.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/layered_pose_json.h"
#include "anim/layers/resolved_pose.h"
#include "anim/pose/pose.h"
#include "anim/rig/layer_rig.h"
#include "app/commands/desktop/inspect/pose/pose_text.h"
#include "app/commands/desktop/offscreen.h"
#include "app/layers/layered_army.h"
#include "core/error.h"
#include "core/log.h"
#include "core/printable.h"
#include "render/draws/gpu_skinner.h"
#include "render/model/gpu_model.h"
#include "render/model/rig_textures.h"
#include "render/units/layer_record.h"

namespace phalanx {
namespace {

using NodeMatrices = std::vector<std::optional<glm::dmat4>>;

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

NodeMatrices allNodes(const std::vector<glm::dmat4>& file_from_node) {
    return {file_from_node.begin(), file_from_node.end()};
}

struct PoseInModel {
    std::string file;
    LayeredPose form;
    ResolvedPose resolved;
};

PoseInModel poseOf(const Model& model, const std::string& form) {
    PoseFile file = readPose(form);
    ResolvedPose resolved = resolvePose(model, file.pose, spacesFor(model, file), form);
    const auto requirePoint = [&](const PoseTarget& target, const char* list, std::size_t i) {
        if (target.inModel()) return;
        throw usageError(form, fmt::format("{}[{}].target is {}, which `shot --pose` draws; here it must be "
                                           "a point of the model",
                                           list, i,
                                           target.in_world              ? "a place of an army's world"
                                           : target.unit->joint.empty() ? "a unit of an army"
                                                                        : "a joint of a unit of an army"));
    };
    for (std::size_t i = 0; i < file.pose.aim.size(); ++i) requirePoint(file.pose.aim[i].target, "aim", i);
    for (std::size_t i = 0; i < file.pose.ik.size(); ++i) requirePoint(file.pose.ik[i].target, "ik", i);
    return {form, std::move(file.pose), std::move(resolved)};
}

std::string layeredTitle(const Model& model, const PoseInModel& pose, const std::string& by) {
    return fmt::format("{}, pose {}, by {}", model.name,
                       printable(std::filesystem::path(pose.file).filename().string()), by);
}

std::vector<ComputedPose> exactLayers(const Model& model, const std::vector<PoseInModel>& forms) {
    std::vector<ComputedPose> poses;
    for (const PoseInModel& each : forms) {
        const EvaluatedPose pose = evaluatePose(model, each.resolved);
        poses.push_back({skin(model.vertices, paletteOf(model, pose.file_from_node),
                              {model.morph_targets, pose.local.morph_weights}),
                         allNodes(pose.file_from_node), layeredTitle(model, each, "exact sampling"),
                         poseStatements(model, each.form, each.resolved, pose)});
    }
    return poses;
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

// A pose as the GPU reads it.
struct RecordedPose {
    LayerRig rig;
    LayerRecord record;
};

RecordedPose recorded(const LoadedModel& loaded, const PoseInModel& pose) {
    try {
        LayerRig rig = bakeLayerRig(loaded.model, loaded.baked.clips, pose.resolved);
        const LayerRecord record = recordOf(loaded.model, rig, pose.resolved, pose.file);
        return {std::move(rig), record};
    } catch (const Error& error) {
        const std::string what = error.what();
        if (error.code() != ExitCode::kUsage || what.starts_with(pose.file)) throw;
        throw usageError(pose.file, what);
    }
}

NodeMatrices nodesThatMoveVertices(const Model& model, std::span<const glm::vec4> rows) {
    NodeMatrices nodes(model.nodes.size());
    const glm::dmat4 file_from_model = glm::inverse(modelFromFile(model));
    for (std::size_t j = 0; j < rows.size() / 3; ++j) {
        const Joint& joint = model.palette[j];
        std::optional<glm::dmat4>& file_from_node = nodes[static_cast<std::size_t>(joint.node)];
        if (file_from_node) continue;  // bound twice
        glm::dmat4 model_from_bind(1.0);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column)
                model_from_bind[column][row] =
                    static_cast<double>(rows[3 * j + static_cast<std::size_t>(row)][column]);
        }
        file_from_node = file_from_model * model_from_bind * glm::inverse(joint.joint_from_bind);
    }
    return nodes;
}

// What the passes of layers and the vertex shader write.
std::vector<ComputedPose> drawnLayers(const LoadedModel& loaded, const std::vector<PoseInModel>& forms,
                                      const PoseOptions& options) {
    const Model& model = loaded.model;
    requireLayers(model);
    std::vector<RecordedPose> records;
    for (const PoseInModel& each : forms) records.push_back(recorded(loaded, each));
    const Technique& technique = layeredTechnique(findTechnique(options.technique));
    const gl::HeadlessContext context = openContext(options);
    const std::string why = whyUnavailable(technique, context.capabilities(), loaded.baked.joints);
    if (!why.empty()) throw environmentError("technique " + options.technique, why);
    const GpuModel gpu_model = makeGpuModel(context.capabilities(), loaded, clipTableOf(loaded.baked),
                                            options.settings.bake.fetch.value_or(FetchPath::kTexture2d));
    GpuSkinner skinner(context.capabilities(), dataDirectory() / "shaders");
    std::vector<ComputedPose> poses;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const GpuSkinner::Layered drawn =
            skinner.skinLayered({gpu_model, technique, options.settings.render.skin,
                                 std::make_shared<const RigTextures>(context.capabilities(), records[i].rig)},
                                std::span(&records[i].record, 1), true);
        poses.push_back({inModelOrder(loaded, gpu_model.packed(technique.mesh), drawn.vertices),
                         nodesThatMoveVertices(model, drawn.rows),
                         layeredTitle(model, forms[i], "technique " + options.technique),
                         spaceStatements(model, forms[i].form, forms[i].resolved)});
    }
    return poses;
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

ComputedPose clipPose(const LoadedModel& loaded, const PoseOptions& options) {
    const Choice choice = chooseClips(loaded.model, options);
    ComputedPose pose;
    if (options.exact) {
        const LocalPose local = sampledClips(loaded.model, choice, options);
        pose.vertices = skin(loaded.model, local);
        pose.file_from_node = allNodes(fileFromNode(fileTree(loaded.model), local));
    } else {
        pose.vertices = drawnPose(loaded, choice, options);
    }
    pose.title = describe(loaded.model, choice, options);
    return pose;
}

std::vector<ComputedPose> layeredPoses(const LoadedModel& loaded, const PoseOptions& options) {
    std::vector<PoseInModel> forms;
    for (const std::string& form : options.poses) forms.push_back(poseOf(loaded.model, form));
    return options.exact ? exactLayers(loaded.model, forms) : drawnLayers(loaded, forms, options);
}

}  // namespace phalanx
