#include "layouts.h"
#include "surface.glsl"
#include "lighting.glsl"

in vec3 v_world_position;
in vec3 v_world_normal;
in vec2 v_uv;
flat in vec4 v_tint;
flat in uint v_unit;

out vec4 o_color;

void main() {
    vec4 base = baseColor(v_uv);
    discardTransparent(base);
    // Skin first: the tint that follows leaves it alone.
    uint hash = (v_unit * 0x9E3779B9u) >> 8;
    base.rgb *= skinTone(base, float((v_unit * 0x85EBCA6Bu) >> 16) * (1.0 / 65535.0));
    vec3 albedo = tinted(base, v_tint);
    // No two neighbours are quite as bright: cloth fades at its own pace.
    albedo *= 0.90 + 0.20 * (float(hash & 0xFFFFu) * (1.0 / 65535.0));

    // A surface that a joint flattened has no normal.
    float normal_size = length(v_world_normal);
    vec3 normal = normal_size > 0.0 ? v_world_normal / normal_size : vec3(0.0, 1.0, 0.0);
    vec3 to_camera = normalize(u_camera.xyz - v_world_position);
    float facing = dot(normal, u_sun_direction.xyz);
    float sun = max(facing, 0.0) * sunVisibility(v_world_position, normal);
    vec3 halfway = normalize(u_sun_direction.xyz + to_camera);
    float gloss = 0.10 * pow(max(dot(normal, halfway), 0.0), 24.0) * step(0.0, facing);
    // Close to the ground less of the sky is seen.
    float open_sky = 0.55 + 0.45 * clamp(v_world_position.y * 0.8, 0.0, 1.0);
    float rim = pow(1.0 - max(dot(normal, to_camera), 0.0), 4.0) * 0.12;
    vec3 light = u_sun_color.rgb * sun + skyAmbient(normal) * (0.85 * open_sky);
    vec3 color = albedo * light + u_sun_color.rgb * sun * gloss + u_sky_horizon.rgb * rim * open_sky;
    o_color = vec4(fogged(color, v_world_position), 1.0);
}
