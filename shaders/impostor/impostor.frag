// A unit as an impostor: its coverage of the pixel, and its colour under the current light. PASS_SHADOW, PASS_ID and
// PASS_MASK only need the coverage.
#include "layouts.h"
#include "impostor.h"
#include "impostor_light.glsl"
#include "surface.glsl"
#include "lighting.glsl"
#include "shading.glsl"

#ifdef PASS_SHADOW
uniform int u_shadow_map_drawn;
uniform int u_shadow_texels;  // per side
#endif
uniform sampler2DArray u_impostor_shape;
uniform sampler2DArray u_impostor_color;   // sampled as linear
uniform sampler2DArray u_impostor_normal;
uniform int u_samples;  // per pixel of the target
#ifdef EACH_SAMPLE
uniform vec2 u_sample_places[PH_IMPOSTOR_MOST_SAMPLES];  // relative to the pixel's centre, in pixels
#endif

#ifdef BLENDED
in vec2 v_at[PH_IMPOSTOR_BLENDED];
flat in uvec4 v_cell;
flat in vec4 v_shares;
#else
in vec2 v_at;
flat in uint v_cell;
#endif
in float v_height;
flat in uvec2 v_look;
flat in uvec4 v_light;
#ifdef UNLIT_MATERIALS
in vec4 v_clip;
#endif

#if defined(PASS_ID)
out uint o_unit;
#elif !defined(PASS_SHADOW)
out vec4 o_color;
#endif

// Texels should be smaller than pixels by this many powers of two: then edges are as sharp as a triangle's.
const float kFiner = 2.0;
// The coarsest mipmaps have four texels per cell.
const float kShapeLods = log2(float(PH_IMPOSTOR_SHAPE) / 4.0);
const float kColorLods = log2(float(PH_IMPOSTOR_COLOR) / 4.0);

// From cell coordinates, -1..1, to texture coordinates; keeps away from texels of neighbouring cells, in mipmaps too.
vec3 placeOf(uint cell, vec2 at, float texels, float lod) {
    float rim = 0.5 * exp2(lod) / texels;
    at = clamp(at * 0.5 + 0.5, rim, 1.0 - rim);
    uint place = cell % PH_IMPOSTOR_LAYER;
    vec2 corner = vec2(place % PH_IMPOSTOR_ROW, place / PH_IMPOSTOR_ROW);
    return vec3((corner + at) * (1.0 / float(PH_IMPOSTOR_ROW)), float(cell / PH_IMPOSTOR_LAYER));
}

bool liesIn(vec2 at) { return all(lessThanEqual(abs(at), vec2(1.0))); }

float shapeAt(uint cell, vec2 at, float lod) {
    return textureLod(u_impostor_shape, placeOf(cell, at, float(PH_IMPOSTOR_SHAPE), lod), lod).r;
}

// Edges between texels are sharper than bilinear filtering shows them; in smaller mipmaps a texel holds more than an edge.
float steepened(float share, float lod) {
    float steep = max(1.0 - lod, 0.0);
    return clamp((share - 0.5) * (1.0 + 4.0 * steep) + 0.5 + 0.15 * steep, 0.0, 1.0);
}

// Coverage at an offset from the pixel's centre, in pixels.
float shareAt(vec2 place, float lod) {
    float share = 0.0;
#ifdef BLENDED
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) {
        vec2 at = v_at[i] + dFdx(v_at[i]) * place.x + dFdy(v_at[i]) * place.y;
        if (liesIn(at)) share += v_shares[i] * shapeAt(v_cell[i], at, lod);
    }
#else
    vec2 at = v_at + dFdx(v_at) * place.x + dFdy(v_at) * place.y;
    if (liesIn(at)) share = shapeAt(v_cell, at, lod);
#endif
    return steepened(share, lod);
}

#ifdef EACH_SAMPLE
// One bit per covered sample; noise (`grain`) decides where the coverage is between 0 and 1.
int coveredSamples(float lod, float grain) {
    int mask = 0;
    for (int s = 0; s < u_samples; ++s) {
        if (shareAt(u_sample_places[s], lod) + fract(grain + float(s) / float(u_samples)) >= 1.0) mask |= 1 << s;
    }
    return mask;
}
#else
// Standard positions of four samples per pixel.
const vec2 kTaps[4] = vec2[4](vec2(-0.125, -0.375), vec2(0.375, -0.125), vec2(-0.375, 0.125), vec2(0.125, 0.375));

float covered(float lod) {
    if (u_samples == 1) return shareAt(vec2(0.0), lod);
    float sum = 0.0;
    for (int t = 0; t < 4; ++t) sum += shareAt(kTaps[t], lod);
    return sum / 4.0;
}
#endif

// Noise by pixel and unit, 0..1.
float grainAt(uvec2 pixel) {
    uint n = pixel.x * 0x8DA6B343u + pixel.y * 0xD8163841u + v_look.y * 0x9E3779B9u;
    n = (n ^ (n >> 15)) * 0x2C1B3C6Du;
    n ^= n >> 12;
    return (float(n >> 8) + 0.5) * (1.0 / 16777216.0);
}

void main() {
#ifdef BLENDED
    vec2 across = v_at[0];
#else
    vec2 across = v_at;
#endif
    float pixel = log2(max(length(dFdx(across)), length(dFdy(across))) * 0.5);  // in cell sides
    float shape_lod = clamp(pixel + log2(float(PH_IMPOSTOR_SHAPE)) - kFiner, 0.0, kShapeLods);
    ivec2 place_of_grain = ivec2(gl_FragCoord.xy);
#ifdef PASS_SHADOW
    // The noise is fixed to the map's texels in the world while the map moves with the eye.
    float texel_m = 2.0 * halfShadowMap(u_shadow_map_drawn) / float(u_shadow_texels);
    place_of_grain += ivec2(round(shadowCenter(u_shadow_map_drawn) / texel_m));
#endif
    float grain = grainAt(uvec2(place_of_grain));
#ifdef EACH_SAMPLE
    int mask = coveredSamples(shape_lod, grain);
    if (mask == 0) discard;
    gl_SampleMask[0] = mask;
#else
    // Number of covered samples; noise decides between two whole numbers.
    float samples = floor(covered(shape_lod) * float(u_samples) + grain);
    if (samples == 0.0) discard;
#endif
#if defined(PASS_ID)
    o_unit = v_look.y + 1u;
#elif defined(PASS_MASK)
    o_color = vec4(1.0);
#elif !defined(PASS_SHADOW)
    float lod = clamp(pixel + log2(float(PH_IMPOSTOR_COLOR)) - 0.5, 0.0, kColorLods);
#ifdef BLENDED
    vec4 color = vec4(0.0);
    vec4 surface = vec4(0.0);
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i) {
        // Outside the cell use its border, where coverage is almost 0: a sample may be covered although the pixel's centre
        // is not.
        float share = v_shares[i];
        vec3 place = placeOf(v_cell[i], v_at[i], float(PH_IMPOSTOR_COLOR), lod);
        color += share * textureLod(u_impostor_color, place, lod);
        surface += share * textureLod(u_impostor_normal, place, lod);
    }
#else
    vec3 place = placeOf(v_cell, v_at, float(PH_IMPOSTOR_COLOR), lod);
    vec4 color = textureLod(u_impostor_color, place, lod);
    vec4 surface = textureLod(u_impostor_normal, place, lod);
#endif
    float whole = 1.0 / max(surface.a, 0.004);
    vec3 normal = surface.rgb * whole * 2.0 - 1.0;
    float size = length(normal);
    normal /= max(size, 1.0);  // rounding, only where coverage is almost 0
    size = min(size, 1.0);
    // An averaged normal is shorter the more its normals spread. Normals facing away from the sun receive no light, not
    // negative light, so spread normals receive more in the mean than their mean does. For a normal distribution this is
    // close to the hyperbola below; its width was measured (tests/gl/impostor/impostor_test.cpp). Sky light is linear in the normal.
    float spread = 1.0 - size * size;
    ImpostorLight light = lightOf(v_light);
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
    float sun_share = mix(light.sunlit.x, light.sunlit.y, clamp(across.y * 0.5 + 0.5, 0.0, 1.0));
    vec4 base = color * whole;
    vec3 shaded = litSurface(base, v_look, facing, sun_share, v_height);
#ifdef UNLIT_MATERIALS
    // Alpha is the fraction of unlit surface, except in models where it is the tint's mask.
    float own = u_unlit == 1 ? 1.0 : u_tint_mask == 1 ? 0.0 : min(base.a, 1.0);
    shaded = mix(shaded, unlitSurface(base, v_look, v_clip), own);
#endif
    shaded = behindHaze(shaded, light.haze);
#ifdef EACH_SAMPLE
    o_color = vec4(shaded, 1.0);
#else
    // Drivers round alpha to samples differently: slightly more than a whole number rounds to that number on most.
    o_color = vec4(shaded, u_samples > 1 ? (samples + 0.25) / float(u_samples) : 1.0);
#endif
#endif
}
