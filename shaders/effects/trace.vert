// One corner of a trace's rectangle. Traces that are over, and those too far away, become a point beyond the far plane.
#include "layouts.h"
#include "traces.h"

#include "scenery/wind.glsl"
#include "lighting.glsl"

layout(location = T_PLACE) in vec4 i_place;
layout(location = T_ALONG) in vec4 i_along;
layout(location = T_BIRTH) in uvec4 i_birth;

out vec2 v_at;           // -1..1 across the rectangle
flat out uint v_kind;
flat out vec4 v_look;    // x: age, 0..1 of its life; y: how much of it is seen, 0..1; z: random, 0..1; w: size, metres
out vec3 v_light;        // for what is lit
out vec2 v_haze;
flat out vec3 v_sun;     // direction to the sun along the rectangle's sides and towards the eye

const float kTracerSpeed = 260.0;  // metres per second: slower than a bullet, which no one would see
const float kTracerLength = 3.5;
const float kSmokeJet = 0.9;    // how far a shot throws its smoke, metres
const float kSmokeWind = 0.75;  // metres per second: less than above
const float kSmokeRise = 0.22;

float randomOf(uint bits, uint which) { return float((bits >> (8u * which)) & 255u) / 255.0; }

void main() {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    v_kind = i_birth.y;
    v_look = vec4(0.0);
    v_light = vec3(0.0);
    v_haze = vec2(0.0);
    v_sun = vec3(0.0);
    float age_s = float(int(u_clock.x - i_birth.x)) / PH_TICKS_PER_SECOND;
    float age = age_s / traceLife(v_kind);
    if (age < 0.0 || age >= 1.0) return;
    vec3 middle = i_place.xyz;
    float size = i_along.w;
    float chance = randomOf(i_birth.z, 0u);
    vec3 to_eye = u_camera.xyz - middle;
    float distance_m = max(length(to_eye), 1e-3);
    bool shot = v_kind == PH_TRACE_FLASH || v_kind == PH_TRACE_TRACER || v_kind == PH_TRACE_SMOKE || v_kind == PH_TRACE_GLOW;
    float reach = shot ? 20.0 * PH_TRACE_REACH : PH_TRACE_REACH;
    float seen = clamp((reach - distance_m) / PH_TRACE_FADE, 0.0, 1.0);
    if (seen <= 0.0) return;
    to_eye /= distance_m;
    // Straight from above, any direction is as good.
    vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), to_eye) + vec3(1e-5, 0.0, 0.0));
    vec3 up = cross(to_eye, right);
    vec3 across = right * size;
    vec3 along = up * size;
    if (v_kind == PH_TRACE_FOOTPRINT || v_kind == PH_TRACE_GLOW) {
        vec3 normal = i_along.xyz;
        vec3 ahead = vec3(sin(i_place.w), 0.0, cos(i_place.w));
        ahead = normalize(ahead - normal * dot(ahead, normal));
        bool print = v_kind == PH_TRACE_FOOTPRINT;
        across = cross(normal, ahead) * size * (print ? 0.42 : 1.0);
        along = ahead * size;
        // Nearer to the eye than the ground, which is drawn with larger triangles than its own shape.
        middle += normal * (print ? 0.012 : 0.02) + to_eye * (0.004 * distance_m);
    } else if (v_kind == PH_TRACE_DUST || v_kind == PH_TRACE_SMOKE) {
        vec3 scatter = vec3(randomOf(i_birth.z, 1u) - 0.5, 0.35, randomOf(i_birth.z, 2u) - 0.5) * 0.5;
        float grown = sqrt(age);
        if (v_kind == PH_TRACE_SMOKE) {
            // Thrown out fast, then the wind takes it.
            float thrown = 1.0 - exp(-5.0 * age_s);
            float slow = age_s - 0.5 * (1.0 - exp(-2.0 * age_s));
            middle += i_along.xyz * (kSmokeJet * thrown) + scatter * (0.9 * grown);
            middle += vec3(kWindWay.x, 0.0, kWindWay.y) * (kSmokeWind * slow) + vec3(0.0, kSmokeRise * slow * (0.6 + 0.8 * chance), 0.0);
            grown = mix(0.8, 2.4, thrown) + 4.8 * grown;
        } else {
            middle += (scatter + vec3(0.18, 0.0, 0.1)) * (size * 1.6 * grown);
            grown = mix(0.35, 1.5, grown);
        }
        across *= grown;
        along *= grown;
        float turn = chance * 6.28 + age * (chance - 0.5);
        vec3 turned = across * cos(turn) + along * sin(turn);
        along = along * cos(turn) - across * sin(turn);
        across = turned;
        v_sun = vec3(dot(normalize(across), u_sun_direction.xyz), dot(normalize(along), u_sun_direction.xyz),
                     dot(to_eye, u_sun_direction.xyz));
    } else if (v_kind == PH_TRACE_TRACER) {
        float flown = age_s * kTracerSpeed;
        float length_m = min(kTracerLength, flown);
        middle += i_along.xyz * (flown - 0.5 * length_m);
        to_eye = u_camera.xyz - middle;
        distance_m = max(length(to_eye), 1e-3);
        to_eye /= distance_m;
        vec3 sideways = cross(i_along.xyz, to_eye);
        across = sideways / max(length(sideways), 0.05) * (0.004 + 0.0009 * distance_m);
        along = i_along.xyz * (0.5 * length_m);
    } else {
        // A flash, turned at random, larger in its first moment.
        float turn = chance * 6.28;
        float wide = size * (1.0 - 0.35 * age);
        across = (right * cos(turn) + up * sin(turn)) * wide;
        along = (up * cos(turn) - right * sin(turn)) * wide;
    }
    vec3 world = middle + across * v_at.x + along * v_at.y;
    v_look = vec4(age, seen, chance, size);
    v_light = u_sun_color.rgb * (0.55 * sunVisibility(i_place.xyz + vec3(0.0, 0.15, 0.0), vec3(0.0))) + skyAmbient(0.6);
    v_haze = hazeOf(to_eye, distance_m);
    gl_Position = u_clip_from_world * vec4(world, 1.0);
}
