// Saves and restores the state of all units at one moment: their phases and positions along the path.
// Settings and edits alone do not determine it, since units continue from their state when these change.
#pragma once

#include <string>
#include <string_view>

#include "crowd/crowd.h"

namespace phalanx {

// The state as text, one word per unit in the order of units. A word has hexadecimal numbers separated by
// points: the phases of clips A and B, the distance along the path, and the position in the crossfade's cycle
// or the delay before a one-shot starts. If the unit is in a single crossfade, five more numbers describe it
// (playback.h).
std::string momentOf(const Crowd& crowd, Ticks now);

// Whether `text` has the format of momentOf(), for a crowd of any size.
bool isMoment(std::string_view text);

// Restores the state of `text` at `now`. If the number of units differs, changes nothing and returns false.
// Crossfades to clips that the crowd does not have are ignored. isMoment(text) must be true.
bool takeMoment(std::string_view text, Crowd& crowd, Ticks now);

}  // namespace phalanx
