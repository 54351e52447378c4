// `phalanx pose`: the vertices of poses as OBJ files, in the model file's own units and axes.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/inspect/pose/computed_pose.h"
#include "app/commands/desktop/inspect/pose/pose_text.h"
#include "app/commands/shared_options.h"
#include "app/layers/layered_army.h"
#include "core/error.h"
#include "core/file.h"
#include "core/printable.h"

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

void requireFolder(const char* option, const std::string& folder) {
    std::error_code error;
    if (std::filesystem::is_directory(folder, error)) return;
    throw usageError(option, fmt::format("'{}' is not a folder; with several --pose it is the folder for one "
                                         "file per form",
                                         printable(folder, kMostPathBytes)));
}

// The files for the results of one pose.
struct PoseFiles {
    std::string output;
    std::string joints;  // "": none
};

// The results of several forms are named after the forms. Throws Error (kUsage) if two have the same name.
std::vector<PoseFiles> filesOf(const PoseOptions& options) {
    if (options.poses.size() < 2) return {{options.output, options.joints}};
    std::vector<PoseFiles> files;
    std::map<std::string, std::string> form_of_name;
    for (const std::string& form : options.poses) {
        const std::string name = std::filesystem::path(form).stem().string();
        const auto [same, added] = form_of_name.emplace(name, form);
        if (!added) {
            throw usageError("--pose", fmt::format("{} and {} have the same name without its ending, after "
                                                   "which their results are named",
                                                   printable(same->second, kMostPathBytes),
                                                   printable(form, kMostPathBytes)));
        }
        const auto in = [&](const std::string& folder, const char* ending) {
            return folder.empty() ? folder : (std::filesystem::path(folder) / (name + ending)).string();
        };
        files.push_back({in(options.output, ".obj"), in(options.joints, ".json")});
    }
    return files;
}

std::vector<std::string> outputsOf(const std::vector<PoseFiles>& files) {
    std::vector<std::string> outputs;
    for (const PoseFiles& each : files) outputs.insert(outputs.end(), {each.output, each.joints});
    return outputs;
}

void write(const Model& model, const ComputedPose& pose, const PoseFiles& files) {
    std::string title = pose.title;
    for (char& c : title) {
        if (c == '\n' || c == '\r') c = ' ';
    }
    writeFile(files.output, objText(model, pose.vertices, title));
    if (!files.joints.empty()) writeFile(files.joints, jointsText(model, pose.file_from_node));
    printResult(fmt::format("{}: {}; {} vertices, units of {:.6g} m\n{}", files.output, title,
                            pose.vertices.size(), model.metres_per_unit, pose.statements));
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
                     "palette unless --technique names another. May be given several times: then --output "
                     "and --joints are folders, which get one file per form, named after it."},
            options.poses, {.file = FileName::kRegularOnly});
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
    takeOneModel(options);
    const bool layered = !options.poses.empty();
    const std::vector<PoseFiles> files = filesOf(options);
    if (files.size() == 1) {
        requireObjName(options.output);
    } else {
        requireFolder("--output", options.output);
        if (!options.joints.empty()) requireFolder("--joints", options.joints);
    }
    if (!options.joints.empty() && !options.exact && !layered)
        throw usageError("--joints", "is for exact sampling and for layered poses; add --exact or --pose");
    if (layered && !options.exact) {
        if (!set.given("technique")) options.technique = "palette";
        requireLayerTechnique(options.technique);
        const bool rows = layeredTechnique(findTechnique(options.technique)).pose == PoseKind::kPalette;
        if (!options.joints.empty() && !rows) {
            throw usageError("--joints", fmt::format("technique {} keeps no matrices; use palette or texture",
                                                     options.technique));
        }
    }
    std::vector<std::string> inputs = inputFiles(options.settings.army);
    inputs.insert(inputs.end(), options.poses.begin(), options.poses.end());
    checkOutputs(inputs, outputsOf(files));
}

ExitCode run(const PoseOptions& options) {
    const std::vector<PoseFiles> files = filesOf(options);
    const std::vector<std::string> outputs = outputsOf(files);
    for (const std::string& output : outputs) requireWritable(output);
    const LoadedModel loaded = load(options);
    checkSideFiles(loaded.model, outputs);
    // Written when all are known: after an error no file is left.
    const std::vector<ComputedPose> poses =
        options.poses.empty() ? std::vector{clipPose(loaded, options)} : layeredPoses(loaded, options);
    for (std::size_t i = 0; i < poses.size(); ++i) write(loaded.model, poses[i], files[i]);
    return ExitCode::kOk;
}

}  // namespace phalanx
