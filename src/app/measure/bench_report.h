// The results of `bench`: as tables, as JSON, and as CSV.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/measure/bench_runner.h"

namespace phalanx {

// Whether the technique of the entry draws SkinSettings::batch units per call.
bool isBatched(const BenchEntry& entry);

// One line per row; below, if rows have layers, one line per pass of layered poses.
std::string benchTableText(const std::vector<BenchRow>& rows);
nlohmann::json benchRowsJson(const std::vector<BenchRow>& rows);
std::string benchCsv(const std::vector<BenchRow>& rows);

}  // namespace phalanx
