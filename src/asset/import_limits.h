// How much one file may hold. Beyond these an import would be long work for something that nobody draws; more
// limits are at what they limit (anim/pose/model.h, image.h, node_tree.h, import.h).
#pragma once

#include <cstddef>

namespace phalanx {

inline constexpr std::size_t kMaxClips = 10'000;
inline constexpr std::size_t kMaxParts = 10'000;  // a mesh counts as often as nodes show it
inline constexpr std::size_t kMaxMaterials = 10'000;
inline constexpr std::size_t kMaxPictures = 4'000;
inline constexpr std::size_t kMaxChannels = 2'000'000;  // of all clips

}  // namespace phalanx
