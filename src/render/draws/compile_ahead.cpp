#include "render/draws/compile_ahead.h"

namespace phalanx {

void compileLods(UnitPrograms& programs, const UnitScene& scene, const VisibleUnits& visible,
                 const AheadOf& ahead) {
    static const Technique& texture = findTechnique("texture");
    const bool culled = !std::holds_alternative<AllUnits>(visible);
    const bool by_gpu = std::holds_alternative<UnitsListedByGpu>(visible);
    // Techniques that draw some LODs by `texture` instead, and that need a program to prepare poses.
    const bool split =
        scene.technique.pose == PoseKind::kPalette || scene.technique.pose == PoseKind::kCompute;
    const UnitEntries entries = culled ? UnitEntries::kIndices : UnitEntries::kStates;
    const UnitEntries slots = by_gpu ? UnitEntries::kIndicesAndSlots : entries;
    const UnitEntries kept = culled && ahead.keeps_poses ? UnitEntries::kIndicesAndSlots : slots;
    const UnitEntries own_entries = split ? slots : entries;
    const Technique& layered = layeredTechnique(scene.technique);
    const bool reads_layers = !scene.layered.empty() && (&layered != &scene.technique || kept != slots);
    bool all = true;
    const auto compile = [&](const Technique& technique, UnitPass pass, const SkinVariant& variant) {
        if (ahead.at_once) {
            programs.get(technique, pass, variant);
        } else {
            all = programs.request(technique, pass, variant) != nullptr && all;
        }
    };
    for (const GpuModel& model : scene.models) {
        const int coarser = culled && model.detail() ? static_cast<int>(model.detail()->lods.size()) : 0;
        for (int lod = 0; lod <= coarser; ++lod) {
            const SkinVariant direct = variantOf(scene, model, entries, model.needs(lod));
            const SkinVariant own = variantOf(scene, model, own_entries, model.needs(lod));
            if (split) compile(scene.technique, UnitPass::kPrepare, own);
            for (const UnitPass pass : {UnitPass::kShade, UnitPass::kShadow}) {
                if (pass == UnitPass::kShadow && !ahead.shadows) continue;
                compile(scene.technique, pass, own);
                if (coarser > 0 && split) compile(texture, pass, direct);
                if (reads_layers) compile(layered, pass, variantOf(scene, model, kept, model.needs(lod)));
            }
            if (lod == 0 && !all) break;  // these first: they can draw all LODs
        }
    }
}

namespace {

// Returns false if the program is not built yet.
bool compileImpostor(UnitPrograms& programs, UnitPass pass, bool blended, const GpuModel& model,
                     const AheadOf& ahead) {
    const bool shade = pass == UnitPass::kShade;
    const ImpostorVariant variant{pass, blended, shade ? ahead.coverage : CoveragePlaces::kOneSample,
                                  model.unlit(), shade && ahead.clouds};
    if (!ahead.at_once) return programs.requestImpostor(variant) != nullptr;
    programs.getImpostor(variant);
    return true;
}

}  // namespace

bool compileImpostors(UnitPrograms& programs, std::span<const GpuModel> models, const AheadOf& ahead) {
    bool all = true;
    for (const GpuModel& model : models) {
        for (const bool blended : {true, false}) {
            for (const UnitPass pass : {UnitPass::kShade, UnitPass::kShadow}) {
                if (pass == UnitPass::kShadow && !ahead.shadows) continue;
                all = compileImpostor(programs, pass, blended, model, ahead) && all;
            }
        }
    }
    return all;
}

void compileNearImpostors(UnitPrograms& programs, std::span<const GpuModel> models, const AheadOf& ahead) {
    for (const GpuModel& model : models) compileImpostor(programs, UnitPass::kShade, true, model, ahead);
}

}  // namespace phalanx
