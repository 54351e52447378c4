// What a sweep measures: the numbers, the entries, and the line and place of each in the plot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/layers/layer_stack.h"
#include "app/measure/bench_runner.h"
#include "ui/data/sweep_result.h"

namespace phalanx {

// What a sweep starts from.
struct SweepSource {
    RenderSettings render;
    std::uint32_t units = 1;  // of the army
    bool multi_draw = false;  // the context can
    bool gpu_clock = false;   // the context has timers of a GPU
    StackSource stack;        // its `own` is empty if the army has no layers
};

struct SweepEntry {
    BenchEntry entry;
    std::string line;
    // Place on the x axis; nullopt: the row's number of units. everywhere: the line is at this height for
    // all x of the others.
    std::optional<double> x;
    bool everywhere = false;
};

struct SweepPlan {
    SweepKind kind = SweepKind::kUnits;
    bool gpu_clock = false;            // costs are GPU time of the units, not wall time of the frame
    std::uint32_t army_units = 0;      // SweepResult::units
    std::vector<std::uint32_t> units;  // of the army, one after the other
    std::vector<SweepEntry> entries;
    std::vector<PoseFile> poses;  // BenchLayers::pose
};

SweepPlan sweepPlanOf(SweepKind kind, const SweepSource& source);

// 1, 2, 5, 10 ... 100,000.
std::vector<std::uint32_t> sweptUnits();
// 1, 4, 16 ... and `units`.
std::vector<std::uint32_t> sweptBatches(std::uint32_t units);
// 0, 100, 1,000 ... and `units`; of fewer than 100 units 0, 1, 10 ...
std::vector<std::uint32_t> sweptLayeredUnits(std::uint32_t units);

// The rows that BenchRun made of the plan so far, as lines. `done`: with the result as a sentence.
SweepResult sweepResultOf(const SweepPlan& plan, const std::vector<BenchRow>& rows, bool done);

}  // namespace phalanx
