// Checks the settings of a single unit, clips and fade times.
#pragma once

#include <cstddef>

#include "crowd/crowd.h"

namespace phalanx {

// All throw SettingError. clips: the number of clips of the unit's model.
void checkEdit(const UnitEdit& edit, std::size_t clips);
void checkClips(const ClipChoice& choice, std::size_t clips);
void checkFade(double fade_s);

}  // namespace phalanx
