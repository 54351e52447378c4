// Poses as `phalanx pose` computes them: by exact sampling, or as a technique's shaders draw them.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/pose/skin.h"
#include "app/army/army.h"
#include "app/commands/commands.h"

namespace phalanx {

struct ComputedPose {
    std::vector<SkinnedVertex> vertices;                    // in the order of the model's
    std::vector<std::optional<glm::dmat4>> file_from_node;  // in the file's units and axes; empty: not known
    std::string title;
    std::string statements;  // lines about blend spaces, aims and IK
};

// The clips of the options. Throws Error.
ComputedPose clipPose(const LoadedModel& loaded, const PoseOptions& options);

// The layered poses of the options, in their order. All forms are checked before the first is computed.
// Throws Error.
std::vector<ComputedPose> layeredPoses(const LoadedModel& loaded, const PoseOptions& options);

}  // namespace phalanx
