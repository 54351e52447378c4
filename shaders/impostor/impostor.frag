// A unit as an impostor: its coverage of the pixel, and its colour under the current light. PASS_SHADOW, PASS_ID and
// PASS_MASK only need the coverage.
#include "layouts.h"
#include "impostor.h"
#include "impostor_texels.glsl"
#include "impostor_surface.glsl"

#ifdef PASS_SHADOW
uniform int u_shadow_map_drawn;
uniform int u_shadow_texels;  // per side
#endif
// Per pixel of the target.
#ifdef ONE_SAMPLE
const int u_samples = 1;
#else
uniform int u_samples;
#endif
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
#ifdef ONE_SAMPLE
    return shareAt(vec2(0.0), lod);
#else
    float sum = 0.0;
    for (int t = 0; t < 4; ++t) sum += shareAt(kTaps[t], lod);
    return sum / 4.0;
#endif
}
#endif

void main() {
#ifdef BLENDED
    vec2 across = v_at[0];
#else
    vec2 across = v_at;
#endif
    float pixel = log2(max(length(dFdx(across)), length(dFdy(across))) * 0.5);  // in cell sides
    float shape_lod = shapeLod(pixel);
    ivec2 place_of_grain = ivec2(gl_FragCoord.xy);
#ifdef PASS_SHADOW
    // The noise is fixed to the map's texels in the world while the map moves with the eye.
    float texel_m = 2.0 * halfShadowMap(u_shadow_map_drawn) / float(u_shadow_texels);
    place_of_grain += ivec2(round(shadowCenter(u_shadow_map_drawn) / texel_m));
#endif
    float grain = grainAt(uvec2(place_of_grain), v_look.y);
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
    float lod = colorLod(pixel);
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
#ifdef UNLIT_MATERIALS
    vec4 clip = v_clip;
#else
    vec4 clip = vec4(0.0);
#endif
    vec3 shaded = impostorColor(color, surface, v_look, lightOf(v_light), across.y, v_height, clip);
#ifdef EACH_SAMPLE
    o_color = vec4(shaded, 1.0);
#else
    // Drivers round alpha to samples differently: slightly more than a whole number rounds to that number on most.
    o_color = vec4(shaded, u_samples > 1 ? (samples + 0.25) / float(u_samples) : 1.0);
#endif
#endif
}
