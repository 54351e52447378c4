// Checks the look of a glTF file before it is parsed: what the library would leave out without a word.
#pragma once

#include <nlohmann/json.hpp>

#include "asset/common/notes.h"

namespace phalanx {

// Warns about members of materials, and of textures, that do not have the type or number of values that glTF
// demands, one warning per kind of fault, and removes them, so that the default is drawn. `json` has passed
// the check that its lists are lists of objects.
void checkGltfMaterials(nlohmann::json& json, Notes& notes);

}  // namespace phalanx
