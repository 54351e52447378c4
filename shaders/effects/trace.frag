// A trace. Colour is premultiplied by its cover: what only shines has none.
#include "layouts.h"
#include "traces.h"

#include "lighting.glsl"
#include "scenery/noise.glsl"

in vec2 v_at;
flat in uint v_kind;
flat in vec4 v_look;
in vec3 v_light;
in vec2 v_haze;
flat in vec3 v_sun;

out vec4 o_color;

const vec3 kDust = vec3(0.56, 0.47, 0.35);
const vec3 kPressed = vec3(0.052, 0.041, 0.029);  // soil
const vec3 kSmoke = vec3(0.60, 0.60, 0.61);

// Uneven edges, without a texture: a few waves around the middle.
float uneven(vec2 at, float chance) {
    float angle = atan(at.y, at.x + 1e-6);
    float waves = sin(3.0 * angle + 17.0 * chance) + 0.6 * sin(5.0 * angle + 41.0 * chance) + 0.4 * sin(8.0 * angle - 29.0 * chance);
    return length(at) * (1.0 + 0.11 * waves);
}

// 1 on a sole: a heel and a ball, with a narrower middle.
float sole(vec2 at) {
    float ball = length((at - vec2(0.0, 0.38)) * vec2(1.15, 1.75));
    float heel = length((at - vec2(0.0, -0.62)) * vec2(1.45, 2.7));
    float bridge = max(abs(at.x) * 1.9, abs(at.y + 0.1) * 1.7);
    float inside = min(min(ball, heel), bridge);
    // The bars of the profile.
    float bars = 0.75 + 0.25 * step(0.0, sin(at.y * 22.0));
    return (1.0 - smoothstep(0.78, 1.0, inside)) * bars;
}

// A puff of smoke that billows as it grows: colour without light, and cover. Its round side towards the sun is lighter, and
// light shines through it from behind.
vec4 puff(vec2 at, float age, float chance) {
    vec2 place = at * (1.0 + 0.5 * age) + 61.0 * chance + vec2(0.0, 1.5 * age);
    float billows = valueNoise(1.3 * place) + 0.55 * valueNoise(2.9 * place + 7.0) + 0.3 * valueNoise(6.1 * place) - 0.92;
    float from_middle = length(at);
    float depth = 1.0 - from_middle + 0.55 * billows;
    float thick = smoothstep(0.0, 0.85, depth) * (1.0 - smoothstep(0.70, 1.0, from_middle));
    float facing = dot(v_sun, vec3(at + 0.5 * billows, sqrt(max(1.0 - from_middle * from_middle, 0.0))));
    float behind = max(-v_sun.z, 0.0);
    float light = 0.75 + 0.35 * facing + 0.25 * billows + 0.9 * behind * behind * (1.0 - thick);
    return vec4(kSmoke * light, thick);
}

void main() {
    float age = v_look.x;
    float seen = v_look.y;
    vec3 color = vec3(0.0);
    float cover = 0.0;
    if (v_kind == PH_TRACE_FOOTPRINT) {
        cover = 0.42 * sole(v_at) * (1.0 - smoothstep(0.55, 1.0, age)) * seen;
        color = kPressed * v_light * cover;
    } else if (v_kind == PH_TRACE_SMOKE) {
        vec4 smoke = puff(v_at, age, v_look.z);
        float fade = pow(1.0 - age, 1.6) * smoothstep(0.0, 0.012, age);
        cover = 0.62 * smoke.a * fade * seen;
        color = behindHaze(smoke.rgb * v_light, v_haze) * cover;
    } else if (v_kind == PH_TRACE_DUST) {
        float soft = (1.0 - smoothstep(0.1, 1.0, uneven(v_at, v_look.z)));
        float fade = (1.0 - age) * (1.0 - age) * smoothstep(0.0, 0.06, age);
        cover = 0.50 * soft * fade * seen;
        color = behindHaze(kDust * v_light, v_haze) * cover;
    } else if (v_kind == PH_TRACE_TRACER) {
        float line = (1.0 - smoothstep(0.0, 1.0, abs(v_at.x))) * smoothstep(-1.0, 1.0, v_at.y) * smoothstep(-1.0, 1.0, v_at.y) * (1.0 - smoothstep(0.85, 1.0, v_at.y));
        color = vec3(5.0, 2.0, 0.5) / u_camera.w * line * (1.0 - age) * v_haze.x * seen;
    } else if (v_kind == PH_TRACE_GLOW) {
        float near = max(1.0 - dot(v_at, v_at), 0.0);
        color = vec3(1.0, 0.58, 0.22) / u_camera.w * (0.14 * near * near * (1.0 - age)) * seen;
    } else {
        // Four tongues and a hot middle.
        float r = length(v_at);
        float angle = atan(v_at.y, v_at.x + 1e-6);
        float tongues = 0.34 + 0.5 * pow(abs(cos(2.0 * angle)), 6.0) + 0.16 * pow(abs(cos(1.5 * angle + 3.0 * v_look.z)), 10.0);
        float flame = (1.0 - smoothstep(0.0, tongues, r));
        float core = (1.0 - smoothstep(0.0, 0.32, r));
        color = (vec3(8.0, 3.4, 0.9) * flame * flame + vec3(12.0, 10.0, 7.0) * core) * (1.0 - age) * v_haze.x * seen / u_camera.w;
    }
    o_color = vec4(color, cover);
}
