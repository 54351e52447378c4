// The models of one army, loaded and baked, with their crowd. No GL.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/model.h"
#include "asset/isolated_import.h"
#include "crowd/crowd.h"
#include "render/lod/mesh_levels.h"
#include "render/model/packed_mesh.h"
#include "render/techniques/bake_choice.h"
#include "settings/army_settings.h"

namespace phalanx {

struct ImportOptions {
    std::size_t max_file_bytes = ImportSettings{}.max_file_bytes;
    ImportLimits limits;
    // The program that importIsolated() starts for files that do not come with Phalanx; empty: this process
    // imports them.
    std::filesystem::path importer;
    bool trust = false;  // this process imports them, without limits
};

struct ArmyOptions {
    ArmySettings army;
    BakeChoice bake;  // rate and encoding
    ImportOptions import;
    bool detail = false;                            // also prepare what culling and LODs need
    std::function<void(float)> progress;            // 0..1 of each bake, from any thread; may be empty
    std::function<void(const std::string&)> stage;  // "Importing Knight.glb", when it begins; may be empty
    std::function<bool()> cancelled;                // asked often, from any thread; may be empty
};

struct LoadedModel {
    Model model;
    BakedAnimation baked;
    ImportCost import_cost;
    std::shared_ptr<const PackedMesh> packed;  // where something needed it; GpuModel packs it else
    std::optional<ModelDetail> detail;
};

// All files that would be read, the soldier that comes with Phalanx left out.
std::vector<std::string> inputFiles(const ArmySettings& army);

// The file of the soldier that comes with Phalanx.
std::filesystem::path defaultModelFile();

// Imports one file, in a process of its own where that is asked for and the file is not ours. Throws Error.
ImportedModel importFile(const std::filesystem::path& file, const ArmyOptions& options);

// "imported in 120 ms by a process of up to 80 MB".
std::string importText(const ImportCost& cost);

// "15 to 60 Hz". Clips that last no time are poses, and have no rate.
std::string ratesText(std::span<const BakedClip> clips);

// Imports and bakes one file, and logs what a person should know. Throws Error.
LoadedModel loadModel(const std::filesystem::path& file, const ArmyOptions& options);

std::vector<LoadedModel> loadModels(const ArmyOptions& options);

// What the crowd needs to know of a model.
CrowdModel crowdModelOf(const LoadedModel& loaded);

// Default clips, or those asked for. Throws Error (kUsage) where no model has a clip of that name.
std::vector<ClipChoice> chooseClips(const std::vector<LoadedModel>& models, const ArmySettings& army);

Crowd makeCrowd(const std::vector<LoadedModel>& models, const ArmySettings& army,
                const CrowdSettings& settings, Ticks now);

}  // namespace phalanx
