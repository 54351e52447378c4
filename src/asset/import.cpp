#include "asset/import.h"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <new>
#include <system_error>

#include "asset/clip_files.h"
#include "asset/common/import_memory.h"
#include "asset/common/notes.h"
#include "asset/container/container.h"
#include "asset/marker_file.h"
#include "asset/mesh/meshes.h"
#include "asset/mesh/palette.h"
#include "asset/mesh/parts.h"
#include "asset/mesh/variants.h"
#include "asset/model_file.h"
#include "asset/open_source.h"
#include "asset/source/directives.h"
#include "asset/source/material_set.h"
#include "asset/steps/idle_targets.h"
#include "asset/steps/loops.h"
#include "asset/steps/pose_probe.h"
#include "asset/steps/scale.h"
#include "asset/steps/stride.h"
#include "core/error.h"
#include "core/file.h"
#include "core/printable.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

Model importFromSource(const fs::path& path, const ImportSettings& settings) {
    Notes notes;
    const std::string name = path.string();
    const auto source = openSource(path, settings.max_file_bytes, notes);
    if (source->parts().empty()) {
        throw inputError(
            name,
            source->clipCount() > 0
                ? "has clips but no mesh; open the file that has the mesh, and add this one with --clips"
                : "has no mesh of triangles");
    }
    Directives directives = source->directives();
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
    model.numbered_nodes = source->numberedNodes();
    model.z_up = source->isZUp();
    if (model.z_up) notes.info("Z is up in this file; rotated upright");
    model.palette = palette.take();
    layOutVariants(directives.variants, parts, source->parts(), model, notes);
    model.clips = source->clips();
    removeIdleTargets(model, notes);
    const std::vector<RetargetedClip> retargeted = addClipFiles(settings, model, directives, notes);
    takeMarkers(directives, model.clips, notes);
    cleanNames(model);
    validate(model);

    decideLoops(model, PoseProbe(model), directives, settings.clips.root_motion, notes);
    if (settings.clips.mirror) addMirroredClips(settings, model, notes);
    setScale(model, settings.height_m, notes);
    measureStrides(model, directives, notes);
    reportRetargeted(retargeted, model.metres_per_unit, settings.retargeted, notes);
    reportMissingClips(directives, model.clips, "the file", notes);
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
    if (settings.clips.mirror || settings.clips.cut_loops || settings.joint_map) {
        throw usageError(path.string(),
                         "is a container, whose clips are fixed; mirror, cut and map them when "
                         "you convert the model");
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

Model importModel(const fs::path& path, const ImportSettings& settings) {
    checkModelFile(path, settings.max_file_bytes);
    try {
        Model model = isContainer(path) ? importContainer(path, settings) : importFromSource(path, settings);
        if (takeMarkerFile(path, model)) validate(model);
        return model;
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw outOfMemory(path.string());
    } catch (const std::exception& e) {
        throw inputError(path.string(), std::string("cannot be imported: ") + e.what());
    }
}

}  // namespace phalanx
