// Encodes baked rows as the bytes of the animation texture, in one of three encodings. Also the CPU reference
// for decoding and blending them.
//
// Entries are numbered frame * joints + joint, as in BakedAnimation; each has texels_per_entry texels of four
// components, in the machine's byte order.
//
// rgba32f  3 texels of 4 floats (GL_RGBA32F): the rows of model_from_bind.
//              p_model = rows * p_bind
// rgba16f  3 texels of 4 half floats (GL_RGBA16F), rounded to nearest even: rows relative to two centres, so
//          that translations and lever arms are short.
//              p_model = rows * (p_bind - bind_center) + model_center
// trs      2 texels of 4 unsigned 16-bit integers (GL_RGBA16, which the GPU returns as f = u / 65535).
//          Texel 0, the rotation q as (x, y, z, w), each component (u - 32767) / 32767, that is
//          (f * 65535 - 32767) / 32767, so that 0 and +-1 are exact. Neighbouring frames of a clip are in
//          one hemisphere (dot >= 0).
//          Texel 1, place_offset + place_scale * f: xyz the position of the joint's origin in model space,
//          metres; w the uniform scale, metres per bind unit.
//              p_model = scale * rotate(q, p_bind - bind_origin) + origin
//              rotate(q, v) = v + 2 * cross(q.xyz, cross(q.xyz, v) + q.w * v)
//          bind_origins has the bind_origin of each joint; `origin` is its posed position.
//
// Blending, first of the two frames around the phase, then of clips A and B:
//   frame = phase * intervals; whole = min(floor(frame), intervals - 1); within = frame - whole
//   nearest: within < 0.5 takes frame `whole`, else the one after it
// rows:    mix(A, B, weight), A = mix(before, after, within), for each component separately.
// trs:     q_a = mix(before, after, within), not normalized; q_b in the same way;
//          q = normalize(q_a * (1 - weight) + (dot(q_a, q_b) < 0 ? -q_b : q_b) * weight);
//          origin and scale are blended like rows.
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

// Constants of all entries of an animation. Fields that an encoding does not use keep these defaults.
struct EncodingSpace {
    glm::vec3 bind_center{0.0F};   // rgba16f; bind space, file units
    glm::vec3 model_center{0.0F};  // rgba16f; model space, metres
    glm::vec4 place_offset{0.0F};  // trs; xyz model space, metres; w metres per bind unit
    glm::vec4 place_scale{1.0F};
};

struct EncodedAnimation {
    Encoding encoding = Encoding::kRgba32f;
    std::uint32_t joints = 0;
    std::uint32_t frames = 0;
    std::uint32_t texels_per_entry = kTexelsPerEntry;
    EncodingSpace space;
    std::vector<glm::vec4> bind_origins;  // trs: per joint, bind space, w is 0; else empty
    std::vector<std::byte> data;          // frames * joints * texels_per_entry texels
    MorphFrames morphs;                   // floats in every encoding
    OwnFrames own{};                      // of `frames`, the last ones: addOwnFrames()

    std::size_t bytesPerTexel() const { return encoding == Encoding::kRgba32f ? 16 : 8; }
};

// A model is refused if the error of its encoding exceeds this, scaled to a model 1.8 m tall.
inline constexpr double kTrsLimit_mm = 0.5;
inline constexpr double kHalfLimit_mm = 10.0;

// Throws Error (kInput) with the model, clip, joint and amount: for trs if shear, mirroring or uneven scale
// of a joint moves a corner of the box around its vertices by more than kTrsLimit_mm; for rgba16f if rounding
// moves it by more than kHalfLimit_mm (if the model's units are too large or too small for half floats).
EncodedAnimation encodeAnimation(const Model& model, const BakedAnimation& baked, Encoding encoding);

// The bytes of one clip's frames, and the weights of their morph targets.
std::span<const std::byte> bytesOf(const EncodedAnimation& animation, const BakedClip& clip);
std::span<const float> weightsOf(const MorphFrames& morphs, const BakedClip& clip);

// model_from_bind per joint as a technique must blend it under these switches, in double precision from the
// encoded texels. `switches.weights` is ignored, see withWeights(). `clips`: BakedAnimation::clips.
std::vector<glm::dmat4> encodedPalette(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                                       const BakedPose& pose, const PoseSwitches& switches);

// Like measureBakeError(), for frames that are already encoded.
BakeError encodedBakeError(const Model& model, const EncodedAnimation& animation,
                           std::span<const BakedClip> clips, int clip);

// Keeps the first `count` (1, 2 or 4) weights of each vertex, which are the largest, renormalized. The other
// weights become 0 and their joints the first one.
std::vector<Vertex> withWeights(std::span<const Vertex> vertices, int count);

}  // namespace phalanx
