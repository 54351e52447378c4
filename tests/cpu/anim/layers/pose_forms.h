// Layered poses from their JSON form.
#pragma once

#include <string>

#include "anim/layers/layered_pose_json.h"
#include "anim/layers/resolved_pose.h"

namespace phalanx::test {

inline ResolvedPose resolved(const Model& model, const std::string& form) {
    const PoseFile file = parsePose(form, "form");
    return resolvePose(model, file.pose, file.spaces, "form");
}

}  // namespace phalanx::test
