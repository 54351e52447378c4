#include <algorithm>

#include "ui/anatomy/anatomy_panel.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

constexpr float kReach_points = 9.0F;  // distance from the mouse to a joint

}  // namespace

std::optional<std::uint32_t> jointAt(const Theme& theme, std::span<const AnatomyJoint> joints,
                                     const glm::vec2& at) {
    std::optional<std::uint32_t> nearest;
    float reach = theme.points(kReach_points);
    for (std::uint32_t i = 0; i < joints.size(); ++i) {
        if (!joints[i].place) continue;
        const float distance = glm::distance(*joints[i].place, at);
        if (distance >= reach) continue;
        reach = distance;
        nearest = i;
    }
    return nearest;
}

void drawSkeleton(const Theme& theme, const AnatomyFacts& facts, AnatomySettings& settings) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::GetIO().WantCaptureMouse) {
        if (const auto joint = jointAt(theme, facts.joints, {mouse.x, mouse.y})) settings.joint = joint;
    }
    const std::optional<std::uint32_t> lit = litJoint(facts, settings);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const AnatomyVertex& vertex : facts.vertices) {
        const auto alpha = static_cast<int>(60.0F + 195.0F * std::clamp(vertex.weight, 0.0F, 1.0F));
        list.AddCircleFilled(toIm(vertex.place), theme.points(1.6F), IM_COL32(255, 214, 120, alpha), 6);
    }
    // Dark under light: visible on a bright sky and on a dark uniform.
    const auto bones = [&](ImU32 ink, float width) {
        for (const AnatomyJoint& joint : facts.joints) {
            if (joint.parent < 0 || !joint.place) continue;
            const AnatomyJoint& parent = facts.joints[static_cast<std::size_t>(joint.parent)];
            if (parent.place) list.AddLine(toIm(*parent.place), toIm(*joint.place), ink, theme.points(width));
        }
    };
    bones(IM_COL32(10, 12, 16, 150), 3.6F);
    bones(IM_COL32(236, 240, 246, 230), 1.5F);
    for (std::uint32_t i = 0; i < facts.joints.size(); ++i) {
        const AnatomyJoint& joint = facts.joints[i];
        if (!joint.place) continue;
        const bool pointed = lit == i;
        list.AddCircleFilled(toIm(*joint.place), theme.points(pointed ? 5.5F : 3.4F),
                             IM_COL32(10, 12, 16, 200));
        list.AddCircleFilled(toIm(*joint.place), theme.points(pointed ? 4.2F : 2.4F),
                             pointed ? color::kAccent : IM_COL32(236, 240, 246, 255));
    }
    drawVertexMark(theme, facts);
    if (!lit || *lit >= facts.joints.size()) return;
    const AnatomyJoint& joint = facts.joints[*lit];
    if (!joint.place) return;
    const ImVec2 at(joint.place->x + theme.points(9.0F), joint.place->y - theme.points(9.0F));
    textOnPlate(list, theme, at, color::kText, joint.name.c_str());
}

}  // namespace phalanx
