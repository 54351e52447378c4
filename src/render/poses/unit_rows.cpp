#include "render/poses/unit_rows.h"

#include <bit>
#include <vector>

#include "anim/rig/rig_pose.h"
#include "playback.h"

namespace phalanx {

UnitStand UnitRows::standOf(std::size_t group, std::size_t number) const {
    const UnitGroup& of_group = scene_.units[group];
    const UnitInstance& unit = of_group.units[number];
    const std::span<const glm::uvec4> clips = scene_.model(of_group.model).clipTable();
    layout::UnitState state = layout::unitState(unit, clips[unit.playback.y & 0xFFFFU],
                                                clips[unit.playback.y >> 16U], scene_.schedule);
    const Terrain* const terrain = scene_.terrain != nullptr ? scene_.terrain->terrain() : nullptr;
    phalanx::standOn(terrain, state.placement);
    return {state.placement, std::bit_cast<float>(unit.look.y), terrain};
}

UnitStand UnitRows::standAt(std::uint32_t place) const {
    std::size_t number = place;
    std::size_t group = 0;
    while (number >= scene_.units[group].units.size()) number -= scene_.units[group++].units.size();
    return standOf(group, number);
}

void UnitRows::pose(std::size_t i, std::span<glm::vec4> rows) const {
    const std::size_t number = item_.number(i);
    const LayerRig& rig = layers_->rig().rig();
    const RigPose pose =
        poseShownBy(layers_->record(number), rig, scene_.schedule.clock.x, standOf(item_.group, number),
                    [this](std::uint32_t place) { return standAt(place); });
    const std::vector<glm::dmat4> model_from_bind = evaluateRigPose(rig, pose, scene_.skin.layer_mistakes);
    const EncodingSpace& space = scene_.model(item_.model).encoded().space;
    const glm::dvec4 bind_center(glm::dvec3(space.bind_center), 1.0);
    const glm::dvec3 model_center(space.model_center);
    for (std::size_t joint = 0; joint < model_from_bind.size(); ++joint) {
        const glm::dmat4 columns = glm::transpose(model_from_bind[joint]);
        for (int row = 0; row < 3; ++row) {
            glm::dvec4 of_joint = columns[row];
            of_joint.w = glm::dot(of_joint, bind_center) - model_center[row];
            rows[3 * joint + static_cast<std::size_t>(row)] = glm::vec4(of_joint);
        }
    }
}

}  // namespace phalanx
