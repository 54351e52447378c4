#include "render/poses/unit_rows.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "anim/bake/entry_codec.h"
#include "anim/rig/rig_pose.h"
#include "playback.h"

namespace phalanx {
namespace {

// Units that show a frame of their own have no layers.
void takeOwnFrame(const EncodedAnimation& encoded, std::uint32_t frame, std::span<glm::vec4> rows) {
    const EntryCodec codec(encoded.encoding, encoded.space, encoded.bind_origins);
    for (std::size_t joint = 0; joint < encoded.joints; ++joint) {
        const std::size_t entry = std::size_t{frame} * encoded.joints + joint;
        const PoseEntry decoded = codec.read(encoded.data.data() + entry * codec.entryBytes());
        for (std::size_t row = 0; row < decoded.size(); ++row)
            rows[3 * joint + row] = glm::vec4(decoded[row]);
    }
}

}  // namespace

double feetWeight(const FeetFade& fade, const UnitStand& stand, bool switches) {
    const float away = glm::distance(glm::vec3(stand.placement), fade.eye) / stand.scale;
    const float x = std::clamp((fade.none_m - away) / (fade.none_m - fade.full_m), 0.0F, 1.0F);
    if (switches) return x < 0.5F ? 0.0 : 1.0;
    return static_cast<double>(layout::smooth01(x));
}

UnitStand UnitRows::standOf(std::size_t group, std::size_t number) const {
    const UnitGroup& of_group = scene_.units[group];
    const UnitInstance& unit = of_group.units[number];
    const std::span<const glm::uvec4> clips = scene_.model(of_group.model).clipTable();
    layout::UnitState state = layout::unitState(unit, clips[unit.playback.y & 0xFFFFU],
                                                clips[unit.playback.y >> 16U], scene_.schedule);
    const Terrain* const terrain = scene_.terrain != nullptr ? scene_.terrain->terrain() : nullptr;
    phalanx::standOn(terrain, state.placement);
    UnitStand stand{state.placement, std::bit_cast<float>(unit.look.y), terrain};
    const PoseSwitches& switches = scene_.skin.switches;
    stand.weight = state.weight;
    if (switches.single_clip) stand.weight = stand.weight < 0.5F ? 0.0F : 1.0F;
    for (const int clip : {0, 1}) {
        const glm::uvec4& entry = clips[clip == 0 ? unit.playback.y & 0xFFFFU : unit.playback.y >> 16U];
        layout::ClipMoment moment = layout::clipMoment(clip == 0 ? state.cycle_a : state.cycle_b, entry.y);
        if (switches.lookup == FrameLookup::kNearest) {
            moment.frame += moment.within < 0.5F ? 0U : 1U;
            moment.within = 0.0F;
        }
        stand.frames[clip] = entry.x + moment.frame;
        stand.frames[clip + 2] = std::bit_cast<std::uint32_t>(moment.within);
    }
    if (const LayeredUnits* const layers = scene_.layersOf(group)) stand.record = &layers->record(number);
    return stand;
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
    const UnitStand stand = standOf(item_.group, number);
    const EncodedAnimation& encoded = scene_.model(item_.model).encoded();
    if (encoded.own.any() && stand.frames[0] >= encoded.own.first)
        return takeOwnFrame(encoded, stand.frames[0], rows);
    RigPose pose = poseShownBy(layers_->record(number), rig, scene_.schedule.clock.x, stand,
                               [this](std::uint32_t place) { return standAt(place); });
    pose.ground_weight = feetWeight(scene_.feet, stand, scene_.skin.layer_mistakes.feet_switch);
    const std::vector<glm::dmat4> model_from_bind = evaluateRigPose(rig, pose, scene_.skin.layer_mistakes);
    const EncodingSpace& space = encoded.space;
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
