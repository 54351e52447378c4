// Pictures that are larger than a driver takes.
#pragma once

#include <optional>

#include "anim/pose/model.h"

namespace phalanx {

// `image` with both sides halved until neither is larger than `most` (1 or more) texels; nullopt where it is
// so already. Colours are averaged as light, not as sRGB numbers; alpha, which may be a mask, as it is.
std::optional<Image> fittedImage(const Image& image, int most);

}  // namespace phalanx
