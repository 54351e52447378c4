// A file beside a model that says what happens in its clips: soldier.markers.json beside soldier.glb.
//
//   {"clips": {"Fire": [{"name": "fire", "seconds": 0.05}],
//              "Walk": [{"name": "footstep.L", "phase": 0.25}, {"name": "footstep.R", "phase": 0.75}]}}
//
// seconds: since the clip's first key; phase: 0 .. 1 of its duration. A clip's list replaces the markers that
// the model's own file has for it.
#pragma once

#include <filesystem>
#include <string>

#include "anim/pose/model.h"

namespace phalanx {

std::filesystem::path markerFileOf(const std::filesystem::path& model_file);

// Reads the file beside `model_file`, if there is one; false if not. Throws Error (kInput) that names the
// file and the member: text that is not JSON, unknown clips, times outside of a clip, too many markers.
bool takeMarkerFile(const std::filesystem::path& model_file, Model& model);

// The text of such a file, of all clips that have markers.
std::string markerFileText(const Model& model);

}  // namespace phalanx
