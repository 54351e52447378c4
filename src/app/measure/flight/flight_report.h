// Prints flights as a table, as JSON, and as CSV with one line per frame.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/measure/flight/flight.h"

namespace phalanx {

std::string tableText(const std::vector<Flight>& flights);
nlohmann::json rowsJson(const std::vector<Flight>& flights);
// Frames before any unit falls, while somebody does, and after all lie: their times, and what was uploaded.
// Empty if none falls.
std::string fallsText(const std::vector<Flight>& flights);
nlohmann::json fallsJson(const Flight& flight);  // null if none falls
// A header line, then one line per frame, all flights in order. Fields that were not measured are empty.
std::string framesCsv(const std::vector<Flight>& flights);

}  // namespace phalanx
