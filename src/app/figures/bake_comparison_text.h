// The rows of the bake comparison for the command line: as text, as JSON, and as one line to compare with the
// window's state.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "anim/quality/bake_comparison.h"

namespace phalanx {

// A table, sorted by memory, smallest first.
std::string comparedBakesText(std::span<const ComparedBake> rows);
nlohmann::json comparedBakesJson(std::span<const ComparedBake> rows);
// "auto rgba32f linear 1837072 0.0320 0.8500 1.2000 0.1100 Fire LowerArm.R front": rate, encoding, lookup,
// bytes, mean, p99 and maximum error in mm, p99 error of normals in degrees, worst clip, worst joint, "front"
// if on the Pareto front, else "-". A bake that is not possible: "30 trs linear refused".
std::string comparedBakeLine(const ComparedBake& row);

}  // namespace phalanx
