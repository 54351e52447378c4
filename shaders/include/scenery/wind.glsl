// The wind that moves clouds, grass and smoke. Everything that it moves repeats after a power of two of ticks, so that it does
// not jump where the clock wraps.
const vec2 kWindWay = vec2(0.8944, 0.4472);  // x and z, unit length

// How far something has drifted at this tick, as a fraction of its repeating pattern, in x and z: along x once per 2^shift
// ticks, along z half as fast.
vec2 drifted(uint ticks, int shift) {
    uint cycle = 2u << shift;
    return vec2(float(ticks & (cycle / 2u - 1u)) * 2.0, float(ticks & (cycle - 1u))) / float(cycle);
}
