// The way of one vertex from the mesh to model space, step by step: what the vertex shader sums up, with all
// that lies between. In double, from the encoded numbers; for people who want to see it, not for crowds.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/bake/entry_codec.h"
#include "anim/bake/switches.h"

namespace phalanx {

// One baked frame that a joint's matrix is blended from.
struct WayFrame {
    int clip = 0;             // into the clips
    bool of_b = false;        // played as clip B
    std::uint32_t frame = 0;  // in the whole animation
    double share = 0.0;       // of the pose; all frames of a joint sum to 1
    PoseEntry entry{};        // as it lies in the texture, decoded
};

struct WayJoint {
    std::uint32_t joint = 0;
    double weight = 0.0;
    std::vector<WayFrame> frames;     // one to four, those that have a share: A before B, early before late
    glm::dmat4 model_from_bind{1.0};  // of all of them
    glm::dvec3 moved{0.0};            // where this joint alone would put the vertex; model space, metres
};

struct VertexWay {
    glm::dvec3 bind{0.0};          // bind space, file units
    std::vector<WayJoint> joints;  // those that have a weight, the heaviest first
    glm::dvec3 position{0.0};      // sum of weight * moved; model space, metres
};

// `vertex` has the weights of the file; `switches.weights` of them are kept, as the shader does.
VertexWay followVertex(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                       const BakedPose& pose, const PoseSwitches& switches, const Vertex& vertex);

}  // namespace phalanx
