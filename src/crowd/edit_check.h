// Checks the settings of a single unit, clips and fade times.
#pragma once

#include <cstddef>

#include "crowd/crowd.h"

namespace phalanx {

// All throw SettingError. model: of the unit. clips: the number of its clips.
void checkEdit(const UnitEdit& edit, const CrowdModel& model);
void checkClips(const ClipChoice& choice, std::size_t clips);
void checkFade(double fade_s);

}  // namespace phalanx
