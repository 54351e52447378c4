// Bad settings are told by name and number; nothing is clamped in silence.
#pragma once

#include <cstddef>

#include "crowd/crowd.h"

namespace phalanx {

// All throw Error (kUsage).
void checkSettings(const CrowdSettings& settings);
void checkEdit(const UnitEdit& edit, std::size_t clips);
void checkClips(const ClipChoice& choice, std::size_t clips);
void checkFade(double fade_s);

// Whether nobody need be laid anew where settings change from one to the other.
bool sameLayout(const CrowdSettings& a, const CrowdSettings& b);

}  // namespace phalanx
