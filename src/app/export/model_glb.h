// Writes a model as a binary glTF 2.0 file without clips, for players of the baked texture (docs/export.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

// One mesh per part, and one skin, whose joint k is joint k of Model::palette: JOINTS_0 (unsigned short) has
// the indices by which the animation texture is addressed, WEIGHTS_0 (float) at most four weights, the
// largest first, sum 1. Positions and normals are in bind space, in the units of the model's own file, as the
// matrices of the texture expect them. The nodes are in their rest pose, below a node that converts to metres
// and Y up, so that other programs show the model as it stands. Textures are embedded as PNG. Morph targets
// are included; the extras of each mesh say which of the model's they are.
std::vector<std::uint8_t> writeModelGlb(const Model& model);

// The names of the parts that a variant shows.
std::vector<std::string> partsOf(const Model& model, const Variant& variant);

}  // namespace phalanx
