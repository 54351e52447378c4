// Texels of the animation texture, by the number of an entry: one joint in one frame. FETCH_BUFFER and ENCODING_TRS as in
// pose_texture.glsl.
#include "buffer_texture.glsl"
#ifdef ENCODING_TRS
#define TEXELS_PER_ENTRY PH_TEXELS_PER_TRS
#else
#define TEXELS_PER_ENTRY PH_TEXELS_PER_MATRIX
#endif

// Entries of TRS are 16-bit integers, which the GPU returns as fractions of 65535, or as they are where it has no such format.
#if defined(ENCODING_TRS) && defined(PH_NO_NORM16)
#define ANIMATION_SAMPLER usampler2D
#define ANIMATION_BUFFER BUFFER_USAMPLER
#define fromTexel(texel) (vec4(texel) * (1.0 / 65535.0))
#else
#define ANIMATION_SAMPLER sampler2D
#define ANIMATION_BUFFER BUFFER_SAMPLER
#define fromTexel(texel) (texel)
#endif

#ifdef FETCH_BUFFER
uniform ANIMATION_BUFFER u_animation_buffer;
#define EntryPlace int
EntryPlace entryPlace(uint entry) { return int(entry * TEXELS_PER_ENTRY); }
vec4 entryTexel(EntryPlace place, int k) { return fromTexel(fetchBuffer(u_animation_buffer, place + k)); }
#else
uniform ANIMATION_SAMPLER u_animation_texture;
#define EntryPlace ivec2
EntryPlace entryPlace(uint entry) {
    return ivec2(entryColumn(entry, u_animation.y, TEXELS_PER_ENTRY), entryRow(entry, u_animation.y));
}
vec4 entryTexel(EntryPlace place, int k) { return fromTexel(texelFetch(u_animation_texture, place + ivec2(k, 0), 0)); }
#endif
