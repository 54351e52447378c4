// The baked texture as a file that other programs upload, and the JSON that says all they need to read it.
// docs/export.md lists the keys.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/bake/encode.h"
#include "anim/pose/model.h"

namespace phalanx {

// The version of the JSON's keys and their meaning.
inline constexpr int kExportVersion = 1;
// Sides of 2D textures that every desktop GPU has. WebGL 2 guarantees 2,048; nearly all devices have 4,096.
inline constexpr int kMostExportedSide = 16'384;

// Names of the files in the folder of an export.
inline constexpr std::string_view kExportedTexels = "animation.bin";
inline constexpr std::string_view kExportedText = "animation.json";
inline constexpr std::string_view kExportedModel = "model.glb";
inline constexpr std::string_view kExportedMorphs = "morph_weights.bin";

// A 2D texture: rows from the first to the last, texels of `encoded` in their order, little-endian; what is
// left of the last row is 0. A row holds a power of two of entries, so that none straddles two rows. Throws
// Error (kInput) with the numbers if it would have more than kMostExportedSide texels per side.
std::vector<std::byte> exportedTexels(const EncodedAnimation& encoded);

// `encoded`: of `baked`, without own frames. `errors`: per clip, against exact poses (encodedBakeError()).
// Throws the Error of exportedTexels().
nlohmann::ordered_json exportedText(const Model& model, const BakedAnimation& baked,
                                    const EncodedAnimation& encoded, const std::vector<BakeError>& errors);

}  // namespace phalanx
