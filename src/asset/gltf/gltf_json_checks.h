// Checks of a glTF file's JSON before it is read: tinygltf takes a wrong type for a missing member, and
// leaves out without a word what it cannot read.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "asset/common/notes.h"

namespace phalanx {

// Returns false for glTF 1.0, to which these checks do not apply. If a file has no version but the structure
// of 2.0, sets the version with a warning. Throws gltfError() for other versions.
bool checkGltfVersion(nlohmann::json& json, const std::string& file, Notes& notes);

// Throws gltfError() if a count exceeds import_limits.h, if the file requires an extension that is not
// supported, and for members of a wrong type. Whole numbers that are written as 3.0 become 3.
void checkGltfJson(nlohmann::json& json, const std::string& file, Notes& notes);

}  // namespace phalanx
