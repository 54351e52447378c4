// What a unit plays at a tick: phases, blend weight, place. Compiles as C++ and as GLSL, so that picking, cameras and
// tests see the same unit as the picture does. Everything is a function of the clock and the unit's 64 bytes; integers
// carry whatever grows with time, so that nothing jitters after a day.
#ifndef PHALANX_PLAYBACK_H
#define PHALANX_PLAYBACK_H

#include "layouts.h"

#ifdef __cplusplus
#include <bit>
#include <cmath>
namespace phalanx::layout {
inline float uintBitsToFloat(uint bits) { return std::bit_cast<float>(bits); }
using glm::clamp;
using glm::mix;
using std::cos;
using std::floor;
using std::sin;
#endif

#define PH_TWO_POW_32 4294967296.0f
#define PH_PI 3.14159265358979f

struct UnitInstance {
    vec4 placement;
    uvec4 playback;
    uvec4 fade;
    uvec4 look;
};

struct Schedule {  // the frame's part of the arguments
    uvec4 clock;   // as u_clock
    vec4 path;     // as u_path
};

struct UnitState {
    float phase_a;  // 0..1
    float phase_b;
    float weight;   // of B
    vec4 placement; // as I_PLACEMENT, after the march
};

// How much of B there is now, and its integrals over the time since the start, in ticks: split into whole and rest.
struct FadeState {
    float weight;
    uint area_whole;    // of w
    float area_rest;
    uint square_whole;  // of w * w
    float square_rest;
    uint since_a;       // ticks since A, B was last faded in: what a one-shot plays
    uint since_b;
};

PH_FN float smooth01(float x) { return x * x * (3.0f - 2.0f * x); }
PH_FN float smoothArea(float x) { return x * x * x * (1.0f - 0.5f * x); }
PH_FN float smoothSquareArea(float x) {
    float x5 = x * x * x * x * x;
    return x5 * (1.8f + x * (-2.0f + x * 0.5714286f));
}

// Ticks since `start`; 0 before it.
PH_FN uint ticksSince(uint now, uint start) {
    uint elapsed = now - start;
    return elapsed >= 0x80000000u ? 0u : elapsed;
}

// a * b, where 2^32 is as much as one can hold: what a one-shot that has ended shows.
PH_FN uint saturatingProduct(uint a, uint b) {
    if (a == 0u || b <= 0xFFFFFFFFu / a) return a * b;
    return 0xFFFFFFFFu;
}
PH_FN uint saturatingSum(uint a, uint b) { return a > 0xFFFFFFFFu - b ? 0xFFFFFFFFu : a + b; }

// rate * ticks for a signed rate and a tick count with a rest.
PH_FN uint wrappedProduct(float rate, uint whole, float rest) {
    bool negative = rate < 0.0f;
    float size = negative ? -rate : rate;
    uint product = uint(size * PH_TWO_POW_32 + 0.5f) * whole + uint(size * rest * PH_TWO_POW_32);
    return negative ? 0u - product : product;
}

PH_FN float fractionOf(uint cycles) { return float(cycles) * (1.0f / PH_TWO_POW_32); }

PH_FN FadeState constantFade(float weight, uint elapsed) {
    FadeState f;
    f.weight = weight;
    f.area_whole = 0u;
    f.area_rest = 0.0f;
    f.square_whole = 0u;
    f.square_rest = 0.0f;
    f.since_a = elapsed;
    f.since_b = elapsed;
    return f;
}

// A for half a period less the fade, then over to B, which holds as long, then back.
PH_FN FadeState periodicFade(uint elapsed, uint shift, uint period, uint length) {
    FadeState f;
    uint cycle_time = elapsed + shift;
    uint cycles = cycle_time / period;
    uint t = cycle_time - cycles * period;
    uint half_period = period / 2u;
    float fade_length = float(length);
    float area;
    float square;
    float up = clamp((float(t) - float(half_period - length)) / fade_length, 0.0f, 1.0f);
    float down = clamp((float(t) - float(period - length)) / fade_length, 0.0f, 1.0f);
    f.weight = smooth01(up) - smooth01(down);
    float held = clamp(float(t) - float(half_period), 0.0f, float(half_period - length));
    area = fade_length * (smoothArea(up) + down - smoothArea(down)) + held;
    // (1 - w)^2 = 1 - 2 w + w^2
    square = fade_length * (smoothSquareArea(up) + down - 2.0f * smoothArea(down) + smoothSquareArea(down)) + held;
    float square_per_cycle = float(half_period - length) + fade_length * 0.742857143f;  // 2 * 13 / 35
    float square_cycle_whole = floor(square_per_cycle);
    float square_sum = square + float(cycles) * (square_per_cycle - square_cycle_whole);
    f.area_whole = cycles * half_period + uint(floor(area));
    f.area_rest = area - floor(area);
    f.square_whole = cycles * uint(square_cycle_whole) + uint(floor(square_sum));
    f.square_rest = square_sum - floor(square_sum);
    f.since_b = t >= half_period - length ? t - (half_period - length) : 0u;
    f.since_a = t >= period - length ? t - (period - length) : t + length;
    return f;
}

PH_FN FadeState eventFade(uint elapsed, uint elapsed_fade, uint length) {
    FadeState f = constantFade(0.0f, elapsed);
    float x = length == 0u ? 1.0f : clamp(float(elapsed_fade) / float(length), 0.0f, 1.0f);
    f.weight = smooth01(x);
    uint after = elapsed_fade > length ? elapsed_fade - length : 0u;
    float area = float(length) * smoothArea(x);
    float square = float(length) * smoothSquareArea(x);
    f.area_whole = after + uint(floor(area));
    f.area_rest = area - floor(area);
    f.square_whole = after + uint(floor(square));
    f.square_rest = square - floor(square);
    f.since_b = elapsed_fade;
    return f;
}

// One way round: straight ahead, a half circle to the left, straight back, a half circle. s in metres, 0..lap. Returns
// the place relative to the start (x to the left, y ahead) and the heading turned by.
PH_FN vec3 alongPath(float s, vec4 path) {
    float straight = path.x;
    float radius = path.y;
    float turn = PH_PI * radius;
    if (s < straight) return vec3(0.0f, s, 0.0f);
    if (s < straight + turn) {
        float angle = (s - straight) / radius;
        return vec3(radius - radius * cos(angle), straight + radius * sin(angle), angle);
    }
    if (s < 2.0f * straight + turn) return vec3(2.0f * radius, 2.0f * straight + turn - s, PH_PI);
    float angle = (s - 2.0f * straight - turn) / radius;
    return vec3(radius + radius * cos(angle), -radius * sin(angle), PH_PI + angle);
}

PH_FN vec4 placeOnPath(vec4 placement, float s, vec4 path) {
    vec3 p = alongPath(s, path);
    float c = cos(placement.w);
    float n = sin(placement.w);
    // heading 0 faces +Z, with +X to the left
    return vec4(placement.x + c * p.x + n * p.y, placement.y, placement.z - n * p.x + c * p.y, placement.w + p.z);
}

// clip_a, clip_b: entries of the clip table.
PH_FN UnitState unitState(UnitInstance unit, uvec4 clip_a, uvec4 clip_b, Schedule schedule) {
    uint now = schedule.clock.x;
    uint elapsed = now - unit.playback.x;  // loops: wraps on purpose
    uint since_start = ticksSince(now, unit.playback.x);
    uint mode = unit.fade.w >> PH_FADE_MODE_SHIFT;
    uint value = unit.fade.w & PH_FADE_VALUE_MAX;

    FadeState fade;
    if (mode == PH_FADE_PERIODIC) {
        fade = periodicFade(elapsed, unit.fade.z, schedule.clock.y, schedule.clock.z);
    } else if (mode == PH_FADE_EVENT) {
        fade = eventFade(since_start, ticksSince(now, unit.fade.z), value);
    } else {
        fade = constantFade(float(value) * (1.0f / float(PH_FADE_VALUE_MAX)), since_start);
    }

    uint rate_a = unit.playback.z;
    uint rate_b = unit.playback.w;
    float a_per_tick = fractionOf(rate_a);
    float b_per_tick = fractionOf(rate_b);
    bool in_step = (unit.fade.w & PH_FLAG_IN_STEP) != 0u;
    bool constant = mode == PH_FADE_CONSTANT;

    uint phase_a;
    uint phase_b;
    if (in_step) {
        // d phase / dt = rate of A + w * (rate of B - rate of A)
        float difference = b_per_tick - a_per_tick;
        phase_a = unit.fade.x + rate_a * elapsed;
        phase_a += constant ? wrappedProduct(difference * fade.weight, elapsed, 0.0f)
                            : wrappedProduct(difference, fade.area_whole, fade.area_rest);
        phase_b = phase_a;
    } else {
        phase_a = clip_a.z != 0u ? unit.fade.x + rate_a * elapsed
                                 : saturatingSum(unit.fade.x, saturatingProduct(rate_a, fade.since_a));
        phase_b = clip_b.z != 0u ? unit.fade.y + rate_b * elapsed
                                 : saturatingSum(unit.fade.y, saturatingProduct(rate_b, fade.since_b));
    }

    UnitState state;
    state.phase_a = fractionOf(phase_a);
    state.phase_b = fractionOf(phase_b);
    state.weight = fade.weight;
    state.placement = unit.placement;
    if ((unit.fade.w & PH_FLAG_MARCH) != 0u) {
        // Speed over the ground = rate * metres a cycle, of the blended pose: what the planted foot does.
        float lap = schedule.path.z;
        float per_lap = uintBitsToFloat(unit.look.y) / lap;
        float stride_a = uintBitsToFloat(clip_a.w) * per_lap;
        float stride_b = uintBitsToFloat(clip_b.w) * per_lap;
        float linear_term = in_step ? a_per_tick * (stride_b - stride_a) + (b_per_tick - a_per_tick) * stride_a
                                    : b_per_tick * stride_b - a_per_tick * stride_a;
        float square_term = in_step ? (b_per_tick - a_per_tick) * (stride_b - stride_a) : 0.0f;
        uint way = unit.look.w;
        if (constant) {
            float w = fade.weight;
            way += wrappedProduct(a_per_tick * stride_a + w * (linear_term + w * square_term), elapsed, 0.0f);
        } else {
            way += wrappedProduct(a_per_tick * stride_a, elapsed, 0.0f);
            way += wrappedProduct(linear_term, fade.area_whole, fade.area_rest);
            way += wrappedProduct(square_term, fade.square_whole, fade.square_rest);
        }
        state.placement = placeOnPath(unit.placement, fractionOf(way) * lap, schedule.path);
    }
    return state;
}

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
