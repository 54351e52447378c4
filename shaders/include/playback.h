// Evaluates a unit's playback at a tick: phases, blend weight, placement. Compiles as C++ and as GLSL, so that picking,
// cameras and tests use the same state as rendering. Everything is a function of the clock and the unit's 64 bytes; values
// that grow with time are integers, so that nothing jitters after a day.
#ifndef PHALANX_PLAYBACK_H
#define PHALANX_PLAYBACK_H

#include "layouts.h"

#ifdef __cplusplus
#include <algorithm>
#include <bit>
#include <cmath>
namespace phalanx::layout {
inline float uintBitsToFloat(uint bits) { return std::bit_cast<float>(bits); }
using std::cos;
using std::floor;
using std::min;
using std::sin;
#endif

#define PH_TWO_POW_32 4294967296.0f
#define PH_TWO_POW_40 1099511627776.0f
#define PH_PI 3.14159265358979f

struct UnitInstance {
    vec4 placement;
    uvec4 playback;
    uvec4 fade;
    uvec4 look;
};

struct Schedule {  // per-frame arguments
    uvec4 clock;   // as u_clock
    vec4 path;     // as u_path
};

struct UnitState {
    uint cycle_a;   // phase * 2^32
    uint cycle_b;
    float phase_a;  // 0..1, rounded down to a float's 24 bits
    float phase_b;
    float weight;   // of B
    vec4 placement; // as I_PLACEMENT, after marching
};

// Weight of clip B now, and integrals of it over the ticks since the start, split into integer and fractional parts.
struct FadeState {
    float weight;
    uint area_whole;    // integral of w
    float area_rest;
    uint square_whole;  // integral of w * w
    float square_rest;
    uint since_a;       // ticks since A, B was last faded in: the time of a one-shot
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

// a * b, clamped to 2^32 - 1: a one-shot that has ended stays at its end.
PH_FN uint saturatingProduct(uint a, uint b) {
    if (a == 0u || b <= 0xFFFFFFFFu / a) return a * b;
    return 0xFFFFFFFFu;
}
PH_FN uint saturatingSum(uint a, uint b) { return a > 0xFFFFFFFFu - b ? 0xFFFFFFFFu : a + b; }

// rate * ticks, modulo 1, * 2^32, for a signed rate below 1/256 per tick and a tick count with a fraction. The rate is
// rounded to 2^-40: the error grows with time, and so does the difference between two machines whose floats differ in the
// last bit. At 2^-40 it is below a centimetre of a soldier's path in a day.
PH_FN uint wrappedProduct(float rate, uint whole, float rest) {
    bool negative = rate < 0.0f;
    float size = negative ? -rate : rate;
    float parts = size * PH_TWO_POW_40;
    uint fine = uint(parts < 8388608.0f ? parts + 0.5f : parts);  // above 2^23 a float is an integer
    // the low 32 bits of (fine * whole) >> 8, without 64-bit integers
    uint product = fine * (whole >> 8) + (fine >> 8) * (whole & 255u) + (((fine & 255u) * (whole & 255u)) >> 8);
    product += uint(size * rest * PH_TWO_POW_32);
    return negative ? 0u - product : product;
}

// Rates are cycles * 2^32 per tick, in two's complement: clips can run backwards.
PH_FN bool runsBack(uint rate) { return rate >= 0x80000000u; }
PH_FN float ratePerTick(uint rate) { return float(int(rate)) * (1.0f / PH_TWO_POW_32); }

// The phase of a one-shot so many ticks after it was at `phase`: it stays at its end, backwards at its start.
PH_FN uint oneShotPhase(uint phase, uint rate, uint ticks) {
    if (!runsBack(rate)) return saturatingSum(phase, saturatingProduct(rate, ticks));
    uint back = saturatingProduct(0u - rate, ticks);
    return phase > back ? phase - back : 0u;
}
// 0 <= fraction < 1. Drops the bits that a float would round up, because at 1 the next frame belongs to another clip.
PH_FN float fractionOf(uint cycles) { return float(cycles >> 8) * (1.0f / 16777216.0f); }

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

// A for half a period minus the fade, then a fade to B, which holds as long, then a fade back. period: even; fade_ticks: a
// multiple of 35 and at most half the period, so that both integrals over a cycle are integers (each fade adds 1/2 of its
// length to one, and 13/35 to the other).
PH_FN FadeState periodicFade(uint elapsed, uint shift, uint period, uint fade_ticks) {
    FadeState f;
    uint cycle_time = elapsed + shift;
    uint cycles = cycle_time / period;
    uint t = cycle_time - cycles * period;
    uint half_period = period / 2u;
    uint hold = half_period - fade_ticks;
    float fade_length = float(fade_ticks);
    float up = t > hold ? min(float(t - hold) / fade_length, 1.0f) : 0.0f;
    float down = t > half_period + hold ? float(t - half_period - hold) / fade_length : 0.0f;
    f.weight = smooth01(up) - smooth01(down);
    uint held = t > half_period ? min(t - half_period, hold) : 0u;
    float area = fade_length * (smoothArea(up) + down - smoothArea(down));
    // (1 - w)^2 = 1 - 2 w + w^2
    float square = fade_length * (smoothSquareArea(up) + down - 2.0f * smoothArea(down) + smoothSquareArea(down));
    f.area_whole = cycles * half_period + held + uint(floor(area));
    f.area_rest = area - floor(area);
    f.square_whole = cycles * (hold + fade_ticks / 35u * 26u) + held + uint(floor(square));
    f.square_rest = square - floor(square);
    f.since_b = t > hold ? t - hold : 0u;
    f.since_a = t >= half_period + hold ? t - half_period - hold : t + fade_ticks;
    return f;
}

PH_FN FadeState eventFade(uint elapsed, uint elapsed_fade, uint fade_ticks) {
    FadeState f = constantFade(0.0f, elapsed);
    float x = fade_ticks == 0u ? 1.0f : min(float(elapsed_fade) / float(fade_ticks), 1.0f);
    f.weight = smooth01(x);
    uint after = elapsed_fade > fade_ticks ? elapsed_fade - fade_ticks : 0u;
    float area = float(fade_ticks) * smoothArea(x);
    float square = float(fade_ticks) * smoothSquareArea(x);
    f.area_whole = after + uint(floor(area));
    f.area_rest = area - floor(area);
    f.square_whole = after + uint(floor(square));
    f.square_rest = square - floor(square);
    f.since_b = elapsed_fade;
    return f;
}

// One lap: straight ahead, a half circle to the left, straight back, a half circle. s: metres, 0..lap. Returns the position
// relative to the start (x to the left, y ahead), and the change of heading.
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

// The path starts at the unit's place in direction path.w, the same for all units, so a formation keeps its shape in turns.
PH_FN vec4 placeOnPath(vec4 placement, float s, vec4 path) {
    vec3 p = alongPath(s, path);
    float c = cos(path.w);
    float n = sin(path.w);
    // heading 0 faces +Z, with +X to the left
    return vec4(placement.x + c * p.x + n * p.y, placement.y, placement.z - n * p.x + c * p.y, placement.w + p.z);
}

// Cycles * 2^32 that clips in step advance while their rate changes from one to another. d phase / dt = rate_a + w *
// (rate_b - rate_a).
PH_FN uint advanceInStep(uint rate_a, uint rate_b, uint ticks, FadeState fade) {
    return rate_a * ticks + wrappedProduct(ratePerTick(rate_b) - ratePerTick(rate_a), fade.area_whole, fade.area_rest);
}

// A stride of the unit's own: two parts of 16 bits, -1..1 of PH_STRIDE_MOST.
PH_FN vec2 strideOf(uint parts) {
    return vec2(float(int(parts << 16) >> 16), float(int(parts) >> 16)) * (PH_STRIDE_MOST / 32767.0f);
}

// The turn of a unit with a stride of its own, radians: 9 bits, -256..255 of half a turn / 256.
PH_FN float turnLeft(uint fade_w, float weight) {
    return float(int(fade_w << 4) >> 23) * (PH_PI / 256.0f) * (1.0f - weight);
}

// Phases and distance as integers that wrap: fractions of a cycle or a lap, * 2^32. Rebasing a unit keeps these.
struct UnitPhases {
    uint a;
    uint b;
    uint way;
    float weight;  // of B
    vec2 travel;   // besides the way: metres at scale 1 since the start, x and z in the unit's axes
};

// Integral of rate * stride, both of which change from A's to B's. a_per_tick, b_per_tick: rates.
PH_FN vec2 strideTravel(float a_per_tick, float b_per_tick, vec2 stride_a, vec2 stride_b, uint ticks, FadeState fade) {
    vec2 more = stride_b - stride_a;
    float faster = b_per_tick - a_per_tick;
    float area = float(fade.area_whole) + fade.area_rest;
    float square = float(fade.square_whole) + fade.square_rest;
    return a_per_tick * float(ticks) * stride_a + area * (a_per_tick * more + faster * stride_a) + square * faster * more;
}

PH_FN FadeState unitFade(UnitInstance unit, Schedule schedule, uint since_start) {
    uint mode = unit.fade.w >> PH_FADE_MODE_SHIFT;
    uint value = unit.fade.w & PH_FADE_VALUE_MAX;
    if (mode == PH_FADE_PERIODIC) return periodicFade(since_start, unit.fade.z, schedule.clock.y, schedule.clock.z);
    if (mode == PH_FADE_EVENT || mode == PH_FADE_STRIDE)
        return eventFade(since_start, ticksSince(schedule.clock.x, unit.fade.z),
                         mode == PH_FADE_STRIDE ? value & PH_STRIDE_FADE_MAX : value);
    return constantFade(float(value) * (1.0f / float(PH_FADE_VALUE_MAX)), since_start);
}

// clip_a, clip_b: entries of the clip table.
PH_FN UnitPhases unitPhases(UnitInstance unit, uvec4 clip_a, uvec4 clip_b, Schedule schedule) {
    uint now = schedule.clock.x;
    uint elapsed = now - unit.playback.x;                     // for the phases of loops, also before the start
    uint since_start = ticksSince(now, unit.playback.x);  // for everything else
    uint mode = unit.fade.w >> PH_FADE_MODE_SHIFT;
    FadeState fade = unitFade(unit, schedule, since_start);

    uint rate_a = unit.playback.z;
    uint rate_b = unit.playback.w;
    float a_per_tick = ratePerTick(rate_a);
    float b_per_tick = ratePerTick(rate_b);
    bool in_step = (unit.fade.w & PH_FLAG_IN_STEP) != 0u;
    bool constant = mode == PH_FADE_CONSTANT;
    bool own_stride = mode == PH_FADE_STRIDE;

    UnitPhases phases;
    phases.weight = fade.weight;
    phases.travel = vec2(0.0f, 0.0f);
    if (in_step) {
        phases.a = unit.fade.x;
        phases.a += constant ? rate_a * since_start + wrappedProduct((b_per_tick - a_per_tick) * fade.weight, since_start, 0.0f)
                             : advanceInStep(rate_a, rate_b, since_start, fade);
        phases.b = phases.a;
    } else {
        phases.a =
            clip_a.z != 0u ? unit.fade.x + rate_a * elapsed : oneShotPhase(unit.fade.x, rate_a, fade.since_a);
        phases.b =
            clip_b.z != 0u ? unit.fade.y + rate_b * elapsed : oneShotPhase(unit.fade.y, rate_b, fade.since_b);
    }

    phases.way = unit.look.w;
    if ((unit.fade.w & PH_FLAG_MARCH) != 0u) {
        // Ground speed = rate * metres per cycle of the blended pose, which keeps planted feet in place. In step, both
        // factors are linear in w, so the distance needs the integral of w * w; otherwise each clip contributes by its
        // weight.
        float per_lap = uintBitsToFloat(unit.look.y) / schedule.path.z;
        vec2 strides = own_stride ? strideOf(unit.fade.y) : vec2(uintBitsToFloat(clip_a.w), uintBitsToFloat(clip_b.w));
        float stride_a = strides.x * per_lap;
        float stride_b = strides.y * per_lap;
        float base_term = a_per_tick * stride_a;
        float linear_term = in_step ? a_per_tick * (stride_b - stride_a) + (b_per_tick - a_per_tick) * stride_a
                                    : b_per_tick * stride_b - a_per_tick * stride_a;
        float square_term = in_step ? (b_per_tick - a_per_tick) * (stride_b - stride_a) : 0.0f;
        if (constant) {
            float w = fade.weight;
            phases.way += wrappedProduct(base_term + w * (linear_term + w * square_term), since_start, 0.0f);
        } else {
            phases.way += wrappedProduct(base_term, since_start, 0.0f);
            phases.way += wrappedProduct(linear_term, fade.area_whole, fade.area_rest);
            phases.way += wrappedProduct(square_term, fade.square_whole, fade.square_rest);
        }
    } else if (own_stride) {
        phases.way = 0u;
        phases.travel = strideTravel(a_per_tick, b_per_tick, strideOf(unit.fade.y), strideOf(unit.look.w), since_start, fade);
    }
    return phases;
}

// A position in a baked clip.
struct ClipMoment {
    uint frame;    // since the clip's first frame
    float within;  // position between this frame and the next, 0..1
};

// cycle: phase * 2^32. The product has 64 bits, from 16-bit factors: a float would leave only 13 bits for the position
// between two of 2,000 frames, which shows where a step moves a limb far.
PH_FN ClipMoment clipMoment(uint cycle, uint intervals) {
    uint low = (cycle & 0xFFFFu) * (intervals & 0xFFFFu);
    uint middle_a = (cycle >> 16) * (intervals & 0xFFFFu);
    uint middle_b = (cycle & 0xFFFFu) * (intervals >> 16);
    uint middle = (low >> 16) + (middle_a & 0xFFFFu) + (middle_b & 0xFFFFu);
    ClipMoment moment;
    moment.frame = (cycle >> 16) * (intervals >> 16) + (middle_a >> 16) + (middle_b >> 16) + (middle >> 16);
    moment.within = fractionOf(middle << 16 | (low & 0xFFFFu));
    return moment;
}

// Over the ground, x and z of the world.
PH_FN vec2 travelInWorld(UnitInstance unit, UnitPhases phases) {
    float c = cos(unit.placement.w);
    float n = sin(unit.placement.w);
    vec2 gone = phases.travel * uintBitsToFloat(unit.look.y);
    return vec2(c * gone.x + n * gone.y, c * gone.y - n * gone.x);
}

PH_FN UnitState unitState(UnitInstance unit, uvec4 clip_a, uvec4 clip_b, Schedule schedule) {
    UnitPhases phases = unitPhases(unit, clip_a, clip_b, schedule);
    UnitState state;
    state.cycle_a = phases.a;
    state.cycle_b = phases.b;
    state.phase_a = fractionOf(phases.a);
    state.phase_b = fractionOf(phases.b);
    state.weight = phases.weight;
    state.placement = placeOnPath(unit.placement, fractionOf(phases.way) * schedule.path.z, schedule.path);
    if (unit.fade.w >> PH_FADE_MODE_SHIFT == PH_FADE_STRIDE) {
        vec2 travel = travelInWorld(unit, phases);
        state.placement.x += travel.x;
        state.placement.z += travel.y;
        state.placement.w += turnLeft(unit.fade.w, phases.weight);
    }
    return state;
}

#ifdef __cplusplus
// The rate during a fade, as the bytes of a unit that is written then.
inline uint rateBetween(uint rate_a, uint rate_b, float weight) {
    const auto from = static_cast<double>(static_cast<int>(rate_a));
    const auto to = static_cast<double>(static_cast<int>(rate_b));
    return static_cast<uint>(std::llround(from + static_cast<double>(weight) * (to - from)));
}

// The part of I_FADE.w that turnLeft() reads.
inline uint packedTurn(double rad) {
    const double half_turns = rad / static_cast<double>(PH_PI);
    const double nearest = half_turns - 2.0 * std::floor(0.5 * half_turns + 0.5);  // -1 .. 1
    const auto parts = std::clamp(std::lround(nearest * 256.0), -256L, 255L);
    return (static_cast<uint>(static_cast<int>(parts)) & 511U) << PH_STRIDE_FADE_BITS;
}

// The nearest rate that a unit can have.
inline uint rateOf(double cycles_per_tick) {
    const double rate = std::clamp(std::round(cycles_per_tick * 0x1p32), -0x1p31 + 1.0, 0x1p31 - 1.0);
    return static_cast<uint>(static_cast<int>(rate));
}
inline uint rateSize(uint rate) { return runsBack(rate) ? 0U - rate : rate; }
inline uint limitedRate(uint rate, uint most) {
    const uint size = std::min(rateSize(rate), most);
    return runsBack(rate) ? 0U - size : size;
}

// The phase with which a one-shot begins.
inline uint oneShotOrigin(uint rate) { return runsBack(rate) ? 0xFFFFFFFFU : 0U; }

// Phases and distance of a unit that has just begun: setStart() then sets what they shall be.
inline void clearStart(UnitInstance& unit, const uvec4& clip_a, const uvec4& clip_b) {
    unit.fade.x = clip_a.z != 0U ? 0U : oneShotOrigin(unit.playback.z);
    unit.fade.y = clip_b.z != 0U ? 0U : oneShotOrigin(unit.playback.w);
    unit.look.w = 0U;
}
// cleared: the phases at the unit's start after clearStart(). One-shots of the periodic crossfade restart by the clock
// alone; others cannot have a phase before their start.
inline void setStart(UnitInstance& unit, const uvec4& clip_a, const uvec4& clip_b, const UnitPhases& wanted,
                     const UnitPhases& cleared) {
    const bool periodic = unit.fade.w >> PH_FADE_MODE_SHIFT == PH_FADE_PERIODIC;
    const auto base = [periodic](const uvec4& clip, uint rate, uint phase, uint at_start) {
        if (clip.z != 0U) return phase - at_start;
        if (periodic) return oneShotOrigin(rate);
        if (runsBack(rate)) return phase == 0U ? 0U : saturatingSum(phase, 0xFFFFFFFFU - at_start);
        if (phase == 0xFFFFFFFFU) return phase;
        return phase > at_start ? phase - at_start : 0U;
    };
    unit.fade.x = base(clip_a, unit.playback.z, wanted.a, cleared.a);
    unit.fade.y = base(clip_b, unit.playback.w, wanted.b, cleared.b);
    unit.look.w = wanted.way - cleared.way;
}
}  // namespace phalanx::layout
#endif
#endif
