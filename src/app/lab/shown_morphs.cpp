#include "app/lab/shown_morphs.h"

namespace phalanx {

std::vector<double> shownMorphs(const Stage& stage, std::uint32_t unit, const BakedPose& pose) {
    const auto model = static_cast<std::size_t>(stage.crowd.modelOf(unit));
    std::vector<double> weights =
        morphWeightsAt(stage.gpu_models[model].encoded().morphs, stage.crowd.models()[model].clips, pose,
                       stage.render.skin.switches);
    // Posed vertices are baked with the weights of the clips.
    if (findTechnique(stage.render.technique).pose != PoseKind::kVertexTexture)
        setByHand(stage.crowd.morphRowOf(unit), weights);
    return weights;
}

}  // namespace phalanx
