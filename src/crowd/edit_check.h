// Whether what one unit does differently, its clips and its fades can be played.
#pragma once

#include <cstddef>

#include "crowd/crowd.h"

namespace phalanx {

// All throw SettingError.
void checkEdit(const UnitEdit& edit, std::size_t clips);
void checkClips(const ClipChoice& choice, std::size_t clips);
void checkFade(double fade_s);

}  // namespace phalanx
