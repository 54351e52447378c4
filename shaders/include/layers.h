// Layered poses: the record of a unit and the tables of a rig, as texels. Compiles as C++ and as GLSL.
// docs/pose.md explains the passes that read them: layers/blend.frag, layers/solve.frag, layers/rows.frag, or
// layers/unit.comp.
#ifndef PHALANX_LAYERS_H
#define PHALANX_LAYERS_H

#include "layouts.h"

#ifdef __cplusplus
namespace phalanx::layout {
#endif

// A unit's record, RGBA32UI texels; written when something is decided, never per frame. What was decided
// takes effect by a change from what was shown to what is wanted, whose share grows by smoothstep.
//
// - 0: x = tick of the phases below, y = number of samples in use
//   z = tick at which the change starts, w = its length in ticks
// - 1, 2: weights of the layers and additive clips in the order of the samples, before and after the change,
//   float bits
// - 3: of samples in step: x = their common phase, cycles * 2^32
//   y, z = its rate before and after the change, as in a sample
// - then the samples, targets of aims and limbs, poles, kinds of the targets
#define PH_LAYER_SAMPLES 14
#define PH_LAYER_WEIGHTS 4
#define PH_LAYER_AIMS 2
#define PH_AIM_ROUNDS 64  // the most turns until an aim has settled
#define PH_LAYER_IKS 2
#define PH_CHAIN_STRAIGHT 5e-3  // of its length: a chain that deviates less from a line is straight
#define PH_CHAIN_BEND 0.15      // the bend that it gets, of the side of the triangle from length and distance
#define PH_RECORD_SAMPLES 4
#define PH_RECORD_AIMS (PH_RECORD_SAMPLES + PH_LAYER_SAMPLES)
#define PH_RECORD_IKS (PH_RECORD_AIMS + 2 * PH_LAYER_AIMS)
#define PH_RECORD_POLES (PH_RECORD_IKS + 2 * PH_LAYER_IKS)
#define PH_RECORD_AIM_KINDS (PH_RECORD_POLES + PH_LAYER_IKS)
#define PH_RECORD_IK_KINDS (PH_RECORD_AIM_KINDS + PH_LAYER_AIMS / 2)
#define PH_RECORD_TEXELS (PH_RECORD_IK_KINDS + PH_LAYER_IKS / 2)

// A sample is a clip at a phase, with its weight in a mix. Consecutive samples are one mix; the last one says
// what the mix is used for.
#define PH_MIX_GOES_ON 0u      // more samples follow
#define PH_MIX_BASE 1u         // the pose so far
#define PH_MIX_LAYER 2u        // blended over the pose so far with the next weight * mask
#define PH_MIX_ADDED 3u        // the clip of an additive clip, whose reference is the next mix
#define PH_MIX_REFERENCE 4u    // adds the clip before minus this with the next weight * mask
#define PH_REST_CLIP 0xFFFFu   // the rest pose
#define PH_UNIT_CLIPS 0xFFFEu  // clips A and B as the unit's playback has them; as a base of its own
#define PH_SAMPLE_USE_SHIFT 16
#define PH_SAMPLE_USE_MASK 0x7Fu
#define PH_SAMPLE_IN_STEP (1u << 23)  // the phase is counted from the common phase
#define PH_SAMPLE_MASK_SHIFT 24
#define PH_SAMPLE_WEIGHT_MAX 65535u
struct LayerSample {
    uint source;  // clip | use << PH_SAMPLE_USE_SHIFT | PH_SAMPLE_IN_STEP | mask << PH_SAMPLE_MASK_SHIFT
    uint phase;   // cycles * 2^32
    uint rate;    // cycles per tick * 2^32
    uint weight;  // in the mix, of PH_SAMPLE_WEIGHT_MAX, which is their sum: before the change | after it <<
                  // 16
};
PH_FN float sampleWeight(uint weight, float share) {
    float before = float(weight & 0xFFFFu);
    float after = float(weight >> 16);
    return (before + share * (after - before)) * (1.0f / float(PH_SAMPLE_WEIGHT_MAX));
}

// What the target of an aim or IK is: a point of model space, or of the world, metres; a point above another
// unit's feet, metres at scale 1, wherever that unit is; or a point between the joint that reaches for it
// and a joint of another unit that has the same rig, both where clips put them, before feet, aims and IK: x =
// rig joint of the other unit, y = 0..1 from the own joint to that.
#define PH_TARGET_IN_MODEL 0u
#define PH_TARGET_IN_WORLD 1u
#define PH_TARGET_IS_UNIT 2u
#define PH_TARGET_IS_JOINT 3u
#define PH_TARGET_PLACE_SHIFT 2
struct LayerTarget {
    vec4 before;  // w = weight, 0..1
    vec4 after;   // the change
};
// Of a target, PH_TARGET_* | the unit's place in u_target_units << PH_TARGET_PLACE_SHIFT.
struct TargetKinds {
    uint before;
    uint after;  // the change
};
PH_FN uint targetKind(uint kind) {
    return kind & ((1u << PH_TARGET_PLACE_SHIFT) - 1u);
}
PH_FN uint targetPlace(uint kind) {
    return kind >> PH_TARGET_PLACE_SHIFT;
}
PH_FN bool targetIsOfUnit(uint kind) {
    return targetKind(kind) >= PH_TARGET_IS_UNIT;
}

#ifdef __cplusplus
struct LayerRecord {
    uvec4 head;
    vec4 weights_before;
    vec4 weights;
    uvec4 step;
    LayerSample samples[PH_LAYER_SAMPLES];
    LayerTarget aims[PH_LAYER_AIMS];
    LayerTarget iks[PH_LAYER_IKS];
    vec4 poles[PH_LAYER_IKS];              // of the IK, model space, metres; w = 1: in use, 0: none
    TargetKinds aim_kinds[PH_LAYER_AIMS];  // two in a texel
    TargetKinds ik_kinds[PH_LAYER_IKS];
};
static_assert(sizeof(LayerRecord) == std::size_t{16} * PH_RECORD_TEXELS);
#endif

// u_rig, RGBA32F, the tables of a rig in rows of PH_RIG_WIDTH texels; small integers are floats.
// x, y, z, w: of u_rig_tables.
//
// - joint j, from 2 j: translation, number of its track or -1
//     | parent or -1, number among the solved or -1
// - palette p, from x + 4 p: rows of rig_from_bind, three texels
//     | rig joint
// - masks, from y: weights of masks 4 m to 4 m + 3 of joint j in texel m * joints + j
// - solved s, from z: rig joint
// - aim a, from w + 4 a: axis, rig joint
//     | limits sideways and up, radians, joints of the chain
//     | chain, 8 joints in two texels
// - limb i, from the end of the aims + 2 i: first, second and last joint, rounds of FABRIK (0: two-bone IK)
//     | hinge at rest, in the second joint's space, joints of the chain, each the parent of the next
// - leg l, from u_rig_ground.z + 2 l: hip, knee, ankle
//     | hinge at rest, in the knee's space
// - behind the legs: normal and height of the plane that the feet stand on, model space
#define PH_RIG_WIDTH 2048
#define PH_RIG_WIDTH_SHIFT 11
#define PH_RIG_CHAIN 8
#define PH_RIG_SOLVED 16
#define PH_RIG_AIM_TEXELS 4
#define PH_RIG_IK_TEXELS 2
#define PH_RIG_LEG_TEXELS 2
#define PH_RIG_LEGS 4
#define PH_PELVIS_TEXELS 2      // of a frame, behind a texel per leg
#define PH_PELVIS_DIRECTIONS 8  // drops of the pelvis in them, see PelvisDrop

// u_rig_ground.w: what the feet stand on; PH_GROUND_NONE: they do not stand on anything.
#define PH_GROUND_NONE 0
#define PH_GROUND_FLAT 1   // or the terrain of the army
#define PH_GROUND_PLANE 2  // of the rig

// How feet go over the ground, see src/anim/feet/foot_goal.h and src/anim/evaluation/plant_feet.h.
#define PH_MOST_STRETCH 0.985f
#define PH_LIFT_BEGINS 0.15f
#define PH_LIFT_ENDS 0.65f
#define PH_MOST_LIFT 0.9f
#define PH_MOST_PELVIS_DROP 0.3f
#define PH_PELVIS_SLOPE 0.36397023f  // of the drops: 20 degrees

// u_target_units, RGBA32UI: the states of all units of all groups, as u_units, one group after the other.
// Where targets are joints, u_records has the records of all units in the same order. u_rig_frames, RGBA32F:
// LayerRig::texels in rows of PH_RIG_WIDTH.

// layers/unit.comp: image unit of the palettes, threads per workgroup, and units that one poses.
#define IMAGE_PALETTES 0
#define PH_LAYER_THREADS 128
#define PH_LAYER_UNITS(joints) ((joints) < PH_LAYER_THREADS ? PH_LAYER_THREADS / (joints) : 1)

#ifdef __cplusplus
}  // namespace phalanx::layout
#endif
#endif
