// AimUp, AimDown, AimLeft, AimRight: still poses that differ from the last pose of Aim above the hips only,
// so that their differences from it can be added to any pose of the legs.
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "clips/clips.h"
#include "rig/pose.h"

namespace phalanx::soldier {
namespace {

constexpr float kStillSeconds = 1.0F / 30.0F;  // one interval of keys

// The inverse of turn(): angles in degrees of Ry Rx Rz.
glm::vec3 degreesOf(const glm::quat& rotation) {
    const glm::mat3 m = glm::mat3_cast(rotation);
    return glm::degrees(glm::vec3(std::asin(glm::clamp(-m[2][1], -1.0F, 1.0F)), std::atan2(m[2][0], m[2][2]),
                                  std::atan2(m[0][1], m[1][1])));
}

// Turns the rifle of aiming() by `degrees` about `axis` (model space). The spine's three joints turn by
// `by_spine` degrees in equal parts, chest, arms and rifle with them. The rifle and the head turn by the rest
// about the root of the neck, so that the eye stays behind the sight and the butt near the shoulder.
PoseRig aimingAt(const Skeleton& skeleton, const glm::vec3& axis, float degrees, float by_spine) {
    const PoseRig level = aiming();
    const auto about = [&](float angle) { return glm::angleAxis(glm::radians(angle), axis); };
    const auto solved = [&](const PoseRig& rig) { return toModel(skeleton, solveRig(skeleton, rig).pose); };
    const ModelPose before = solved(level);
    PoseRig rig = level;
    // A joint turns about the axis in model space: parent^-1 * turn * joint. The turns of its parents cancel.
    const auto turned = [&](const char* parent, const char* joint) {
        return degreesOf(glm::conjugate(before.rotation[skeleton.index(parent)]) * about(by_spine / 3.0F) *
                         before.rotation[skeleton.index(joint)]);
    };
    rig.spine = turned("Hips", "Spine");
    rig.chest = turned("Spine", "Chest");
    rig.upper_chest = turned("Chest", "UpperChest");
    rig.look = degreesOf(about(degrees) * turn(level.look));
    const ModelPose after = solved(rig);
    const int chest = skeleton.index("UpperChest");
    const glm::vec3 neck = after.position[skeleton.index("Neck")];
    const glm::vec3 carried =
        after.position[chest] + about(by_spine) * (level.weapon_world - before.position[chest]);
    rig.weapon_world = neck + about(degrees - by_spine) * (carried - neck);
    rig.weapon_world_turn = degreesOf(about(degrees) * turn(level.weapon_world_turn));
    return rig;
}

}  // namespace

void addAims(const Skeleton& skeleton, std::vector<Motion>& motions) {
    const auto add = [&](const char* name, const glm::vec3& axis, float degrees, float by_spine) {
        const PoseRig rig = aimingAt(skeleton, axis, degrees, by_spine);
        motions.push_back({name, kStillSeconds, 30.0F, true, 0.0F, [rig](float) { return rig; }});
    };
    const glm::vec3 across{1.0F, 0.0F, 0.0F}, up{0.0F, 1.0F, 0.0F};
    add("AimUp", across, -40.0F, -26.0F);
    add("AimDown", across, 40.0F, 26.0F);
    add("AimLeft", up, 60.0F, 48.0F);
    add("AimRight", up, -60.0F, -48.0F);
}

}  // namespace phalanx::soldier
