#include "asset/import.h"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <new>
#include <system_error>

#include "asset/clip_files.h"
#include "asset/container/container.h"
#include "asset/model_file.h"
#include "asset/notes.h"
#include "asset/open_source.h"
#include "asset/scene/material_set.h"
#include "asset/scene/meshes.h"
#include "asset/scene/palette.h"
#include "asset/scene/parts.h"
#include "asset/steps/directives.h"
#include "asset/steps/idle_targets.h"
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

Model importFromSource(const fs::path& path, const ImportSettings& settings) {
    Notes notes;
    const std::string name = path.string();
    const auto source = openSource(path, settings.max_file_bytes, notes);
    if (source->parts().empty()) {
        throw inputError(name, source->clipCount() > 0
                                   ? "has clips but no mesh; open the file that has the mesh"
                                   : "has no mesh of triangles");
    }
    const Directives directives = source->directives();
    std::vector<SourcePart> parts = source->parts();
    hideParts(parts, settings.hidden_parts, name);

    MaterialSet materials = source->materials(parts, directives.tint_in_alpha);
    PaletteBuilder palette(name);
    MeshData meshes = readMeshes(*source, parts, materials, palette, name, notes);

    Model model;
    model.name = path.stem().string();
    model.source_path = name;
    model.vertices = std::move(meshes.vertices);
    model.indices = std::move(meshes.indices);
    model.parts = std::move(meshes.parts);
    model.morph_targets = std::move(meshes.morph_targets);
    model.materials = std::move(materials.materials);
    model.images = std::move(materials.images);
    model.nodes = source->nodes();
    model.z_up = source->isZUp();
    if (model.z_up) notes.info("Z is up in this file; rotated upright");
    model.palette = palette.take();
    layOutVariants(directives.variants, parts, source->parts(), model, notes);
    model.clips = source->clips();
    removeIdleTargets(model, notes);
    addClipFiles(settings.clip_files, settings.max_file_bytes, model, notes);
    cleanNames(model);
    validate(model);

    decideLoops(model, PoseProbe(model), directives, notes);
    setScale(model, settings.height_m, notes);
    measureStrides(model, directives, notes);
    const std::string unread = source->unreadSkeleton();
    if (!unread.empty()) notes.warn("the file " + unread);
    if (model.clips.empty()) {
        notes.warn(unread.empty() ? "the file has no clips; the model stays in its rest pose"
                                  : "the model stays in its rest pose");
    }
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
        return importFromSource(path, settings);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw outOfMemory(path.string());
    } catch (const std::exception& e) {
        throw inputError(path.string(), std::string("cannot be imported: ") + e.what());
    }
}

}  // namespace phalanx
