// glTF files whose tracks have every interpolation, with key times of their own.
#pragma once

#include <string>
#include <vector>

#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx::test {

inline const std::vector<std::string> kInterpolations{"LINEAR", "STEP", "CUBICSPLINE"};

// The column of twoBones() under a turned root, and a rigid column under its upper joint, scaled by different
// factors. The clips are "LINEAR", "STEP", "CUBICSPLINE", in which every track has that interpolation, and
// "Mixed". They move both joints and the rigid column: translation, rotation and scale, with values from a
// fixed generator and irregular key times; some tracks begin late or end early. All four last 1 s.
//
// morphs: both meshes have two morph targets, one of them sparse, and each clip moves their weights.
GltfBuilder animatedColumns(bool morphs);

}  // namespace phalanx::test
