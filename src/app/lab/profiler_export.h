// The profiler's results as CSV and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "ui/data/sweep_result.h"
#include "ui/profiler/comparison_result.h"
#include "ui/profiler/profile.h"

namespace phalanx {

// One row per frame, oldest first; unknown times are empty.
std::string framesCsv(const Profile& profile);
nlohmann::json framesJson(const Profile& profile);

// One row per pair of turns.
std::string comparisonCsv(const ComparisonResult& result);
nlohmann::json comparisonJson(const ComparisonResult& result);

// One row per point, of all sweeps.
std::string sweepsCsv(std::span<const SweepResult> sweeps);
nlohmann::json sweepJson(const SweepResult& sweep);

}  // namespace phalanx
