// The kinds of sweeps, and their results: the cost of frames over a number of something.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "render/frame/frame_stats.h"

namespace phalanx {

enum class SweepKind : std::uint8_t { kUnits, kBatches, kLayers, kLayeredUnits };
inline constexpr std::array kAllSweeps{SweepKind::kUnits, SweepKind::kBatches, SweepKind::kLayers,
                                       SweepKind::kLayeredUnits};
inline constexpr std::size_t kSweepKinds = kAllSweeps.size();

struct SweepInfo {
    const char* key = nullptr;     // of the state and, after "sweep_", of widgets
    const char* button = nullptr;  // starts it
    const char* over = nullptr;    // what is counted: the title of the x axis
    const char* about = nullptr;   // what is measured
    bool layers = false;           // about layered poses: for techniques and models that have them
    bool linear = false;           // few numbers: the x axis is not logarithmic
};
const SweepInfo& infoOf(SweepKind kind);

struct SweepPoint {
    double x = 0.0;          // of what is counted
    double cost_ms = 0.0;    // GPU time of the units, or wall time of the whole frame
    double noise_ms = 0.0;   // of cost_ms: half of what rounds of the measurement differ by
    double submit_ms = 0.0;  // CPU time of the GL calls
    // GPU time of the passes of layered poses, part of cost_ms: all, and each of kLayerPasses. nullopt: not
    // measured, or there are none.
    std::optional<double> layers_ms{};
    std::array<std::optional<double>, kLayerPasses.size()> layer_pass_ms{};
    LayerWork layers{};  // of all these passes together
};

struct SweepLine {
    std::string name;
    std::vector<SweepPoint> points;
    std::string ended;  // why it ended early; "": it is complete
};

struct SweepResult {
    SweepKind kind = SweepKind::kUnits;
    bool gpu_clock = false;
    std::uint32_t units = 0;  // of the army when it began; over layers at most 100,000 of it are drawn
    std::vector<SweepLine> lines;
    std::string sentence;  // the result as a sentence; "" while it runs
};

}  // namespace phalanx
