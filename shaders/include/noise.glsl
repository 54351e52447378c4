// Value noise on a lattice, hashed with integers so that every GPU draws the same ground.
float latticeValue(ivec2 cell) {
    uint h = uint(cell.x) * 0x8DA6B343u ^ uint(cell.y) * 0xD8163841u;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return float((h ^ (h >> 15)) & 0xFFFFu) * (1.0 / 65535.0);
}

float valueNoise(vec2 p) {
    vec2 base = floor(p);
    vec2 f = p - base;
    vec2 u = f * f * (3.0 - 2.0 * f);
    ivec2 c = ivec2(base);
    return mix(mix(latticeValue(c), latticeValue(c + ivec2(1, 0)), u.x),
               mix(latticeValue(c + ivec2(0, 1)), latticeValue(c + ivec2(1, 1)), u.x), u.y);
}
