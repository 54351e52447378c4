// Containers with compressed clips (anim/compression/compress_clip.h). readContainer() expands them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anim/compression/compress_clip.h"
#include "anim/pose/model.h"

namespace phalanx {

// Reading gives back exactly this model, except for the channels of clips that are not empty in `packed`
// (compressClips()). `packed`: per clip, or empty.
std::vector<std::uint8_t> writeContainer(const Model& model, std::span<const PackedClip> packed);

}  // namespace phalanx
