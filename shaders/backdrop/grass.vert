// A corner of a blade of grass near the camera. Blades stand at random places of square tiles that are fixed in the world;
// an instance is a tile. Tiles lie in three squares around the camera, the wider ones with fewer blades, which grow out of the
// ground where the camera comes near. Everything follows from the numbers of vertex and instance and from the clock.
// GRASS_TILES: per side of a square; TERRAIN: on hills.
#include "layouts.h"
#include "scenery/wind.glsl"
#include "lighting.glsl"
#include "ground_soil.glsl"
#ifdef TERRAIN
#include "height_grid.h"
#endif

uniform float u_pixel;  // side of a pixel one metre from the eye, metres

out vec3 v_color;

const int kTuft = 6;  // blades that grow from one place
const float kTileSides_m[3] = float[3](1.0, 2.2, 4.6);

uint scrambled(uint h) {
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return h ^ (h >> 15);
}
// Two random numbers, 0..1.
vec2 randomPair(uint h) { return vec2(h & 0xFFFFu, h >> 16) * (1.0 / 65535.0); }

vec2 wayOf(float turn) { return vec2(cos(6.2831853 * turn), sin(6.2831853 * turn)); }

// How far the wind bends a blade, about 0..1: gusts cross the field, and each blade trembles by itself.
float windAt(vec2 place, float chance) {
    float gust = valueNoise(place / 9.0 - float(PH_LATTICE) * drifted(u_clock.x, 20));
    float ripple = valueNoise(place / 1.7 - float(PH_LATTICE) * drifted(u_clock.x, 18));
    float beats = floor(mix(18.0, 30.0, chance));  // per 2^16 ticks, a whole number
    float tremble = sin(6.2831853 * (fract(float(u_clock.x & 0xFFFFu) * (1.0 / 65536.0) * beats) + 7.0 * chance));
    return 0.08 + 0.75 * gust * gust + 0.22 * ripple * gust + 0.07 * tremble;
}

void main() {
    v_color = vec3(0.0);
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);  // beyond the far plane

    const int kTiles = GRASS_TILES * GRASS_TILES;
    int square = gl_InstanceID / kTiles;
    int number = gl_InstanceID % kTiles;
    float side = kTileSides_m[square];
    float reach = 0.5 * float(GRASS_TILES - 1) * side;
    ivec2 tile = ivec2(floor(u_camera.xz / side)) + ivec2(number % GRASS_TILES, number / GRASS_TILES) - GRASS_TILES / 2;
    int blade = gl_VertexID / 5;
    int corner = gl_VertexID % 5;  // two at the root, two in the middle, the tip

    uint of_tile = scrambled(uint(tile.x) * 0x8DA6B343u ^ uint(tile.y) * 0xD8163841u ^ uint(square) * 0x9E3779B9u);
    uint of_tuft = scrambled(of_tile ^ uint(blade / kTuft + 1) * 0x85EBCA77u);
    uint of_blade = scrambled(of_tuft ^ uint(blade + 1) * 0xC2B2AE3Du);
    vec2 tuft = randomPair(of_tuft);
    vec2 own = randomPair(of_blade);
    vec2 more = randomPair(scrambled(of_blade + 1u));
    vec2 outward = wayOf(own.x);
    vec2 place = (vec2(tile) + tuft) * side + outward * (0.02 + 0.07 * more.x);

    // Tufts leave one after the other towards the end of their square.
    float away = distance(place, u_camera.xz);
    float grown = clamp((reach * (0.70 + 0.25 * tuft.y) - away) / (0.2 * reach), 0.0, 1.0);
    if (grown <= 0.0) return;
#ifdef TERRAIN
    TerrainPoint point = terrainAt(place);
    vec3 root = vec3(place.x, point.height, place.y);
    vec3 normal = normalize(vec3(-point.slope.x, 1.0, -point.slope.y));
    float steep = length(point.slope);
#else
    vec3 root = vec3(place.x, 0.0, place.y);
    vec3 normal = vec3(0.0, 1.0, 0.0);
#endif
    vec3 to_eye = u_camera.xyz - root;
    float distance_m = length(to_eye);
    grown *= clamp((reach - distance_m) / (0.2 * reach), 0.0, 1.0);
    vec4 seen = u_clip_from_world * vec4(root, 1.0);
    if (grown <= 0.0 || seen.w < -0.5 || abs(seen.x) > abs(seen.w) + 1.0) return;

    GroundNoise noise = groundNoise(place, 0.05);
#ifdef TERRAIN
    float meadow = meadowAt(place);
    float green = greenOf(noise, lushOnHills(meadow, steep));
    vec3 tint = meadowTint(meadow);
    grown *= 1.0 - smoothstep(0.30, 0.45, rockOnHills(steep) + 0.30 * noise.middle + 0.25 * noise.broad);
#else
    float green = greenOf(noise, 0.0);
    vec3 tint = vec3(1.0);
#endif
    grown *= smoothstep(0.10, 0.80, green + 0.4 * (tuft.x - 0.5));
    if (grown <= 0.05) return;

    float tall = mix(0.09, 0.27, smoothstep(0.25, 0.8, valueNoise(place / 2.6 + 31.0))) * mix(0.6, 1.3, more.y) * grown;
    float along = corner == 4 ? 1.0 : float(corner / 2) * 0.5;
    float bend = clamp(windAt(place, own.y), 0.0, 1.1);
    vec2 lean = kWindWay * (0.85 * bend) + outward * (0.25 + 0.35 * more.x);
    float lying = dot(lean, lean);
    vec3 spine = vec3(lean.x, 1.0 / sqrt(1.0 + lying) / max(along, 0.01), lean.y) * (tall * along * along);
    spine.xz /= sqrt(1.0 + 0.5 * lying);

    // Blades near the eye face any way; farther ones face the eye, and none is thinner than a pixel.
    vec2 facing = normalize(to_eye.xz + vec2(1e-4, 0.0));
    vec2 across = vec2(-facing.y, facing.x);
    vec2 turned = wayOf(own.y);
    turned *= dot(turned, across) < 0.0 ? -1.0 : 1.0;
    across = normalize(mix(turned, across, smoothstep(0.5, 5.0, distance_m)) + vec2(1e-4, 0.0));
    float wide = max(0.0045 + 0.0035 * more.y, 0.60 * u_pixel * distance_m);
    float half_width = corner == 4 ? 0.0 : wide * (corner < 2 ? 0.8 : 0.7) * ((corner & 1) == 0 ? -1.0 : 1.0);
    vec3 world = root + spine - vec3(0.0, 0.03 * (1.0 - along), 0.0);
    world.xz += across * half_width;

    // The ground's colour at the root and far away; near the eye, tips are lighter and roots stand in each other's shade.
    vec3 soil = soilAlbedo(noise, green) * tint;
    float near = 1.0 - smoothstep(0.35, 1.0, distance_m / (0.5 * float(GRASS_TILES - 1) * kTileSides_m[2]));
    vec3 fresh = kGrassColor * tint * mix(vec3(0.95, 1.05, 0.75), vec3(1.75, 1.60, 1.25), more.x * more.x);
    fresh = mix(vec3(0.26, 0.21, 0.11), fresh, smoothstep(0.2, 0.8, green));
    vec3 albedo = mix(soil, fresh, near * mix(0.55, 1.0, along));
    albedo *= mix(1.0, mix(0.50, 1.20, along), near);

    vec3 eye_way = to_eye / max(distance_m, 1e-3);
    float sunlit = sunVisibility(root + spine + vec3(0.0, 0.02, 0.0), vec3(0.0));
    float sun = max(dot(normal, u_sun_direction.xyz), 0.0);
    // Sunlight shines through blades between the eye and the sun.
    float through = max(-dot(eye_way, u_sun_direction.xyz), 0.0);
    vec3 light = u_sun_color.rgb * (sunlit * (sun + 0.7 * near * along * through * through)) + skyAmbient(normal.y);
    v_color = behindHaze(albedo * light, hazeOf(eye_way, distance_m));
    gl_Position = u_clip_from_world * vec4(world, 1.0);
}
