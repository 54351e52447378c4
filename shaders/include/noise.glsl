// Value noise on a lattice of random numbers, a texture that repeats (src/render/frame/backdrop.cpp). Where few units run shaders of
// fragments, one look there costs a quarter of what hashing four corners does.
uniform sampler2D u_lattice;

// 0..1.
float latticeValue(ivec2 cell) { return texelFetch(u_lattice, cell & (PH_LATTICE - 1), 0).r; }

float valueNoise(vec2 p) {
    vec2 base = floor(p);
    vec2 f = p - base;
    // Bilinear, by a way that is smooth at the corners.
    vec2 within = base - float(PH_LATTICE) * floor(base / float(PH_LATTICE)) + f * f * (3.0 - 2.0 * f);
    return textureLod(u_lattice, (within + 0.5) / float(PH_LATTICE), 0.0).r;
}
