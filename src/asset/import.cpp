#include "asset/import.h"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <map>
#include <new>
#include <system_error>

#include "asset/assimp/assimp_scene.h"
#include "asset/assimp/clip_files.h"
#include "asset/assimp/clips.h"
#include "asset/assimp/convert.h"
#include "asset/assimp/materials.h"
#include "asset/assimp/md5_rate.h"
#include "asset/assimp/meshes.h"
#include "asset/assimp/node_tree.h"
#include "asset/assimp/palette.h"
#include "asset/assimp/parts.h"
#include "asset/container/container.h"
#include "asset/gltf/gltf_repair.h"
#include "asset/model_file.h"
#include "asset/notes.h"
#include "asset/steps/directives.h"
#include "asset/steps/loops.h"
#include "asset/steps/pose_probe.h"
#include "asset/steps/scale.h"
#include "asset/steps/stride.h"
#include "asset/steps/variants.h"
#include "core/child_process.h"
#include "core/error.h"
#include "core/file.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

Directives readDirectives(const NodeTree& tree, Notes& notes) {
    Directives directives;
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
        const aiMetadata* metadata = tree.source(n).mMetaData;
        if (metadata == nullptr) continue;
        for (unsigned i = 0; i < metadata->mNumProperties; ++i) {
            const aiMetadataEntry& entry = metadata->mValues[i];
            if (entry.mType != AI_AISTRING || entry.mData == nullptr) continue;
            readDirective(toString(metadata->mKeys[i]), toString(*static_cast<const aiString*>(entry.mData)),
                          directives, notes);
        }
    }
    return directives;
}

// Files with Z up that Assimp does not convert: every SMD, and an FBX whose metadata says so. Other formats
// either have Y up, or Assimp puts the rotation into their root node.
bool isZUp(const aiScene& scene, const std::string& extension) {
    if (extension == "smd") return true;
    constexpr int kZ = 2;
    int axis = 0;
    return extension == "fbx" && scene.mMetaData != nullptr && scene.mMetaData->Get("UpAxis", axis) &&
           axis == kZ;
}

std::optional<double> ticksPerSecond(const fs::path& path, const std::string& extension, Notes& notes) {
    if (extension != "md5mesh") return std::nullopt;
    const std::optional<double> rate = md5FrameRate(path);
    if (rate) notes.info(fmt::format("{:g} frames per second, which the importer does not read", *rate));
    return rate;
}

std::vector<bool> usedMaterials(const aiScene& scene, const std::vector<PartSource>& parts) {
    std::vector<bool> used(scene.mNumMaterials, false);
    for (const PartSource& part : parts) {
        if (part.mesh->mMaterialIndex < scene.mNumMaterials) used[part.mesh->mMaterialIndex] = true;
    }
    return used;
}

Model importByAssimp(const fs::path& path, const ImportSettings& settings) {
    Notes notes;
    const std::string name = path.string();
    const std::string extension = modelExtension(path);
    const bool is_gltf = extension == "glb" || extension == "gltf";
    RepairedGltf file;
    file.content = readBinaryFile(path);
    if (is_gltf) file = repairGltf(path, file.content, settings.max_file_bytes, notes);
    const AssimpScene assimp(path, file.content, file.version, settings.max_file_bytes, notes);
    const aiScene& scene = assimp.scene();

    const NodeTree tree(*scene.mRootNode, file.original_names, name, notes);
    const Directives directives = readDirectives(tree, notes);
    const std::vector<PartSource> all_parts = listParts(scene, tree, name);
    if (all_parts.empty()) {
        throw inputError(name, scene.mNumAnimations > 0
                                   ? "has clips but no mesh; open the file that has the mesh"
                                   : "has no mesh of triangles");
    }
    std::vector<PartSource> parts = all_parts;
    hideParts(parts, settings.hidden_parts, name);

    MaterialSource material_source{path, is_gltf, directives.tint_in_alpha, settings.max_file_bytes};
    MaterialSet materials = readMaterials(scene, usedMaterials(scene, parts), material_source, notes);
    PaletteBuilder palette(name);
    MeshData meshes = readMeshes(parts, tree, materials, palette, name, notes);

    Model model;
    model.name = path.stem().string();
    model.source_path = name;
    model.vertices = std::move(meshes.vertices);
    model.indices = std::move(meshes.indices);
    model.parts = std::move(meshes.parts);
    model.materials = std::move(materials.materials);
    model.images = std::move(materials.images);
    model.nodes = tree.nodes();
    model.z_up = isZUp(scene, extension);
    if (model.z_up) notes.info("Z is up in this file; rotated upright");
    model.palette = palette.take();
    layOutVariants(directives.variants, parts, all_parts, model, notes);
    model.clips =
        readClips(scene, tree, {file.clip_ranges, ticksPerSecond(path, extension, notes)}, name, notes);
    addClipFiles(settings.clip_files, settings.max_file_bytes, model, notes);
    cleanNames(model);
    validate(model);

    decideLoops(model, PoseProbe(model), directives, notes);
    setScale(model, settings.height_m, notes);
    measureStrides(model, directives, notes);
    if (model.clips.empty()) notes.warn("the file has no clips; the model stays in its rest pose");
    model.notes = notes.take();
    model.side_files = notes.sideFiles();
    validate(model);
    return model;
}

// A container stores the results of its import; only the height can still be changed.
Model importContainer(const fs::path& path, const ImportSettings& settings) {
    Model model = readContainer(readBinaryFile(path), path.string());
    if (!settings.hidden_parts.empty()) {
        throw usageError(path.string(),
                         "is a container, whose parts are fixed; hide parts when you convert the model");
    }
    if (!settings.clip_files.empty()) {
        throw usageError(path.string(),
                         "is a container, whose clips are fixed; add clips when you convert the model");
    }
    if (settings.height_m && model.height_m > 0.0) {
        const double factor = *settings.height_m / model.height_m;
        model.metres_per_unit *= factor;
        model.height_m = *settings.height_m;
        for (Clip& clip : model.clips) clip.stride_speed *= factor;
    }
    model.name = printable(path.stem().string());
    model.source_path = path.string();
    return model;
}

}  // namespace

bool isContainer(const fs::path& path) {
    return modelExtension(path) == kContainerExtension;
}

bool isTooSmallFor(std::uint64_t file_bytes, std::uint64_t memory_bytes) {
    // While it is parsed, text takes about ten times its size, and packed lists of equal numbers about a
    // hundred times.
    constexpr std::uint64_t kMostTimes = 500;
    return file_bytes < memory_bytes / kMostTimes;
}

Error outOfMemory(const std::string& file, std::uint64_t read_bytes) {
    const std::optional<std::uint64_t> limit = ownMemoryLimit();
    if (!limit) return inputError(file, "cannot be imported: out of memory");
    if (read_bytes > 0 && isTooSmallFor(read_bytes, *limit)) {
        return inputError(
            file,
            fmt::format(
                "is damaged: its {} bytes declare more content than fits into {} MB of memory, the limit",
                read_bytes, *limit >> 20U));
    }
    return inputError(
        file,
        fmt::format("its import needs more than the limit of {} MB of memory; --import-memory raises it",
                    *limit >> 20U));
}

Model importModel(const fs::path& path, const ImportSettings& settings) {
    checkModelFile(path, settings.max_file_bytes);
    try {
        if (isContainer(path)) return importContainer(path, settings);
        return importByAssimp(path, settings);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw outOfMemory(path.string());
    } catch (const std::exception& e) {
        throw inputError(path.string(), std::string("cannot be imported: ") + e.what());
    }
}

}  // namespace phalanx
