#include "render/passes/frame_block.h"

namespace phalanx {

layout::FrameBlock makeFrameBlock(const Environment& environment, const Camera& camera, double aspect,
                                  const ShadowMaps& shadow, const layout::Schedule& schedule) {
    layout::FrameBlock block{};
    block.u_clip_from_world = glm::mat4(clipFromWorld(camera, aspect));
    block.u_shadow_right = glm::vec4(glm::vec3(shadow.right), static_cast<float>(shadow.maps.front().half_m));
    block.u_shadow_up = glm::vec4(glm::vec3(shadow.up), static_cast<float>(shadow.ahead));
    for (std::size_t map = 0; map < shadow.maps.size(); ++map) {
        const glm::vec2 center(shadow.maps.at(map).center);
        glm::vec4& pair = block.u_shadow_centers[map / 2];
        pair[map % 2 == 0 ? 0 : 2] = center.x;
        pair[map % 2 == 0 ? 1 : 3] = center.y;
    }
    static_assert(PH_SHADOW_MAPS == 3, "the fourth place is free");
    block.u_shadow_centers[1].w = static_cast<float>(shadow.strength);
    block.u_camera = glm::vec4(glm::vec3(camera.eye), environment.exposure);
    block.u_sun_direction =
        glm::vec4(glm::vec3(sunDirection(environment)), static_cast<float>(shadow.depth_middle_m));
    block.u_sun_color =
        glm::vec4(environment.sun_color, environment.shadows ? static_cast<float>(shadow.count) : 0.0F);
    block.u_sky_zenith = glm::vec4(environment.sky_zenith, environment.fog_density);
    block.u_sky_horizon = glm::vec4(environment.sky_horizon, static_cast<float>(shadow.depth_per_m));
    block.u_ground_color = glm::vec4(environment.ground_color, shadow.cubes ? 1.0F : 0.0F);
    block.u_clock = schedule.clock;
    block.u_path = schedule.path;
    return block;
}

}  // namespace phalanx
