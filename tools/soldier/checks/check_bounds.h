// The table of bounds for the quantities that soldier_check measures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checks/check_measure.h"

namespace phalanx::soldier {

// Name and unit of a quantity, for tables and JSON, for example "foot_slide_mm".
const char* nameOf(Quantity quantity);

// The largest accepted value; nullopt if the quantity is only reported.
std::optional<float> boundOf(const Report& report, const Figure& figure);

// One line for each figure that exceeds its bound, in the order of the reports. Empty if none does.
std::vector<std::string> failures(const std::vector<Report>& reports);

// A readable table with one row per report and one column per quantity; '!' marks values that exceed their
// bound.
std::string table(const std::vector<Report>& reports);

}  // namespace phalanx::soldier
