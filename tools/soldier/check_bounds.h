// The bounds of what soldier_check measures: one table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check_measure.h"

namespace phalanx::soldier {

// Name and unit of a quantity, for tables and JSON: "foot_slide_mm".
const char* nameOf(Quantity quantity);

// The largest value that is accepted; nullopt where the quantity is only reported.
std::optional<float> boundOf(const Report& report, const Figure& figure);

// One line for each figure that is over its bound, in the order of the reports. Empty when all is well.
std::vector<std::string> failures(const std::vector<Report>& reports);

// A table for people: one row a report, one column a quantity; '!' marks what is over its bound.
std::string table(const std::vector<Report>& reports);

}  // namespace phalanx::soldier
