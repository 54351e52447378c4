// The JSON form of a LayeredPose. docs/pose.md describes it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "anim/layers/blend_space.h"
#include "anim/layers/layered_pose.h"

namespace phalanx {

class FormReader;

// A file of a pose: the pose, and the blend spaces that it declares under "spaces".
struct PoseFile {
    LayeredPose pose;
    BlendSpaces spaces;
};

// Throws Error that starts with `file`: kUsage for an unknown key, a wrong type or a number out of range,
// naming the member; kInput for text that is not JSON.
PoseFile parsePose(std::string_view text, const std::string& file);
PoseFile readPose(const std::filesystem::path& file);

// Parts of a pose, which orders have, too. A base: a list of clips, or an object with a blend space.
LayerSource readBaseSource(const FormReader& base);
// Of a layer or an additive clip: "clip" and "time", or "space", "at" and "phase".
LayerSource readOneSource(const FormReader& item);
PoseTarget readTarget(const FormReader& target);
PoseTarget readAimTarget(const FormReader& target);  // which has no share

// parsePose() of its text gives the same pose.
nlohmann::ordered_json poseJson(const LayeredPose& pose);
// In one line, with its spaces.
std::string poseText(const PoseFile& pose);

}  // namespace phalanx
