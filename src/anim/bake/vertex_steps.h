// Computes the skinning of one vertex with all intermediate steps of the vertex shader, from bind space to
// model space. In double precision, from the encoded texels; for display to the user.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/bake/entry_codec.h"
#include "anim/bake/switches.h"
#include "anim/pose/skin.h"

namespace phalanx {

// One baked frame that a joint's matrix is blended from.
struct FrameStep {
    int clip = 0;             // index into the clips
    bool of_b = false;        // whether the clip is played as clip B
    std::uint32_t frame = 0;  // frame number in the whole animation
    double share = 0.0;       // weight in the pose; the weights of a joint's frames sum to 1
    PoseEntry entry{};        // the decoded texels
};

struct JointStep {
    std::uint32_t joint = 0;
    double weight = 0.0;
    std::vector<FrameStep> frames;    // the 1 to 4 frames that contribute: A before B, earlier before later
    glm::dmat4 model_from_bind{1.0};  // blended from these frames
    glm::dvec3 moved{0.0};            // the vertex transformed by this joint alone; model space, metres
};

// What a morph target adds to the vertex.
struct MorphStep {
    std::size_t target = 0;  // into Model::morph_targets
    double weight = 0.0;
    glm::dvec3 delta{0.0};  // at weight 1; bind space, file units
};

struct VertexSteps {
    std::vector<MorphStep> morphs;  // the targets that have a delta for the vertex, whatever their weight
    glm::dvec3 base{0.0};           // in the mesh; bind space, file units
    glm::dvec3 bind{0.0};           // morphed: base + sum of weight * delta
    std::vector<JointStep> joints;  // joints with a weight above 0, the largest weight first
    glm::dvec3 position{0.0};       // sum of weight * moved; model space, metres
};

// `vertex` has the weights of the file; as in the shader, the `switches.weights` largest are used. `morphs`:
// of this vertex, see morphSteps().
VertexSteps followVertex(const EncodedAnimation& animation, std::span<const BakedClip> clips,
                         const BakedPose& pose, const PoseSwitches& switches, const Vertex& vertex,
                         std::vector<MorphStep> morphs = {});

// By matrices that do not come from frames, as those of layers: steps without FrameStep.
VertexSteps followVertex(std::span<const glm::dmat4> palette, const PoseSwitches& switches,
                         const Vertex& vertex, std::vector<MorphStep> morphs = {});

// Vertex number `vertex` of those that the deltas refer to.
std::vector<MorphStep> morphSteps(const MorphState& morphs, std::uint32_t vertex);

}  // namespace phalanx
