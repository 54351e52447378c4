// The path of one joint of a layered soldier: from the frames of its clips to the rows of its matrix.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

// Relative to the parent.
struct JointLocal {
    glm::dquat turn{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 place_m{0.0};
};

// A clip at a moment.
struct JointSample {
    std::string use;          // "Base", "Layer 1", "Additive 1", "minus": its reference
    std::string clip;         // "rest pose" for that
    std::uint32_t frame = 0;  // of the clip
    double within = 0.0;      // between this frame and the next
    double weight = 1.0;      // in its mix
    JointLocal local;
};

// What one operator does to the joint.
struct LayerStep {
    std::string name;  // "Base", "Layer 1", "Aim of Weapon"
    std::string how;   // "0.80 x mask 0.33"
    JointLocal local;  // after it
    // In model space.
    double turn_deg = 0.0;  // since the step before
    double moved_mm = 0.0;  // its origin, the same
    glm::dvec3 at_m{0.0};   // its origin after the step
};

struct JointPath {
    std::string joint;
    std::string held;                    // "follows Chest instead of its parent in the file", or ""
    std::vector<std::string> ancestors;  // the root first
    std::vector<JointSample> samples;
    std::vector<LayerStep> steps;
    glm::dmat4 model_from_bind{1.0};               // bind space in file units, model space in metres
    std::optional<std::array<glm::dvec4, 3>> gpu;  // its rows in the same frame, read back
    std::string why_no_gpu;                        // "": they are read back
    double apart_m = 0.0;  // between the places of a corner of the mesh's box by the two matrices, at most
    double limit_m = 0.0;  // up to which they count as equal

    bool equal() const { return apart_m <= limit_m; }
};

}  // namespace phalanx
