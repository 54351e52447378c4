// The files and lines that `phalanx pose` writes.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/layered_pose.h"
#include "anim/pose/skin.h"

namespace phalanx {

// An OBJ file in the model file's own units and axes.
std::string objText(const Model& model, const std::vector<SkinnedVertex>& vertices, const std::string& title);

// [{"name": ..., "matrix": [16 numbers, column by column]}, ...], in the order of the file's numbers.
// file_from_node: by node; nodes without a matrix are left out.
std::string jointsText(const Model& model, std::span<const std::optional<glm::dmat4>> file_from_node);

// Lines that say which clips a blend space plays.
std::string spaceStatements(const Model& model, const LayeredPose& form, const ResolvedPose& resolved);

// The same, and how each aim and each IK ended: limits that bind, and targets out of reach.
std::string poseStatements(const Model& model, const LayeredPose& form, const ResolvedPose& resolved,
                           const EvaluatedPose& pose);

}  // namespace phalanx
