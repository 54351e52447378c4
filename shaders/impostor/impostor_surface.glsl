// The colour of an impostor under the current light, from texels of the atlas.
#include "impostor_light.glsl"
#include "surface.glsl"
#include "lighting.glsl"
#include "shading.glsl"

// color, surface: of the atlas, premultiplied by coverage. look: UnitShown::look: tint, number. up: cell coordinate, -1..1.
// height: above the unit's origin, metres. clip: the point in clip space, for unlit materials.
vec3 impostorColor(vec4 color, vec4 surface, uvec2 look, ImpostorLight light, float up, float height, vec4 clip) {
    float whole = 1.0 / max(surface.a, 0.004);
    vec3 normal = surface.rgb * whole * 2.0 - 1.0;
    float size = length(normal);
    normal /= max(size, 1.0);  // rounding, only where coverage is almost 0
    size = min(size, 1.0);
    // An averaged normal is shorter the more its normals spread. Normals facing away from the sun receive no light, not
    // negative light, so spread normals receive more in the mean than their mean does. For a normal distribution this is
    // close to the hyperbola below; its width was measured (tests/gl/impostor/impostor_test.cpp). Sky light is linear in the normal.
    float spread = 1.0 - size * size;
    float direct = dot(normal, light.to_sun);
    float sun = 0.5 * (direct + sqrt(direct * direct + 0.20 * spread));
    // A specular lobe over spread normals is wider and lower (Toksvig, "Mipmapping Normal Maps", NVIDIA, 2004).
    float narrow = size / (size + kGloss * (1.0 - size));
    float halfway = max(dot(normal, normalize(light.to_sun + vec3(0.0, 0.0, 1.0))) / max(size, 0.05), 1e-4);
    float gloss = (1.0 + narrow * kGloss) / (1.0 + kGloss) * pow(halfway, narrow * kGloss) * step(0.0, direct);
    // Mean of a fourth power, from mean and variance.
    float away = 1.0 - clamp(normal.z, 0.0, 1.0);
    float variance = 0.12 * spread;
    float rim = away * away * (away * away + 6.0 * variance) + 3.0 * variance * variance;
    // In the image's axes: the view direction of the image stands for the eye's.
    float level = sqrt(1.0 - light.rise * light.rise);
    Facing facing = Facing(sun, normal.y * level + normal.z * light.rise, gloss, rim);
    float sun_share = mix(light.sunlit.x, light.sunlit.y, clamp(up * 0.5 + 0.5, 0.0, 1.0));
    vec4 base = color * whole;
    vec3 shaded = litSurface(base, look, facing, sun_share, height);
#ifdef UNLIT_MATERIALS
    // Alpha is the fraction of unlit surface, except in models where it is the tint's mask.
    float own = u_unlit == 1 ? 1.0 : u_tint_mask == 1 ? 0.0 : min(base.a, 1.0);
    shaded = mix(shaded, unlitSurface(base, look, clip), own);
#endif
    return behindHaze(shaded, light.haze);
}
