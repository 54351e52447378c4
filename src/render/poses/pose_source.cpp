#include "render/poses/pose_source.h"

#include "render/poses/compute_source.h"
#include "render/poses/cpu_source.h"
#include "render/poses/palette_source.h"
#include "render/poses/uniform_source.h"
#include "render/poses/vertex_texture_source.h"

namespace phalanx {

// Counts texel fetches. Palette: building takes 12 fetches per joint, and a vertex then takes 3 instead of 12
// for each joint that moves it. Compute: poses all vertices of LOD 0 by four joints each, whatever is drawn
// of them, and no others; a mesh has half as many vertices as triangles, and each runs about twice. An
// impostor needs no pose.
bool drawnDirectly(const Technique& technique, const GpuModel& model, int variant, int lod) {
    if (model.isImpostor(lod)) return true;
    if (lod == 0) return false;
    const std::uint64_t moves =
        model.triangles(variant, lod) * static_cast<std::uint64_t>(model.weights(lod));
    switch (technique.pose) {
        case PoseKind::kPalette:
            return 3 * (moves / 2) < 4 * std::uint64_t{model.joints()};
        case PoseKind::kCompute:
            return model.hasOwnVertices(lod) ||
                   moves < kWeightsPerVertex * model.packed(MeshKind::kPosed).usedBy(variant).size();
        default:
            return false;
    }
}

LayerTargets targetsOf(const PoseSource::Job& job) {
    LayerTargets all;
    for (const DrawItem& item : job.items) {
        const LayeredUnits* const layers = job.scene.layersOf(item.group);
        if (layers == nullptr || (item.kept && item.kept->due == 0)) continue;
        all.units = all.units || layers->targets().units;
        all.joints = all.joints || layers->targets().joints;
        all.ik = all.ik || layers->targets().ik;
    }
    return all;
}

std::size_t unitsThatFit(const PoseSource& source, const GpuModel& model, int lod, std::size_t most,
                         std::size_t room) {
    std::size_t fits = 0;
    std::size_t fails = most + 1;
    while (fails - fits > 1) {
        const std::size_t middle = fits + (fails - fits) / 2;
        (source.elements(model, lod, middle) <= room ? fits : fails) = middle;
    }
    return fits;
}

namespace {

std::unique_ptr<PoseSource> makePoseSource(const Technique& technique, const gl::Capabilities& capabilities) {
    switch (technique.pose) {
        case PoseKind::kPalette:
            return std::make_unique<PaletteSource>(capabilities);
        case PoseKind::kUniform:
            return std::make_unique<UniformSource>(capabilities);
        case PoseKind::kVertexTexture:
            return std::make_unique<VertexTextureSource>();
        case PoseKind::kCpu:
            return std::make_unique<CpuSource>();
        case PoseKind::kCompute:
            return std::make_unique<ComputeSource>(capabilities);
        case PoseKind::kRest:
        case PoseKind::kTexture:
            break;
    }
    return std::make_unique<PoseSource>();
}

}  // namespace

PoseSource& PoseSources::of(const Technique& technique) {
    std::unique_ptr<PoseSource>& source = sources_[technique.name];
    if (!source) source = makePoseSource(technique, capabilities_);
    return *source;
}

}  // namespace phalanx
