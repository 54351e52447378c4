// Lookups in the images of the impostor atlas.
uniform sampler2DArray u_impostor_shape;
uniform sampler2DArray u_impostor_color;   // sampled as linear
uniform sampler2DArray u_impostor_normal;

// Texels should be smaller than pixels by this many powers of two: then edges are as sharp as a triangle's.
const float kFiner = 2.0;
// The coarsest mipmaps have four texels per cell.
const float kShapeLods = log2(float(PH_IMPOSTOR_SHAPE) / 4.0);
const float kColorLods = log2(float(PH_IMPOSTOR_COLOR) / 4.0);

// Mipmaps for a pixel that is 2^pixel cell sides wide.
float shapeLod(float pixel) { return clamp(pixel + log2(float(PH_IMPOSTOR_SHAPE)) - kFiner, 0.0, kShapeLods); }
float colorLod(float pixel) { return clamp(pixel + log2(float(PH_IMPOSTOR_COLOR)) - 0.5, 0.0, kColorLods); }

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

// Noise by pixel and unit, 0..1.
float grainAt(uvec2 pixel, uint number) {
    uint n = pixel.x * 0x8DA6B343u + pixel.y * 0xD8163841u + number * 0x9E3779B9u;
    n = (n ^ (n >> 15)) * 0x2C1B3C6Du;
    n ^= n >> 12;
    return (float(n >> 8) + 0.5) * (1.0 / 16777216.0);
}
