// What the ground is made of: grass in patches, dust, earth, tufts and pebbles; rock where it is steep.
#include "ground_soil.glsl"

// A round object at a random place within its lattice cell, or nothing. One lookup, because no object crosses its cell's
// border. xy: offset from its centre in radii; z: radius, metres, 0: no object; w: random number, 0..1.
vec4 scattered(vec2 p, float cell_m, float share, float radius_m, int seed) {
    vec2 base = floor(p / cell_m);
    ivec2 c = ivec2(base) + seed;
    if (latticeValue(c) > share) return vec4(0.0);
    vec4 draw = vec4(latticeValue(c + 57), latticeValue(c + 131), latticeValue(c + 211), latticeValue(c + 307));
    float radius = radius_m * mix(0.4, 1.0, draw.z * draw.z);
    vec2 middle = base * cell_m + mix(vec2(1.3 * radius), vec2(cell_m - 1.3 * radius), draw.xy);
    return vec4((p - middle) / radius, radius, draw.w);
}

const float kTuft_m = 0.10;  // largest radius
const float kPebble_m = 0.036;

// p: x and z, metres. lush: -1..1, how much more grass than in the plain. rock: 0..1, the share of bare rock.
vec3 groundAlbedo(vec2 p, float lush, float rock) {
    // The shorter side of the pixel's footprint: at flat angles, detail across the view remains, as long as the longer side does
    // not skip much of it; far away that gave streaks, which flicker.
    vec2 sides = vec2(length(dFdx(p)), length(dFdy(p)));
    float footprint = max(1.5 * min(sides.x, sides.y), 0.12 * max(sides.x, sides.y));
    GroundNoise noise = groundNoise(p, footprint);
    float green = greenOf(noise, lush);
    vec3 albedo = soilAlbedo(noise, green);

    // Tufts in the grass, pebbles elsewhere; both darken the ground on the side away from the sun.
    vec2 away = -normalize(u_sun_direction.xz + vec2(1e-4, 0.0));
    // None is looked up that is smaller than a pixel.
    vec4 tuft = vec4(0.0);
    if (footprint < 0.8 * kTuft_m) tuft = scattered(p, 0.31, 0.75 * smoothstep(0.40, 0.95, green), kTuft_m, 0);
    if (tuft.z > 0.0) {
        float shown = 1.0 - smoothstep(0.25, 0.8, footprint / tuft.z);
        // Blades that lean outwards from a dark middle, with tips of different lengths.
        float blade = valueNoise(vec2(4.5 * atan(tuft.y, tuft.x), 40.0 * tuft.w));
        float tip = 0.45 + 0.75 * blade;
        float from_middle = length(tuft.xy);
        float inside = smoothstep(1.0, 0.5, from_middle / tip);
        float shade = smoothstep(1.1, 0.4, length(tuft.xy - 0.25 * away));
        albedo *= 1.0 - 0.30 * shade * shown;
        float light = 0.60 + 0.35 * tuft.w + 0.55 * from_middle + 0.5 * (blade - 0.5) - 0.15 * dot(tuft.xy, away);
        albedo = mix(albedo, kGrassColor * light, 0.85 * inside * shown);
    }
    vec4 stone = vec4(0.0);
    if (footprint < 1.1 * kPebble_m) stone = scattered(p, 0.37, 0.42 * (1.0 - green), kPebble_m, 1000);
    if (stone.z > 0.0) {
        float shown = 1.0 - smoothstep(0.35, 1.1, footprint / stone.z);
        vec2 flat_way = stone.xy * vec2(1.0, 0.75 + 0.5 * stone.w);
        float inside = smoothstep(1.0, 0.75, length(flat_way));
        float shade = smoothstep(1.3, 0.7, length(flat_way - 0.7 * away));
        albedo *= 1.0 - 0.5 * shade * shown;
        albedo = mix(albedo, vec3(0.27, 0.235, 0.18) * (0.70 + 0.5 * stone.w - 0.45 * dot(flat_way, away)), inside * shown);
    }

    // Rock lies bare where steepness and noise agree, with cracks across.
    float bare = smoothstep(0.42, 0.62, rock + 0.30 * noise.middle + 0.25 * noise.broad);
    if (rock > 0.0 && bare > 0.0) {
        vec3 stone_color = mix(vec3(0.085, 0.074, 0.060), vec3(0.215, 0.190, 0.155), 0.5 + 0.9 * noise.middle + 0.5 * noise.fine);
        albedo = mix(albedo, stone_color * (1.0 + 0.7 * noise.fine), bare);
    }
    return albedo;
}
