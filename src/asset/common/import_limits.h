// Limits on the content of one file, far above what any usable model has; without them a broken file could
// keep the importer busy for a long time. Other limits are declared in anim/pose/model.h, image.h
// and import.h.
#pragma once

#include <cstddef>

namespace phalanx {

inline constexpr std::size_t kMaxClips = 10'000;
inline constexpr std::size_t kMaxNodes = 65'536;
inline constexpr std::size_t kMaxParts = 10'000;  // a mesh counts once per node that uses it
inline constexpr std::size_t kMaxMaterials = 10'000;
inline constexpr std::size_t kMaxPictures = 4'000;
inline constexpr std::size_t kMaxChannels = 2'000'000;  // summed over all clips

}  // namespace phalanx
