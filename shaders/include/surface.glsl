// A model's material, and what the unit's tint does to it.
uniform sampler2D u_base_color_map;
uniform vec4 u_base_color;     // linear
uniform float u_alpha_cutoff;  // 0: opaque
uniform int u_tint_mask;       // 0: all of the surface, a little; 1: where the texture's alpha says

vec4 baseColor(vec2 uv) { return texture(u_base_color_map, uv) * u_base_color; }

void discardTransparent(vec4 base) {
    if (u_alpha_cutoff > 0.0 && base.a < u_alpha_cutoff) discard;
}

vec3 linearFromSrgb(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }

vec3 tinted(vec4 base, vec4 tint) {
    vec3 color = linearFromSrgb(tint.rgb);
    float brightness = dot(base.rgb, vec3(0.2126, 0.7152, 0.0722));
    if (u_tint_mask == 1) {
        // Cloth keeps its folds and dirt: the tint takes the place of the hue.
        return mix(base.rgb, color * (brightness * 1.5 + 0.03), base.a * tint.a);
    }
    return mix(base.rgb, color * (brightness * 1.6 + 0.02), 0.35 * tint.a);
}
