// One sun, a sky above, a ground that throws light back, fog. All colours linear.
uniform sampler2DShadow u_shadow_map;

// Share of the sun that reaches a point, 0..1. Nine comparisons, each bilinear. Beyond the map: lit.
float sunVisibility(vec3 world, vec3 normal) {
    if (u_sun_color.w == 0.0) return 1.0;
    // Moved out along the normal by a texel or two, so that a surface does not shade itself.
    float slope = 1.0 - clamp(dot(normal, u_sun_direction.xyz), 0.0, 1.0);
    vec3 offset = world + normal * u_sun_direction.w * (0.6 + 1.8 * slope);
    vec3 p = (u_shadow_from_world * vec4(offset, 1.0)).xyz;
    if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
    float step_size = 1.0 / float(textureSize(u_shadow_map, 0).x);
    float sum = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            sum += texture(u_shadow_map, vec3(p.xy + vec2(float(x), float(y)) * step_size, p.z));
        }
    }
    // The map fades out at its rim instead of ending in a line.
    vec2 rim = abs(p.xy * 2.0 - 1.0);
    float outside = smoothstep(0.9, 1.0, max(rim.x, rim.y));
    return mix(sum * (1.0 / 9.0), 1.0, outside);
}

vec3 skyAmbient(vec3 normal) {
    vec3 above = mix(u_sky_horizon.rgb, u_sky_zenith.rgb, 0.6);
    return mix(u_ground_color.rgb, above, normal.y * 0.5 + 0.5);
}

vec3 fogged(vec3 color, vec3 world) {
    vec3 ray = world - u_camera.xyz;
    float distance_m = length(ray);
    float clear = exp(-u_sky_zenith.w * distance_m);
    // Towards the sun the haze glows.
    float glow = pow(max(dot(ray / max(distance_m, 1e-4), u_sun_direction.xyz), 0.0), 8.0);
    vec3 haze = u_sky_horizon.rgb + u_sun_color.rgb * (0.06 * glow);
    return mix(haze, color, clear);
}
