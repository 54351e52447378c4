// Scales down images that are larger than the driver supports.
#pragma once

#include <optional>

#include "anim/pose/model.h"

namespace phalanx {

// Returns `image` with both sides halved until neither is larger than `most` (>= 1) texels; nullopt if it
// fits already. Averages colours as linear light and alpha, which may be a mask, as it is.
std::optional<Image> fittedImage(const Image& image, int most);

}  // namespace phalanx
