#include "render/compile_ahead.h"

namespace phalanx {

void compileAhead(UnitPrograms& programs, const UnitFrame& frame, bool shadows) {
    static const Technique& texture = findTechnique("texture");
    const bool chosen = frame.selection != nullptr || frame.by_gpu != nullptr;
    const auto passes = [&](const auto& compile) {
        compile(UnitPass::kShade);
        if (shadows) compile(UnitPass::kShadow);
    };
    for (const GpuModel& model : frame.models) {
        const int coarser = chosen && model.detail() ? static_cast<int>(model.detail()->levels.size()) : 0;
        for (int level = 0; level <= coarser; ++level) {
            const SkinVariant variant = frame.variant(model, model.weights(level));
            SkinVariant own = variant;
            own.near = frame.by_gpu != nullptr && frame.technique.prepares();
            passes([&](UnitPass pass) {
                programs.get(frame.technique, pass, own);
                // Coarse levels may be drawn without what the technique makes ready.
                if (coarser > 0 && frame.technique.prepares()) programs.get(texture, pass, variant);
            });
        }
    }
    if (!chosen || frame.impostors == nullptr) return;
    for (const bool blended : {true, false})
        passes([&](UnitPass pass) { programs.getImpostor(pass, blended); });
}

}  // namespace phalanx
