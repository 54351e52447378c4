#include "ui/layers/mask_weights.h"

namespace phalanx {

void drawMaskWeights(const Theme& theme, std::span<const AnatomyJoint> joints,
                     std::span<const double> weights) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (!joints[i].place || weights[i] <= 0.0) continue;
        const ImVec2 at(joints[i].place->x, joints[i].place->y);
        list.AddCircleFilled(at, theme.points(4.4F),
                             color::faded(color::kSecond, static_cast<int>(80.0 + 175.0 * weights[i])));
    }
}

}  // namespace phalanx
