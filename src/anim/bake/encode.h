// Baked rows as the bytes of the animation texture, in one of three encodings; the reference for playing
// them.
//
// Entries are numbered frame * joints + joint, as in BakedAnimation; each has texels_per_entry texels of four
// components, in the machine's byte order.
//
// rgba32f  3 texels of 4 floats (GL_RGBA32F): the rows of model_from_bind.
//              p_model = rows * p_bind
// rgba16f  3 texels of 4 half floats (GL_RGBA16F), rounded to nearest even: rows that act about two
//          centres, so that neither translations nor lever arms are long.
//              p_model = rows * (p_bind - bind_center) + model_center
// trs      2 texels of 4 unsigned 16-bit integers (GL_RGBA16, which the GPU hands out as f = u / 65535).
//          Texel 0, the rotation q as (x, y, z, w), each component (u - 32767) / 32767, that is
//          (f * 65535 - 32767) / 32767, so that 0 and +-1 are exact. Neighbouring frames of a clip lie on
//          one hemisphere (dot >= 0).
//          Texel 1, place_offset + place_scale * f: xyz the place of the joint's origin in model space,
//          metres; w the uniform scale, metres a bind unit.
//              p_model = scale * rotate(q, p_bind - bind_origin) + origin
//              rotate(q, v) = v + 2 * cross(q.xyz, cross(q.xyz, v) + q.w * v)
//          bind_origins holds for each joint the point that `origin` is the posed place of.
//
// Blending, first the two frames around the moment, then clips A and B:
//   frame = phase * intervals; whole = min(floor(frame), intervals - 1); within = frame - whole
//   nearest: within < 0.5 takes frame `whole`, else the one after it
// rows:    mix(A, B, weight), A = mix(before, after, within); every component by itself.
// trs:     q_a = mix(before, after, within), not normalised; the same for q_b;
//          q = normalize(q_a * (1 - weight) + (dot(q_a, q_b) < 0 ? -q_b : q_b) * weight);
//          origin and scale as rows are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/switches.h"
#include "anim/pose/model.h"

namespace phalanx {

// What all entries of an animation have in common. Fields that an encoding does not use stay as here.
struct EncodingSpace {
    glm::vec3 bind_center{0.0F};   // rgba16f; bind space, file units
    glm::vec3 model_center{0.0F};  // rgba16f; model space, metres
    glm::vec4 place_offset{0.0F};  // trs; xyz model space, metres; w metres a bind unit
    glm::vec4 place_scale{1.0F};
};

struct EncodedAnimation {
    Encoding encoding = Encoding::kRgba32f;
    std::uint32_t joints = 0;
    std::uint32_t frames = 0;
    std::uint32_t texels_per_entry = kTexelsPerEntry;
    EncodingSpace space;
    std::vector<glm::vec4> bind_origins;  // trs: per joint, bind space, w 0; else empty
    std::vector<std::byte> data;          // frames * joints * texels_per_entry texels

    std::size_t bytesPerTexel() const { return encoding == Encoding::kRgba32f ? 16 : 8; }
};

// The largest error of an encoding, for a model 1.8 m tall, beyond which a model is refused.
inline constexpr double kTrsLimit_mm = 0.5;
inline constexpr double kHalfLimit_mm = 10.0;

// Throws Error (kInput) naming model, clip, joint and the amount: for trs where shear, a mirror or uneven
// scale of a joint would move some corner of the box around its vertices by more than kTrsLimit_mm; for
// rgba16f where rounding would by more than kHalfLimit_mm (units so large or small that halves do not reach).
EncodedAnimation encodeAnimation(const Model& model, const BakedAnimation& baked, Encoding encoding);

// Of one clip's frames.
std::span<const std::byte> bytesOf(const EncodedAnimation& animation, const BakedClip& clip);

// model_from_bind per joint, as a technique must blend that encoding under these switches (`weights` aside:
// see withWeights). In double from the encoded numbers. `clips` are BakedAnimation::clips.
std::vector<glm::dmat4> encodedPalette(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                                       const BakedPose& pose, const PoseSwitches& switches);

// measureBakeError() of frames that are encoded already.
BakeError encodedBakeError(const Model& model, const EncodedAnimation& animation,
                           std::span<const BakedClip> clips, int clip);

// The first `count` (1, 2 or 4) weights of each vertex, which are its largest, made to sum to 1; the others
// 0. Their joints become the first one.
std::vector<Vertex> withWeights(std::span<const Vertex> vertices, int count);

}  // namespace phalanx
