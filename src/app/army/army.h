// Loads and bakes the models of an army, and makes their crowd. No GL.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/clip_bounds.h"
#include "anim/bake/encode.h"
#include "anim/evaluation/compose_clip.h"
#include "anim/pose/model.h"
#include "app/army/preparation.h"
#include "asset/equipment/equipment.h"
#include "asset/isolated_import.h"
#include "asset/steps/ground.h"
#include "crowd/crowd.h"
#include "render/lod/simplify_mesh.h"
#include "render/model/packed_mesh.h"
#include "render/techniques/bake_choice.h"
#include "settings/army_settings.h"

namespace phalanx {

struct ImportOptions {
    std::size_t max_file_bytes = ImportSettings{}.max_file_bytes;
    ImportLimits limits;
    // The program that importIsolated() starts for files that do not come with Phalanx; empty: such files are
    // imported in this process.
    std::filesystem::path importer;
    bool trust = false;  // import all files in this process, without limits
};

inline constexpr std::uint32_t kCorpses = 4096;            // per model, each in its own pose
inline constexpr std::uint32_t kOwnFrames = kCorpses + 1;  // of a window; the first is the stand-in's

struct ArmyOptions {
    ArmySettings army;
    BakeChoice bake;  // rate and encoding
    ImportOptions import;
    std::vector<ComposedClip> composed;  // added to each model's clips
    bool equipped = false;               // units show one choice of each group of parts, and attached models
    bool detail = false;                 // also prepare what culling and LODs need,
    // but not for models of up to this many triangles that come without LODs: reequipped() does.
    std::uint64_t plain_triangles = 0;
    std::uint32_t own_frames = 0;         // per model: one for each unit that may lie, and the stand-in's
    std::function<void(float)> progress;  // 0..1 of each bake, from any thread; may be empty
    // Called with "Importing Knight.glb" and so on; may be empty.
    std::function<void(const std::string&)> stage;
    std::function<bool()> cancelled;  // polled often, from any thread; may be empty
};

struct LoadedModel {
    Model model;
    BakedAnimation baked;
    Ground ground{};  // that its feet stand on
    ImportCost import_cost;
    Equipment equipment{};                      // only with ArmyOptions::equipped
    std::shared_ptr<const Preparation> kept{};  // of exactly this model; null: everything is computed
    std::shared_ptr<const PackedMesh> packed;   // null: GpuModel packs the mesh
    std::optional<ModelDetail> detail;          // only with ArmyOptions::detail
    std::uint32_t own_frames = 0;               // ArmyOptions::own_frames
};

// In an encoding of a bake of the model; none if the encoding has no room for them.
OwnFrames ownFramesOf(const LoadedModel& loaded, const BakedAnimation& baked, Encoding encoding);
// A bake of the model, with own frames; bounds: gets theirs behind those of the clips. nullptr: not needed.
EncodedAnimation encodedWithOwnFrames(const LoadedModel& loaded, const BakedAnimation& baked,
                                      Encoding encoding, std::vector<ClipBounds>* bounds = nullptr);

// Packs the mesh and makes its LODs and what else culling needs. `cancelled` is called often, from any
// thread; if it returns true, throws Error "cancelled".
void prepareDetail(LoadedModel& loaded, const std::function<bool()>& cancelled = {});

// All files that would be read, except the default soldier.
std::vector<std::string> inputFiles(const ArmySettings& army);

// The file of the soldier that comes with Phalanx.
std::filesystem::path defaultModelFile();

// Throws Error (kInput) for a file that is missing, empty, too large or no model by its name: before the
// first of several files is loaded.
void checkInputFiles(const ArmyOptions& options);

ImportSettings importSettingsOf(const ArmyOptions& options);

// In a browser, starts what loadModels() with these options will import in separate processes, because it
// cannot wait for them there: call loadModels() when childrenAheadEnded(). Elsewhere, does nothing.
void startImportsAhead(const ArmyOptions& options);

// Imports one file, in a separate process if an importer is set, `trust` is false and the file does not come
// with Phalanx. Throws Error.
ImportedModel importFile(const std::filesystem::path& file, const ArmyOptions& options);

// "imported in 120 ms by a process of up to 80 MB"; without the process if imported in this one.
std::string importText(const ImportCost& cost);

// "15 to 60 Hz". Clips with a duration of 0 are single poses and have no rate.
std::string ratesText(std::span<const BakedClip> clips);

// Imports and bakes one file, and logs a summary and warnings. Throws Error.
LoadedModel loadModel(const std::filesystem::path& file, const ArmyOptions& options);

// Loads the files after checkInputFiles(); without files, the soldier that comes with Phalanx.
std::vector<LoadedModel> loadModels(const ArmyOptions& options);

// The models with other choices of their groups of parts (layOutEquipment()) and with LODs, for GpuModels of
// their own.
// Throws SettingError for a choice that no model has.
std::vector<LoadedModel> reequipped(std::vector<LoadedModel> models, const std::vector<std::string>& picks,
                                    const std::function<bool()>& cancelled);

// The properties of a model that the crowd needs.
CrowdModel crowdModelOf(const LoadedModel& loaded);

// The default clips of each model, or those that `army` names. Throws SettingError if no model has a clip of
// that name.
std::vector<ClipChoice> chooseClips(const std::vector<LoadedModel>& models, const ArmySettings& army);

Crowd makeCrowd(const std::vector<LoadedModel>& models, const ArmySettings& army,
                const CrowdSettings& settings, Ticks now);

}  // namespace phalanx
