// Repairs the images of a glTF file. For some broken images, Assimp 5.2.5 refuses the whole model.
#pragma once

#include "asset/gltf/gltf_document.h"
#include "asset/notes.h"

namespace phalanx {

// Replaces images whose data is missing or cannot be decoded, and references to textures and images that do
// not exist, by an image that is certainly broken: it is drawn as a checkerboard, as broken files are.
// References to samplers that do not exist are removed. Each case gives a warning.
void repairPictures(GltfDocument& document, Notes& notes);

}  // namespace phalanx
