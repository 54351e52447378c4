#include "app/army/rebake.h"

#include <fmt/format.h>

#include "core/log.h"

namespace phalanx {

VertexAnimation bakeMeshVertices(const LoadedModel& loaded, const BakedAnimation& baked,
                                 const PackedMesh& mesh, const VertexWish& wish, const JobReports& reports) {
    VertexBakeSettings settings;
    settings.format = wish.format;
    settings.bind_normals = wish.bind_normals;
    settings.progress = reports.progress;
    settings.cancelled = reports.cancelled;
    const std::vector<Vertex> vertices = withWeights(unpackMesh(mesh), wish.weights);
    VertexAnimation animation =
        bakeVertices(loaded.model.name, vertices, unpackMorphs(mesh.morphs), baked, settings);
    info("{}: {} vertices in {} frames take {:.1f} MB; its joints take {:.1f} MB as floats",
         loaded.model.name, animation.vertices, animation.frames,
         static_cast<double>(animation.data.size()) / 1e6, static_cast<double>(baked.bytes()) / 1e6);
    return animation;
}

std::vector<RebakedModel> rebake(std::span<const RebakeSource> sources, const BakeWish& present,
                                 const BakeWish& wanted, const JobReports& reports) {
    std::vector<RebakedModel> models;
    for (const RebakeSource& source : sources) {
        const LoadedModel& loaded = *source.loaded;
        RebakedModel& model = models.emplace_back();
        if (!present.sameJoints(wanted)) {
            reports.stage(fmt::format("Baking {}", loaded.model.name));
            BakeSettings settings;
            settings.rate_hz = wanted.rate_hz;
            settings.encoding = wanted.encoding;
            settings.progress = reports.progress;
            settings.cancelled = reports.cancelled;
            RebakedModel::Joints& joints = model.joints.emplace();
            joints.baked = bakeAnimation(loaded.model, settings);
            makeMistakes(loaded.model, wanted.mistakes, joints.baked);
            joints.bounds = clipBounds(loaded.model, joints.baked);
            joints.encoded = encodedWithOwnFrames(loaded, joints.baked, wanted.encoding, &joints.bounds);
        }
        if (wanted.vertices) {
            if (reports.cancelled()) throw inputError(loaded.model.name, "cancelled");
            reports.stage(fmt::format("Baking vertices of {}", loaded.model.name));
            const BakedAnimation& baked = model.joints ? model.joints->baked : loaded.baked;
            model.vertices = bakeMeshVertices(loaded, baked, *source.mesh, *wanted.vertices, reports);
        }
    }
    return models;
}

}  // namespace phalanx
