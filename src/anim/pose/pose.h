// Exact poses: keys are interpolated at the exact time, and local transforms are blended. This is the
// reference for baked animation, and shares no code with the baker's texels or the shaders.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// One node's transform relative to its parent: `transform` if a channel drives the node, else `whole`.
struct LocalTransform {
    bool driven = false;
    Transform transform;
    glm::dmat4 whole{1.0};
};

struct LocalPose {
    std::vector<LocalTransform> nodes;  // per node
    std::vector<double> morph_weights;  // per morph target
};

// The time within one cycle of the clip: looping clips wrap, one-shots clamp to [0, duration_s].
double clipTime(const Clip& clip, double time_s);

// The rest pose: every node and every weight as in the file.
LocalPose restPose(const Model& model);

// Interpolates keys as their track's Interpolation says. `time_s` may be any number, see clipTime().
LocalPose samplePose(const Model& model, const Clip& clip, double time_s);

// Blends each node: translation and scale linearly, rotation by slerp. Weights of morph targets are blended
// linearly. Weight 0 gives a, 1 gives b. Sizes must match.
LocalPose blendPoses(const LocalPose& a, const LocalPose& b, double weight);

// From the file's units and axes to model space: a uniform scale, and a rotation by 90 degrees if Z is up in
// the file.
glm::dmat4 modelFromFile(const Model& model);

// model_from_node in metres, per node.
std::vector<glm::dmat4> modelFromNode(const Model& model, const LocalPose& pose);

// model_from_bind in metres, per joint of the palette.
std::vector<glm::dmat4> modelFromBind(const Model& model, const LocalPose& pose);

}  // namespace phalanx
