// What tells one unit's surface from another's, of the two numbers of UnitShown::look that say so. A vertex hands these on as
// they are: what is worked out of them here is cheaper than what a raster unit takes to carry it (docs/scale.md).
#include "srgb.glsl"

// Linear; w: how much of it, 0..1.
vec4 tintOf(uvec2 look) {
    vec4 tint = vec4(look.x & 0xFFu, (look.x >> 8) & 0xFFu, (look.x >> 16) & 0xFFu, look.x >> 24) * (1.0 / 255.0);
    return vec4(linearFromSrgb(tint.rgb), tint.a);
}

// What his skin differs by from the painted one; w: what all of him does, as no two neighbours are quite as bright: cloth fades
// at its own pace.
vec4 toneOf(uvec2 look) {
    float pick = float((look.y * 0x85EBCA6Bu) >> 16) * (1.0 / 65535.0);
    // From fair to dark; two thirds lie near what is painted.
    vec3 skin = pick < 0.65 ? mix(vec3(1.16, 1.14, 1.12), vec3(0.86, 0.83, 0.80), pick / 0.65)
                            : mix(vec3(0.72, 0.66, 0.60), vec3(0.26, 0.21, 0.19), (pick - 0.65) / 0.35);
    uint hash = (look.y * 0x9E3779B9u) >> 8;
    return vec4(skin, 0.90 + 0.20 * (float(hash & 0xFFFFu) * (1.0 / 65535.0)));
}
