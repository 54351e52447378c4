// Where grass grows on the ground and of what colour it is, for the ground itself (ground_surface.glsl) and for what stands on
// it.
#include "scenery/noise.glsl"

// Noise at one scale, -0.5..0.5; fades out before its cells become smaller than pixels. Each scale is rotated by another
// angle, so that the lattice does not show.
float scaledNoise(vec2 p, float cell_m, float footprint_m) {
    float shown = 1.0 - smoothstep(0.35, 0.9, footprint_m / cell_m);
    if (shown <= 0.0) return 0.0;
    float angle = cell_m * 57.0;
    vec2 turned = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * p;
    return (valueNoise(turned / cell_m) - 0.5) * shown;
}

const vec3 kGrassColor = vec3(0.112, 0.124, 0.045);

struct GroundNoise {
    float broad, middle, fine;
};

// p: x and z, metres. footprint_m: of a pixel there.
GroundNoise groundNoise(vec2 p, float footprint_m) {
    float broad = scaledNoise(p, 23.0, footprint_m) + 0.6 * scaledNoise(p, 7.3, footprint_m);
    float middle = scaledNoise(p, 2.3, footprint_m) + 0.6 * scaledNoise(p, 0.87, footprint_m) +
                   0.5 * scaledNoise(p, 0.36, footprint_m);
    float fine = scaledNoise(p, 0.17, footprint_m) + 0.8 * scaledNoise(p, 0.071, footprint_m) +
                 0.7 * scaledNoise(p, 0.029, footprint_m);
    return GroundNoise(broad, middle, fine);
}

// Grass grows in patches with irregular edges, 0..1. lush: as for groundAlbedo(). GRASS: blades stand on it, and more of it is
// green.
float greenOf(GroundNoise noise, float lush) {
#ifdef GRASS
    lush += 0.55;
#endif
    return smoothstep(-0.16, 0.34, noise.broad + 0.55 * noise.middle + 0.40 * noise.fine + lush);
}

// Dust, earth and grass; bare spots show darker earth.
vec3 soilAlbedo(GroundNoise noise, float green) {
    vec3 dust = vec3(0.245, 0.190, 0.118);
    vec3 earth = vec3(0.155, 0.115, 0.070);
    vec3 albedo = mix(dust, earth, smoothstep(-0.05, 0.55, noise.middle - 0.5 * noise.broad + 0.3 * noise.fine));
    albedo = mix(albedo, kGrassColor, 0.8 * green);
    return albedo * (1.0 + 0.55 * noise.fine + 0.20 * noise.middle);
}

// On hills, water runs off slopes and gathers in hollows; meadows are hundreds of metres wide.
float meadowAt(vec2 p) { return 1.5 * valueNoise(p / 130.0) - 0.75; }
float lushOnHills(float meadow, float steep) { return 0.42 + 0.55 * meadow - 1.3 * steep; }
float rockOnHills(float steep) { return smoothstep(0.24, 0.58, steep); }
vec3 meadowTint(float meadow) { return mix(vec3(1.0), vec3(1.18, 1.08, 0.80), clamp(0.5 + meadow, 0.0, 1.0) * 0.6); }
