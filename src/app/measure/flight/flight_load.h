// What the soldiers of flights cost besides drawing: behaviour on the CPU, and uploads by their cause.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/measure/flight/flight.h"

namespace phalanx {

// Of flights in which soldiers decide or fall; empty if there are none.
std::string loadText(const std::vector<Flight>& flights);
// Null if soldiers of this flight neither decide nor fall.
nlohmann::json loadJson(const Flight& flight);

}  // namespace phalanx
