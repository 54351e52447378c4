// State of the tour: five steps that show the window to those who open it for the first time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace phalanx {

enum class TourStep : std::uint8_t { kLook, kSelect, kGrow, kTechnique, kFarther };
inline constexpr std::size_t kTourSteps = 5;

struct TourState {
    bool shown = false;
    TourStep step = TourStep::kLook;
    bool done = false;  // what the step asks for has happened
};

}  // namespace phalanx
