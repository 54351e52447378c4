// The rows of the re-bake bench for the command line: text, JSON, and a line for those who compare both.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "anim/quality/bake_study.h"

namespace phalanx {

// A table, least memory first.
std::string bakeStudyText(std::span<const BakeStudyRow> rows);
nlohmann::json bakeStudyJson(std::span<const BakeStudyRow> rows);
// "auto rgba32f linear 1837072 0.0320 0.8500 1.2000 0.1100 Fire LowerArm.R front": rate, encoding, lookup,
// bytes, mean, p99 and largest mm, p99 degrees of normals, worst clip and joint, on the front or not; or
// "30 trs linear refused".
std::string bakeStudyLine(const BakeStudyRow& row);

}  // namespace phalanx
