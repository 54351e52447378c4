// Shadow maps: squares perpendicular to the sun's rays, each 2^PH_SHADOW_SHIFT times as wide as the one before
// (src/render/passes/shadow_maps.h).

// Sun space, metres: along u_shadow_right, along u_shadow_up, towards the sun.
vec3 inSunlight(vec3 v) {
    return vec3(dot(u_shadow_right.xyz, v), dot(u_shadow_up.xyz, v), dot(u_sun_direction.xyz, v));
}

vec2 shadowCenter(int map) {
    vec4 pair = u_shadow_centers[map >> 1];
    return (map & 1) == 0 ? pair.xy : pair.zw;
}

float halfShadowMap(int map) { return u_shadow_right.w * float(1 << (PH_SHADOW_SHIFT * map)); }

// From sun space to the map: -1..1 per axis, z = 1 at the far end.
vec3 inShadowMap(vec3 at, int map) {
    return vec3((at.xy - shadowCenter(map)) / halfShadowMap(map), -2.0 * u_sky_horizon.w * (at.z - u_sun_direction.w));
}
