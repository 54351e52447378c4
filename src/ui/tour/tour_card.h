// The card of the tour: what the present step asks for, and buttons to go on or to leave.
#pragma once

#include <cstdint>

#include "ui/main/panels.h"

namespace phalanx {

enum class TourAnswer : std::uint8_t { kNone, kBack, kNext, kEnd, kLesson, kBattle, kProfiler };

// At the top of the window, between the panels. Returns the button that was pressed.
TourAnswer drawTourCard(const PanelContext& context, const TourState& tour);

}  // namespace phalanx
