// x: transmittance of the haze over a distance; y: strength of its glow around the sun.
vec2 hazeOf(vec3 to_camera, float distance_m) {
    // Haze is brighter towards the sun.
    float glow = max(-dot(to_camera, u_sun_direction.xyz), 0.0);
    glow *= glow;
    glow *= glow;
    return vec2(exp(-u_sky_zenith.w * distance_m), glow * glow);
}

vec3 behindHaze(vec3 color, vec2 haze) {
    return mix(u_sky_horizon.rgb + u_sun_color.rgb * (0.06 * haze.y), color, haze.x);
}
