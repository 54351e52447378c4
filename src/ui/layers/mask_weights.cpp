#include "ui/layers/mask_weights.h"

#include <algorithm>

namespace phalanx {
namespace {

// Its own, or that of the nearest ancestor with one.
double weightOf(std::span<const AnatomyJoint> joints, const AnatomyJoint& joint, const PoseMask& mask) {
    if (!mask) return 1.0;
    for (const AnatomyJoint* each = &joint;; each = &joints[static_cast<std::size_t>(each->parent)]) {
        const auto own = std::ranges::find(*mask, each->name, [](const auto& entry) { return entry.first; });
        if (own != mask->end()) return own->second;
        if (each->parent < 0) return 0.0;
    }
}

}  // namespace

void drawMaskWeights(const Theme& theme, std::span<const AnatomyJoint> joints, const PoseMask& mask) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const AnatomyJoint& joint : joints) {
        const double weight = weightOf(joints, joint, mask);
        if (!joint.place || weight <= 0.0) continue;
        const ImVec2 at(joint.place->x, joint.place->y);
        list.AddCircleFilled(at, theme.points(4.4F),
                             color::faded(color::kSecond, static_cast<int>(80.0 + 175.0 * weight)));
    }
}

}  // namespace phalanx
