// The cost of frames over the number of units, or over the number of units per draw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace phalanx {

enum class SweepKind : std::uint8_t { kUnits, kBatches };
inline constexpr std::size_t kSweepKinds = 2;

struct SweepPoint {
    double x = 0.0;          // units, or units per draw
    double cost_ms = 0.0;    // GPU time of the units, or wall time of the whole frame
    double submit_ms = 0.0;  // CPU time of the GL calls
};

struct SweepLine {
    std::string name;
    std::vector<SweepPoint> points;
    std::string ended;  // why it ended early; "": it is complete
};

struct SweepResult {
    SweepKind kind = SweepKind::kUnits;
    bool gpu_clock = false;
    std::uint32_t units = 0;  // of a sweep over batches
    std::vector<SweepLine> lines;
    std::string sentence;  // the result as a sentence; "" while it runs
};

}  // namespace phalanx
