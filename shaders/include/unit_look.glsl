// Per-unit variation of a surface, from two numbers of UnitShown::look. They are passed to the fragment shader as they are:
// deriving the colours there costs less than more varyings (docs/lod.md).
#include "srgb.glsl"

// Tint: linear; w: strength, 0..1.
vec4 tintOf(uvec2 look) {
    vec4 tint = vec4(look.x & 0xFFu, (look.x >> 8) & 0xFFu, (look.x >> 16) & 0xFFu, look.x >> 24) * (1.0 / 255.0);
    return vec4(linearFromSrgb(tint.rgb), tint.a);
}

// Factor for skin colour; w: factor for the whole unit, because neighbours differ in brightness, as cloth fades at its own
// rate.
vec4 toneOf(uvec2 look) {
    float pick = float((look.y * 0x85EBCA6Bu) >> 16) * (1.0 / 65535.0);
    // From light to dark; two thirds are close to the texture.
    vec3 skin = pick < 0.65 ? mix(vec3(1.16, 1.14, 1.12), vec3(0.86, 0.83, 0.80), pick / 0.65)
                            : mix(vec3(0.72, 0.66, 0.60), vec3(0.26, 0.21, 0.19), (pick - 0.65) / 0.35);
    uint hash = (look.y * 0x9E3779B9u) >> 8;
    return vec4(skin, 0.90 + 0.20 * (float(hash & 0xFFFFu) * (1.0 / 65535.0)));
}
