// Where soldiers are in their clips and on their way at one moment, to be kept and taken up again: settings
// and edits alone do not tell, since soldiers go on from where they were when these change.
#pragma once

#include <string>
#include <string_view>

#include "crowd/crowd.h"

namespace phalanx {

// As text: for each soldier, in their order, his phases of clips A and B, his way, and his place in the
// crossfade's cycle or how long he waits for a one-shot to begin, as hexadecimal numbers with points between.
// Where his clips change just now, five more tell of the fade (playback.h).
std::string momentOf(const Crowd& crowd, Ticks now);

// Whether `text` may come from momentOf(), for a crowd of any size.
bool isMoment(std::string_view text);

// The soldiers of `crowd` go on at `now` from where they were; where their number is another one, nothing
// happens, and it returns false. Fades to clips that the crowd has not are left out. `text` must be a moment.
bool takeMoment(std::string_view text, Crowd& crowd, Ticks now);

}  // namespace phalanx
