// What a glTF file may not say, whoever would read it. Assimp 5.2.5 mends some of it in silence, takes long
// over some, and words the rest for its own authors.
#pragma once

#include "asset/gltf/gltf_document.h"
#include "asset/notes.h"

namespace phalanx {

// false: it is glTF 1.0, which has nothing of what is checked here. A file without a version that is built
// like 2.0 gets one, with a warning. Throws Error (kInput) for other versions.
bool checkGltfVersion(GltfDocument& document, Notes& notes);

// Throws Error (kInput) with the number where there is more than import_limits.h allows, where one of the
// lists is none, and where numbers, types or references are not what glTF 2.0 says. Extensions that the file
// requires and nobody reads are warnings.
void checkGltf(GltfDocument& document, Notes& notes);

}  // namespace phalanx
