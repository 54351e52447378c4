// From the scene's linear light to the display's, without exposure, and back. present.frag applies it; surfaces that must show
// a given colour invert it.

// A film-like rational curve: slope 0.9 in the middle, a soft toe, 2.5 maps to 1.
vec3 filmic(vec3 x) {
    const float white = 4.0;
    vec3 toe = x * x / (x + 0.06);
    return toe * (1.0 + toe / (white * white)) / (1.0 + toe) * 1.22;
}

// Factor by which the picture darkens towards its corners. at: position in the picture, -1..1.
float vignette(vec2 at) { return 1.0 - 0.05 * dot(at, at); }

// The scene colour that becomes this display colour, both linear: the curve's two quadratic equations, solved. display:
// 0..1. darkening: vignette() there.
vec3 sceneFromDisplay(vec3 display, float exposure, float darkening) {
    vec3 y = display / (darkening * 1.22);
    vec3 rest = 1.0 - y;
    vec3 toe = 2.0 * y / (rest + sqrt(rest * rest + 0.25 * y));
    return 0.5 * (toe + sqrt(toe * (toe + 0.24))) / exposure;
}
