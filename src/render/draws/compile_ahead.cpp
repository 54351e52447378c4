#include "render/draws/compile_ahead.h"

namespace phalanx {

void compileAhead(UnitPrograms& programs, const UnitScene& scene, const VisibleUnits& visible, bool shadows,
                  bool each_sample) {
    static const Technique& texture = findTechnique("texture");
    const bool culled = !std::holds_alternative<AllUnits>(visible);
    const bool by_gpu = std::holds_alternative<UnitsListedByGpu>(visible);
    // Techniques that draw some LODs by `texture` instead, and that need a program to prepare poses.
    const bool split =
        scene.technique.pose == PoseKind::kPalette || scene.technique.pose == PoseKind::kCompute;
    const UnitEntries entries = culled ? UnitEntries::kIndices : UnitEntries::kStates;
    const UnitEntries own_entries = by_gpu && split ? UnitEntries::kIndicesAndSlots : entries;
    const auto passes = [&](const auto& compile) {
        compile(UnitPass::kShade);
        if (shadows) compile(UnitPass::kShadow);
    };
    for (const GpuModel& model : scene.models) {
        const int coarser = culled && model.detail() ? static_cast<int>(model.detail()->lods.size()) : 0;
        for (int lod = 0; lod <= coarser; ++lod) {
            const SkinVariant direct = variantOf(scene, model, entries, model.weights(lod));
            const SkinVariant own = variantOf(scene, model, own_entries, model.weights(lod));
            if (split) programs.get(scene.technique, UnitPass::kPrepare, own);
            passes([&](UnitPass pass) {
                programs.get(scene.technique, pass, own);
                if (coarser > 0 && split) programs.get(texture, pass, direct);
            });
        }
    }
    if (!culled || scene.impostors == nullptr) return;
    for (const GpuModel& model : scene.models) {
        for (const bool blended : {true, false})
            passes([&](UnitPass pass) { programs.getImpostor({pass, blended, each_sample, model.unlit()}); });
    }
}

}  // namespace phalanx
