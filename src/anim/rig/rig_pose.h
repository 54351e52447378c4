// A layered pose of a LayerRig, and its reference: the same operators as evaluate_pose.h in double precision,
// on the rounded texels that the shaders fetch. What the GPU writes is compared with it.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "anim/evaluation/plant_feet.h"
#include "anim/pose/pose.h"
#include "anim/rig/layer_mistakes.h"
#include "anim/rig/layer_rig.h"

namespace phalanx {

// A moment of a clip, and its weight in a mix.
struct RigSample {
    std::uint32_t frame = 0;  // of LayerRig::texels
    double within = 0.0;      // between this frame and the next, 0..1
    double weight = 1.0;      // above 0
};
// Weights have the sum 1. Rotations are on the hemisphere of the first one's.
using RigMix = std::vector<RigSample>;

struct RigLayer {
    RigMix clips;
    double weight = 1.0;
    int mask = 0;  // into LayerRig::masks
};

struct RigAdditive {
    RigMix clips;
    RigMix reference;
    double weight = 1.0;
    int mask = 0;
};

struct RigAimTarget {
    glm::dvec3 target{0.0};  // model space, metres
    double weight = 1.0;
};

struct RigIkTarget {
    glm::dvec3 target{0.0};  // model space, metres
    double weight = 1.0;
    std::optional<glm::dvec3> pole;
};

struct RigPose {
    RigMix base;
    std::vector<RigLayer> layers;
    std::vector<RigAdditive> additive;
    // Below a place of model space, metres, if the feet stand on the ground and the rig has no plane for it;
    // empty: flat.
    GroundBelow ground;
    double ground_weight = 1.0;      // beside that of the rig
    std::vector<RigAimTarget> aims;  // as LayerRig::aims
    std::vector<RigIkTarget> iks;    // as LayerRig::iks
};

// A resolved pose in a rig that was baked for it.
RigPose rigPoseOf(const Model& model, const LayerRig& rig, const ResolvedPose& pose);

// rig_from_bind, see RigSkin.
glm::dmat4 rigFromBind(const RigSkin& skin);

// The sample of a rig joint, relative to its parent.
LocalTransform rigSample(const LayerRig& rig, const RigSample& sample, std::size_t joint,
                         const LayerMistakes& mistakes = {});
// After all operators that act on local transforms, per rig joint.
LocalPose rigLocals(const LayerRig& rig, const RigPose& pose, const LayerMistakes& mistakes = {});

// Where base, layers and additive clips put the origin of a rig joint, model space: before feet, aims and IK.
glm::dvec3 placeByClips(const LayerRig& rig, const RigPose& pose, int joint);

// Where the clips of a pose want the ankles of a rig with a ground, model space.
std::vector<FootMark> footMarks(const LayerRig& rig, const RigPose& pose);

// model_from_bind in metres, per joint of the palette.
std::vector<glm::dmat4> evaluateRigPose(const LayerRig& rig, const RigPose& pose,
                                        const LayerMistakes& mistakes = {});

}  // namespace phalanx
