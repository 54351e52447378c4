// The rows of the comparison of compression methods for the command line: as text, as JSON, and as one line
// to compare with the window's state.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "anim/quality/compression_comparison.h"

namespace phalanx {

std::string compressionText(const CompressionComparison& comparison);
nlohmann::json compressionJson(const CompressionComparison& comparison);
// "predicted 945 26018 0.0120 0.1980 0.3990 Reload": method, frames, bytes, median, p99 and maximum error in
// mm, worst clip; without times. Frames at the rates of the bake have "@bake" after the method. A method that
// cannot store the clips: "keys refused".
std::string compressedLine(const CompressedRow& row);

}  // namespace phalanx
