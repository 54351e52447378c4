// What the profiler knows, as text for other programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "ui/profiler/comparison_result.h"
#include "ui/profiler/profile.h"
#include "ui/profiler/sweep_result.h"

namespace phalanx {

// A row a frame, the oldest first; times that are not known are empty.
std::string framesCsv(const Profile& profile);
nlohmann::json framesJson(const Profile& profile);

// A row a pair of turns.
std::string comparisonCsv(const ComparisonResult& result);
nlohmann::json comparisonJson(const ComparisonResult& result);

// A row a point, of all of them.
std::string sweepsCsv(std::span<const SweepResult> sweeps);
nlohmann::json sweepJson(const SweepResult& sweep);

}  // namespace phalanx
