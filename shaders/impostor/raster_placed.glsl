// What compute shaders need of a near unit with blended images: raster_place.comp computes it once per unit and frame, the
// other steps read it.
struct PlacedImages {
    // xyz: the first image's cell coordinates / w, and 1 / w, linear in pixels: weightsOfPixels(). w: metres above the unit's origin,
    // linear in cell coordinates.
    vec4 rows[3];
    // From the first image's cell coordinates to those of the others: a matrix (columns) and an offset, half precision.
    uint across[6];
    uint offset[3];
    uint light[3];  // keptLight() without sunlight
    uvec2 shares;   // keptPair()
    uvec2 bounds;   // first and last pixel, y in the higher half
    uvec2 cells;    // poses (12 bits each) and nearest view; view beside, and above
};

uvec2 keptBounds(ivec4 bounds) { return uvec2(bounds.xz & 0xFFFF) | uvec2(bounds.yw) << 16u; }
ivec4 boundsOf(uvec2 kept) {
    ivec2 words = ivec2(kept);
    return ivec4(bitfieldExtract(words.x, 0, 16), words.x >> 16, bitfieldExtract(words.y, 0, 16), words.y >> 16);
}
