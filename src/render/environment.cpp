#include "render/environment.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace phalanx {

glm::dvec3 sunDirection(const Environment& environment) {
    const double elevation = glm::radians(std::clamp(environment.sun_elevation_deg, 3.0, 90.0));
    const double azimuth = glm::radians(environment.sun_azimuth_deg);
    return {std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
            std::cos(azimuth) * std::cos(elevation)};
}

ShadowView fitShadow(const Environment& environment, const Camera& camera, int map_size) {
    // The square grows in steps with the distance to what one looks at, so that zooming does not make texels
    // crawl.
    constexpr double kSmallest_m = 8.0;
    constexpr double kLargest_m = 160.0;
    const double distance = glm::length(camera.target - camera.eye);
    const double wanted = std::clamp(distance * 0.95, kSmallest_m, kLargest_m);
    const double radius = kSmallest_m * std::exp2(std::ceil(std::log2(wanted / kSmallest_m) * 2.0) / 2.0);
    glm::dvec3 forward = camera.target - camera.eye;
    forward.y = 0.0;
    const double flat = glm::length(forward);
    // A little beyond the target: what lies behind it fills more of the picture than what lies before it.
    glm::dvec3 center =
        camera.target + (flat > 0.0 ? forward / flat * std::min(0.25 * radius, flat) : glm::dvec3(0.0));
    center.y = 0.0;

    const glm::dvec3 sun = sunDirection(environment);
    const glm::dvec3 up = std::abs(sun.y) > 0.99 ? glm::dvec3(0.0, 0.0, 1.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dmat4 light_from_world = glm::lookAt(glm::dvec3(0.0), -sun, up);
    const double texel = 2.0 * radius / map_size;
    glm::dvec3 in_light(light_from_world * glm::dvec4(center, 1.0));
    in_light.x = std::round(in_light.x / texel) * texel;
    in_light.y = std::round(in_light.y / texel) * texel;
    const double depth = radius * 1.5 + 40.0;
    const glm::dmat4 clip_from_light =
        glm::ortho(in_light.x - radius, in_light.x + radius, in_light.y - radius, in_light.y + radius,
                   -in_light.z - depth, -in_light.z + depth);
    const glm::dmat4 texture_from_clip =
        glm::scale(glm::translate(glm::dmat4(1.0), glm::dvec3(0.5)), glm::dvec3(0.5));
    return {texture_from_clip * clip_from_light * light_from_world, texel};
}

layout::FrameBlock makeFrameBlock(const Environment& environment, const Camera& camera, double aspect,
                                  const ShadowView& shadow, const layout::Schedule& schedule) {
    layout::FrameBlock block{};
    block.u_clip_from_world = glm::mat4(clipFromWorld(camera, aspect));
    block.u_shadow_from_world = glm::mat4(shadow.texture_from_world);
    block.u_camera = glm::vec4(glm::vec3(camera.eye), environment.exposure);
    block.u_sun_direction =
        glm::vec4(glm::vec3(sunDirection(environment)), static_cast<float>(shadow.texel_m));
    block.u_sun_color = glm::vec4(environment.sun_color, environment.shadows ? 1.0F : 0.0F);
    block.u_sky_zenith = glm::vec4(environment.sky_zenith, environment.fog_density);
    block.u_sky_horizon = glm::vec4(environment.sky_horizon, 0.0F);
    block.u_ground_color = glm::vec4(environment.ground_color, 0.0F);
    block.u_clock = schedule.clock;
    block.u_path = schedule.path;
    return block;
}

}  // namespace phalanx
