#include "render/units/compile_ahead.h"

namespace phalanx {

void compileAhead(UnitPrograms& programs, const UnitFrame& frame, bool shadows, bool each_sample) {
    static const Technique& texture = findTechnique("texture");
    const bool chosen = frame.selection != nullptr || frame.by_gpu != nullptr;
    // Techniques that draw some LODs by `texture` instead, and that need a program to prepare poses.
    const bool parted =
        frame.technique.pose == PoseKind::kPalette || frame.technique.pose == PoseKind::kCompute;
    const auto passes = [&](const auto& compile) {
        compile(UnitPass::kShade);
        if (shadows) compile(UnitPass::kShadow);
    };
    for (const GpuModel& model : frame.models) {
        const int coarser = chosen && model.detail() ? static_cast<int>(model.detail()->levels.size()) : 0;
        for (int level = 0; level <= coarser; ++level) {
            const SkinVariant variant = frame.variant(model, model.weights(level));
            SkinVariant own = variant;
            own.near = frame.by_gpu != nullptr && parted;
            if (parted) programs.get(frame.technique, UnitPass::kPrepare, own);
            passes([&](UnitPass pass) {
                programs.get(frame.technique, pass, own);
                if (coarser > 0 && parted) programs.get(texture, pass, variant);
            });
        }
    }
    if (!chosen || frame.impostors == nullptr) return;
    for (const bool blended : {true, false})
        passes([&](UnitPass pass) { programs.getImpostor(pass, blended, each_sample); });
}

}  // namespace phalanx
