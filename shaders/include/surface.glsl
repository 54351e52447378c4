// A model's material, and the effect of the unit's tint on it.
#include "srgb.glsl"
uniform sampler2D u_base_color_map;
uniform vec4 u_base_color;     // linear
uniform float u_alpha_cutoff;  // 0: opaque
uniform int u_tint_mask;       // 0: a weak tint everywhere; 1: tint where the texture's alpha says

vec4 baseColor(vec2 uv) { return texture(u_base_color_map, uv) * u_base_color; }

#ifndef UNIT_OF_THREAD
void discardTransparent(vec4 base) {
    if (u_alpha_cutoff > 0.0 && base.a < u_alpha_cutoff) discard;
}
#endif

// Factor for skin: `tone` on skin, 1 elsewhere. Only for models with a tint mask, whose textures keep to this rule: skin has
// a red to green ratio of at least 1.6 and a green to blue ratio below 2.9, in linear light, and is outside the mask.
// Webbing, boots and camouflage are greyer, brass and glass yellower.
vec3 skinTone(vec4 base, vec3 tone) {
    if (u_tint_mask != 1) return vec3(1.0);
    float red = base.r / max(base.g, 0.004);
    float yellow = base.g / max(base.b, 0.004);
    float skin = smoothstep(1.6, 1.85, red) * smoothstep(2.9, 2.4, yellow) * smoothstep(0.06, 0.14, base.r);
    skin *= 1.0 - smoothstep(0.05, 0.2, base.a);
    return mix(vec3(1.0), tone, skin);
}

// tint: linear; w: strength, 0..1.
vec3 tinted(vec4 base, vec4 tint) {
    float brightness = dot(base.rgb, vec3(0.2126, 0.7152, 0.0722));
    if (u_tint_mask == 1) {
        // Cloth keeps its folds and dirt: the tint replaces the hue.
        return mix(base.rgb, tint.rgb * (brightness * 1.5 + 0.03), base.a * tint.a);
    }
    return mix(base.rgb, tint.rgb * (brightness * 1.6 + 0.02), 0.35 * tint.a);
}
