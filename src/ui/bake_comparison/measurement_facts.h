// What the panel shows of a measurement that runs in the background.
#pragma once

#include <string>

namespace phalanx {

struct MeasurementFacts {
    std::string model;  // measured now or last; "": none
    bool running = false;
    std::string stage;    // current stage
    float share = 0.0F;   // progress, 0..1
    std::string failure;  // why it failed; "": it did not
};

}  // namespace phalanx
