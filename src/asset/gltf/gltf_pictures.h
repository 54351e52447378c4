// Pictures of a glTF file that cannot be had. Assimp 5.2.5 refuses the whole model for some of them.
#pragma once

#include "asset/gltf/gltf_document.h"
#include "asset/notes.h"

namespace phalanx {

// Pictures whose data cannot be decoded or are not there, and references to textures, samplers and pictures
// that are not there, become pictures that are surely broken, which are warned of and drawn as a checkerboard
// like broken files.
void repairPictures(GltfDocument& document, Notes& notes);

}  // namespace phalanx
