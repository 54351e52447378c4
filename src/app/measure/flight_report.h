// Flights as a table, as JSON and frame by frame.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/measure/flight.h"

namespace phalanx {

std::string tableText(const std::vector<Flight>& flights);
nlohmann::json rowsJson(const std::vector<Flight>& flights);
// A line a frame, of all flights one after another, under a line of names. Fields of what was not measured
// are empty.
std::string framesCsv(const std::vector<Flight>& flights);

}  // namespace phalanx
