// Checks of a glTF file before Assimp reads it. Assimp 5.2.5 silently corrects some invalid content, takes
// very long for some, and its other messages are meant for its own developers.
#pragma once

#include "asset/gltf/gltf_document.h"
#include "asset/notes.h"

namespace phalanx {

// Returns false for glTF 1.0, to which these checks do not apply. If a file has no version but the structure
// of 2.0, sets the version with a warning. Throws Error (kInput) for other versions.
bool checkGltfVersion(GltfDocument& document, Notes& notes);

// Throws Error (kInput) if a count exceeds import_limits.h, if a list is not an array of objects, and if
// numbers, types or references violate glTF 2.0. Required extensions that are not supported give a warning.
void checkGltf(GltfDocument& document, Notes& notes);

}  // namespace phalanx
