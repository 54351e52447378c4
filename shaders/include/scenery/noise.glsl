// Value noise from a repeating texture of random numbers (src/render/passes/backdrop.cpp). On GPUs with few fragment units,
// one lookup costs a quarter of hashing four corners.
uniform sampler2D u_lattice;

// A random number, 0..1.
float latticeValue(ivec2 cell) { return texelFetch(u_lattice, cell & (PH_LATTICE - 1), 0).r; }

float valueNoise(vec2 p) {
    vec2 base = floor(p);
    vec2 f = p - base;
    // Bilinear lookup at a coordinate with smooth interpolation between the cells.
    vec2 within = base - float(PH_LATTICE) * floor(base / float(PH_LATTICE)) + f * f * (3.0 - 2.0 * f);
    return textureLod(u_lattice, (within + 0.5) / float(PH_LATTICE), 0.0).r;
}
