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

// Files whose Z is up although Assimp leaves them as they are: SMD by its nature, FBX where it says so. Other
// formats either have Y up or get the turn in their root node.
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
    if (rate) notes.info(fmt::format("{:g} frames a second, which the importer leaves unread", *rate));
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
                                   ? "holds clips but no mesh; open the file that holds the mesh"
                                   : "holds no mesh of triangles");
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
    if (model.z_up) notes.info("Z is up in this file; turned upright");
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
    if (model.clips.empty()) notes.warn("the file holds no clip; the model stands in its rest pose");
    model.notes = notes.take();
    model.side_files = notes.sideFiles();
    validate(model);
    return model;
}

// A container keeps what its import decided; only the height can still be chosen.
Model importContainer(const fs::path& path, const ImportSettings& settings) {
    Model model = readContainer(readBinaryFile(path), path.string());
    if (!settings.hidden_parts.empty()) {
        throw usageError(path.string(),
                         "is a container, whose parts are laid out for good; hide parts when it is made");
    }
    if (!settings.clip_files.empty()) {
        throw usageError(path.string(), "is a container, whose clips are decided; add clips when it is made");
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
    // Text takes ten times its bytes while it is read, packed lists of equal numbers some hundred times.
    constexpr std::uint64_t kMostTimes = 500;
    return file_bytes < memory_bytes / kMostTimes;
}

Error outOfMemory(const std::string& file, std::uint64_t read_bytes) {
    const std::optional<std::uint64_t> limit = ownMemoryLimit();
    if (!limit) return inputError(file, "cannot be imported: there is not enough memory");
    if (read_bytes > 0 && isTooSmallFor(read_bytes, *limit)) {
        return inputError(file,
                          fmt::format("is damaged: its {} bytes speak of so much that {} MB of memory, the "
                                      "limit, do not hold it",
                                      read_bytes, *limit >> 20U));
    }
    return inputError(
        file, fmt::format("its import needs more than {} MB of memory, the limit; --import-memory raises it",
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
