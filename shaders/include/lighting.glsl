// One sun, a sky above, light reflected by the ground, and fog. All colours are linear.
#include "shadow_maps.glsl"
#ifdef CLOUDS
#include "scenery/clouds.glsl"
#endif

uniform sampler2DArrayShadow u_shadow_map;

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

// Fraction of sunlight at a point according to one map: nine bilinear comparisons, done with four lookups placed where the
// bilinear weights of two neighbours equal those of three (Castaño, "Shadow Mapping Summary", The Witness, 2013).
float sunByMap(int map, vec3 at, vec3 normal, float sine) {
    float texel = 1.0 / float(textureSize(u_shadow_map, 0).x);
    // Offset along the normal, so that a surface does not shade itself. The filter reaches two texels; there a plane of this
    // slope is 2 * sine texels nearer to the sun, measured along its normal.
    vec3 p = inShadowMap(at + normal * (2.0 * halfShadowMap(map) * texel * (0.4 + 2.0 * sine)), map) * 0.5 + 0.5;
    vec2 within = fract(p.xy / texel - 0.5);
    vec2 middle = p.xy - within * texel;  // centre of the texel before
    vec2 low_weight = 2.0 - within;
    vec2 high_weight = 1.0 + within;
    vec2 low = middle + (1.0 / low_weight - 1.0) * texel;
    vec2 high = middle + (within / high_weight + 1.0) * texel;
    float layer = float(map);
    float sum = low_weight.x * low_weight.y * texture(u_shadow_map, vec4(low, layer, p.z)) +
                high_weight.x * low_weight.y * texture(u_shadow_map, vec4(high.x, low.y, layer, p.z)) +
                low_weight.x * high_weight.y * texture(u_shadow_map, vec4(low.x, high.y, layer, p.z)) +
                high_weight.x * high_weight.y * texture(u_shadow_map, vec4(high, layer, p.z));
    return sum * (1.0 / 9.0);
}

// Distance of a point from the centre of a map's volume, 1 at its border.
float shadowRim(int map, vec3 at) {
    float half_m = halfShadowMap(map);
    vec3 middle = vec3(shadowCenter(map), dot(u_sun_direction.xyz, u_camera.xyz) + u_shadow_up.w * half_m);
    vec3 rim = abs(at - middle);
    rim.z *= u_ground_color.w;
    return max(max(rim.x, rim.y), rim.z) / half_m;
}

// Fraction of sunlight at a point according to the shadow maps, 0..1. Lit outside all of them. normal: 0 for surfaces that
// cast no shadow.
float sunByMaps(vec3 world, vec3 normal) {
    if (u_sun_color.w == 0.0) return 1.0;
    int last = int(u_sun_color.w) - 1;
    vec3 at = inSunlight(world);
    vec3 in_normal = inSunlight(normal);
    float sine = length(in_normal.xy);  // 0..1, of the angle between normal and sun
    int map = 0;
    float rim = shadowRim(0, at);
    while (map < last && rim >= 1.0) rim = shadowRim(++map, at);
    if (rim >= 1.0) return 1.0;
    // At its border a map blends into the next one; the last one fades out. While it is about to be left out, it is weak.
    float beyond = smoothstep(PH_SHADOW_RIM, 1.0, rim);
    int end = beyond > 0.0 ? min(map + 1, last) : map;
    float sun = map == last ? beyond : 0.0;
    for (float share = 1.0 - beyond; map <= end; ++map, share = beyond) {
        float by_map = sunByMap(map, at, in_normal, sine);
        sun += share * (map == last ? mix(1.0, by_map, u_shadow_centers[1].w) : by_map);
    }
    return sun;
}

// Fraction of sunlight that reaches a point, 0..1. normal: as for sunByMaps().
float sunVisibility(vec3 world, vec3 normal) {
#ifdef CLOUDS
    return sunByMaps(world, normal) * sunThroughClouds(world);
#else
    return sunByMaps(world, normal);
#endif
}

// up: cosine between the surface normal and straight up, -1..1.
vec3 skyAmbient(float up) {
    vec3 above = mix(u_sky_horizon.rgb, u_sky_zenith.rgb, 0.6);
    return mix(u_ground_color.rgb, above, up * 0.5 + 0.5);
}

// For ground, which is drawn up to a distance: there it is haze alone.
vec3 groundBehindHaze(float end_m, vec3 color, vec3 world) {
    vec3 ray = u_camera.xyz - world;
    float distance_m = length(ray);
    vec2 haze = hazeOf(ray / max(distance_m, 1e-4), distance_m);
    haze.x *= 1.0 - smoothstep(0.15, 1.0, distance_m / end_m);
    return behindHaze(color, haze);
}
