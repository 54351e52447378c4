#include "app/army/army.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <system_error>

#include "anim/feet/legs.h"
#include "anim/layers/blend_space_json.h"
#include "anim/pose/part_triangles.h"
#include "asset/equipment/attach.h"
#include "asset/equipment/group_file.h"
#include "asset/model_file.h"
#include "asset/steps/scale.h"
#include "bodies/body_plan.h"
#include "bodies/ragdoll_sim.h"
#include "core/child_process.h"
#include "core/error.h"
#include "core/file.h"
#include "core/log.h"
#include "core/printable.h"
#include "core/stopwatch.h"

namespace phalanx {
namespace {

std::string summaryOf(const LoadedModel& loaded) {
    const BakedAnimation& baked = loaded.baked;
    return fmt::format(
        "{}: {} vertices, {} triangles, {} joints, {} clips; {}, baked in {:.0f} ms at {}: {} frames, {:.2f} "
        "MB",
        loaded.model.name, loaded.model.vertices.size(), trianglesOf(loaded.model.parts), baked.joints,
        loaded.model.clips.size(), importText(loaded.import_cost), baked.bake_ms, ratesText(baked.clips),
        baked.frames, static_cast<double>(baked.bytes()) / 1e6);
}

void logProblems(const LoadedModel& loaded) {
    for (const Note& note : loaded.model.notes) {
        if (note.warning) warn("{}: {}", loaded.model.name, note.text);
    }
    const auto sampled =
        std::count_if(loaded.baked.clips.begin(), loaded.baked.clips.end(),
                      [](const BakedClip& clip) { return clip.error && clip.error->sampled; });
    if (sampled > 0) {
        info(
            "{}: the sampling rates of {} clips were chosen from an even subset of their times and vertices; "
            "measuring all of them would take too long",
            loaded.model.name, sampled);
    }
    for (const BakedClip& clip : loaded.baked.clips) {
        if (clip.error && clip.error->p99_mm > BakeSettings{}.error_limit_mm) {
            warn("{}: clip {} moves so fast that even at {:.0f} Hz its error is {:.1f} mm (99th percentile)",
                 loaded.model.name, clip.name, clip.rate_hz, clip.error->p99_mm);
        }
    }
}

// Whether the file is in the assets of the data folder, with symbolic links resolved. Files from elsewhere
// are not trusted.
bool isOurs(const std::filesystem::path& file) {
    try {
        std::error_code error;
        const std::filesystem::path folder =
            std::filesystem::canonical(defaultModelFile().parent_path(), error);
        if (error) return false;
        const std::filesystem::path real = std::filesystem::canonical(file, error);
        if (error) return false;
        return std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first == folder.end();
    } catch (const Error&) {
        return false;  // there is no data folder
    }
}

}  // namespace

std::string ratesText(std::span<const BakedClip> clips) {
    std::optional<double> slowest;
    double fastest = 0.0;
    for (const BakedClip& clip : clips) {
        if (clip.duration_s <= 0.0) continue;
        slowest = std::min(slowest.value_or(clip.rate_hz), clip.rate_hz);
        fastest = std::max(fastest, clip.rate_hz);
    }
    if (!slowest) return "no rate (single poses)";
    if (fastest - *slowest < 1.0) return fmt::format("{:.0f} Hz", fastest);
    return fmt::format("{:.0f} to {:.0f} Hz", *slowest, fastest);
}

std::vector<std::string> inputFiles(const ArmySettings& army) {
    std::vector<std::string> files = army.files;
    files.insert(files.end(), army.clip_files.begin(), army.clip_files.end());
    if (!army.joint_map.empty()) files.push_back(army.joint_map);
    if (army.variants != kVariantsAuto && army.variants != kVariantsNone) files.push_back(army.variants);
    for (const std::string& text : army.attach) files.push_back(parseAttachment(text).file);
    return files;
}

std::filesystem::path defaultModelFile() {
    return dataDirectory() / "assets" / "soldier.glb";
}

std::string importText(const ImportCost& cost) {
    std::string text = fmt::format("imported in {:.0f} ms", cost.wall_ms);
    if (!cost.isolated) return text;
    if (cost.peak_memory_bytes == 0) return text + " by a process of its own";
    text += fmt::format(" by a process of up to {} MB", cost.peak_memory_bytes >> 20U);
    return text;
}

ImportSettings importSettingsOf(const ArmyOptions& options) {
    ImportSettings settings;
    for (const std::string& file : options.army.clip_files)
        settings.clip_files.push_back(hereOrShipped(file));
    if (!options.army.joint_map.empty()) settings.joint_map = options.army.joint_map;
    settings.clips = options.army.clip_options;
    settings.hidden_parts = options.army.hidden_parts;
    settings.height_m = options.army.height_m;
    settings.max_file_bytes = options.import.max_file_bytes;
    return settings;
}

namespace {

bool isIsolated(const std::filesystem::path& file, const ArmyOptions& options) {
    const std::vector<std::string>& clip_files = options.army.clip_files;
    const bool ours = isOurs(file) && std::ranges::all_of(clip_files, [](const std::string& clips) {
                          return isOurs(hereOrShipped(clips));
                      });
    return !options.import.importer.empty() && !options.import.trust && !ours;
}

}  // namespace

void startImportsAhead(const ArmyOptions& options) {
    for (const std::string& given : options.army.files) {
        const std::filesystem::path file = hereOrShipped(given);
        if (isIsolated(file, options))
            startImportAhead(file, importSettingsOf(options), options.import.limits, options.import.importer);
    }
}

namespace {

ImportedModel imported(const std::filesystem::path& file, const ArmyOptions& options) {
    const ImportSettings settings = importSettingsOf(options);
    if (isIsolated(file, options))
        return importIsolated(file, settings, options.import.limits, options.import.importer,
                              options.cancelled);
    const Stopwatch watch;
    ImportedModel imported;
    imported.model = importModel(file, settings);
    imported.cost = {watch.elapsed_ms(), ownPeakMemory(), false};
    return imported;
}

}  // namespace

ImportedModel importFile(const std::filesystem::path& file, const ArmyOptions& options) {
    ImportedModel result = imported(hereOrShipped(file), options);
    if (!options.army.legs.empty())
        result.model.ankles = namedAnkles(result.model, options.army.legs, "--legs");
    return result;
}

namespace {

// What the importer does to figures does not apply to what they carry.
Model importAttachment(const std::string& file, const ArmyOptions& options) {
    ArmyOptions plain;
    plain.import = options.import;
    plain.cancelled = options.cancelled;
    return importFile(file, plain).model;
}

void equip(LoadedModel& loaded, const ArmyOptions& options, std::span<const NamedGroup> named) {
    const ArmySettings& army = options.army;
    Equipment& equipment = loaded.equipment;
    if (army.variants == kVariantsAuto) {
        equipment = equipmentOfFile(loaded.model);
        if (equipment.groups.empty()) equipment.groups = findAlternatives(loaded.model);
    } else if (army.variants != kVariantsNone) {
        equipment.groups = groupsFor(loaded.model, named, army.variants);
    }
    for (const std::string& text : army.attach) {
        const AttachRequest request = parseAttachment(text);
        attachModel(importAttachment(request.file, options), request, loaded.model, equipment);
    }
    layOutEquipment(loaded.model, equipment, army.equip);
}

// Throws SettingError for a choice whose group no model has.
void checkPicks(const std::vector<LoadedModel>& models, std::span<const std::string> picks) {
    std::vector<std::string> names;
    for (const LoadedModel& loaded : models) {
        for (const PartGroup& group : loaded.equipment.groups) names.push_back(group.name);
    }
    for (const std::string& pick : picks) {
        const auto is_meant = [&](const LoadedModel& loaded) {
            return std::ranges::any_of(loaded.equipment.groups,
                                       [&](const PartGroup& group) { return isAbout(pick, group); });
        };
        if (std::ranges::any_of(models, is_meant)) continue;
        throw SettingError(
            "equip", fmt::format("'{}' names no group of parts; it must be GROUP=CHOICE, {}", printable(pick),
                                 names.empty() ? "but there are no groups (`phalanx info MODEL` lists them)"
                                               : "and the groups are " + listOfNames(names)));
    }
}

// Throws Error (kInput) for a group of the file that is of no model.
void checkGroups(const std::vector<LoadedModel>& models, std::span<const NamedGroup> named,
                 const std::string& file) {
    for (const NamedGroup& group : named) {
        const auto has_it = [&](const LoadedModel& loaded) {
            return std::ranges::find(loaded.equipment.groups, group.name, &PartGroup::name) !=
                   loaded.equipment.groups.end();
        };
        if (std::ranges::any_of(models, has_it)) continue;
        std::vector<std::string> parts;
        for (const Part& part : models.front().model.parts) parts.push_back(part.name);
        throw inputError(file,
                         fmt::format("group \"{}\": no model has one of its parts; the parts of {} are {}",
                                     group.name, models.front().model.name, listOfNames(parts)));
    }
}

// What is kept beside a file of ours. A file that is damaged only costs time.
std::shared_ptr<const Preparation> keptBeside(std::filesystem::path file, const Model& model) {
    file.replace_extension(".prep");
    std::error_code error;
    if (!isOurs(file) || !std::filesystem::is_regular_file(file, error)) return nullptr;
    try {
        std::optional<Preparation> kept = readPreparation(readBinaryFile(file), model, file.string());
        return kept ? std::make_shared<const Preparation>(std::move(*kept)) : nullptr;
    } catch (const Error& problem) {
        warn("{}", problem.what());
        return nullptr;
    }
}

// Of `wanted` frames, as many as a model of many joints has room for; none if no unit can fall.
std::uint32_t ownFramesFor(const Model& model, std::uint32_t wanted) {
    if (!bodiesAvailable() || !whyNoBodies(model).empty()) return 0;
    constexpr std::size_t kMostBytes = std::size_t{32} << 20U;
    const std::size_t frame = model.palette.size() * kTexelsPerEntry * sizeof(glm::vec4);
    return static_cast<std::uint32_t>(std::min<std::size_t>(wanted, kMostBytes / frame));
}

// Behind the clips of the file, for which something may be kept.
void addComposed(std::span<const ComposedClip> composed, Model& model) {
    if (composed.empty()) return;
    const BlendSpaces spaces = spacesBeside(model.source_path);
    for (const ComposedClip& each : composed) {
        if (std::ranges::find(model.clips, each.name, &Clip::name) != model.clips.end())
            throw usageError(each.where, "has the name of a clip of " + printable(model.name));
        try {
            model.clips.push_back(composeClip(model, each, spaces));
        } catch (const Error& error) {  // a battle of this model then says that the clip is missing
            warn("{}", error.what());
        }
    }
}

LoadedModel loadOne(const std::filesystem::path& file, const ArmyOptions& options,
                    std::span<const NamedGroup> named) {
    const auto begin = [&](const char* what) {
        if (options.stage) options.stage(fmt::format("{} {}", what, file.filename().string()));
        if (options.progress) options.progress(0.0F);
    };
    LoadedModel loaded;
    begin("Importing");
    ImportedModel imported = importFile(file, options);
    begin("Baking");
    loaded.model = std::move(imported.model);
    loaded.import_cost = imported.cost;
    loaded.ground = findGround(loaded.model);
    if (options.equipped) equip(loaded, options, named);
    loaded.kept = keptBeside(file, loaded.model);
    addComposed(options.composed, loaded.model);
    if (options.own_frames > 0) loaded.own_frames = ownFramesFor(loaded.model, options.own_frames);
    BakeSettings bake;
    if (loaded.kept) bake.chosen = loaded.kept->rates[static_cast<std::size_t>(options.bake.encoding)];
    bake.rate_hz = options.bake.rate_hz;
    bake.encoding = options.bake.encoding;
    bake.progress = options.progress;
    bake.cancelled = options.cancelled;
    loaded.baked = bakeAnimation(loaded.model, bake);
    if (std::abs(loaded.ground.y_m) > kFarthestGround_m)
        warn("{}: {}", loaded.model.name, textOf(loaded.ground));
    if (options.detail && (loaded.kept || trianglesOf(loaded.model.parts) > options.plain_triangles)) {
        begin("Simplifying");
        prepareDetail(loaded, options.cancelled);
    }
    info("{}", summaryOf(loaded));
    logProblems(loaded);
    return loaded;
}

}  // namespace

void prepareDetail(LoadedModel& loaded, const std::function<bool()>& cancelled) {
    const Stopwatch watch;
    SimplifiedMesh simplified =
        loaded.kept ? loaded.kept->mesh : simplifyMesh(loaded.model, packMesh(loaded.model), cancelled);
    loaded.packed =
        std::make_shared<const PackedMesh>(packMesh(loaded.model, std::move(simplified.vertices)));
    loaded.detail = ModelDetail{clipBounds(loaded.model, loaded.baked), std::move(simplified.lods)};
    debug("{}: {} simplified LODs, {} in {:.0f} ms, with {} vertices besides the model's {}",
          loaded.model.name, loaded.detail->lods.size(), loaded.kept ? "read" : "made", watch.elapsed_ms(),
          loaded.packed->lod_vertices.size(), loaded.packed->mesh_vertices);
}

LoadedModel loadModel(const std::filesystem::path& file, const ArmyOptions& options) {
    return loadOne(file, options, {});
}

void checkInputFiles(const ArmyOptions& options) {
    const auto check = [&](const std::string& file, bool clips) {
        checkModelFile(hereOrShipped(file), options.import.max_file_bytes, clips);
    };
    for (const std::string& file : options.army.files) check(file, false);
    for (const std::string& file : options.army.clip_files) check(file, true);
    if (!options.equipped) return;
    for (const std::string& text : options.army.attach) check(parseAttachment(text).file, false);
}

std::vector<LoadedModel> loadModels(const ArmyOptions& options) {
    checkInputFiles(options);
    std::vector<NamedGroup> named;
    const std::string& variants = options.army.variants;
    if (options.equipped && variants != kVariantsAuto && variants != kVariantsNone)
        named = readGroups(variants);
    std::vector<LoadedModel> models;
    const std::vector<std::string>& files = options.army.files;
    if (files.empty()) models.push_back(loadOne(defaultModelFile(), options, named));
    for (const std::string& file : files) models.push_back(loadOne(file, options, named));
    if (options.equipped) {
        checkGroups(models, named, variants);
        checkPicks(models, options.army.equip);
    }
    return models;
}

std::vector<LoadedModel> reequipped(std::vector<LoadedModel> models, const std::vector<std::string>& picks,
                                    const std::function<bool()>& cancelled) {
    checkPicks(models, picks);
    for (LoadedModel& loaded : models) {
        layOutEquipment(loaded.model, loaded.equipment, picks);
        if (loaded.kept && loaded.kept->model != modelDigest(loaded.model, loaded.kept->clips()))
            loaded.kept = nullptr;
        prepareDetail(loaded, cancelled);
    }
    return models;
}

}  // namespace phalanx
