// The traces of one event of one unit.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "app/events/marker_traces.h"
#include "crowd/crowd.h"
#include "crowd/events/crossings.h"
#include "traces.h"

namespace phalanx {

// Appends those that can still be seen at `now`. trace: of the crossed marker. The crowd must be as it was at
// the crossing.
void addTraces(const Crowd& crowd, const Crossing& crossing, const MarkerTrace& trace, Ticks now,
               std::vector<layout::Trace>& traces);

}  // namespace phalanx
