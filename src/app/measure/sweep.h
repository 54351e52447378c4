// A sweep of `bench` for the window: the same turns, a step between two frames that are shown.
#pragma once

#include "app/measure/bench_runner.h"
#include "ui/profiler/sweep_result.h"

namespace phalanx {

class Sweep {
  public:
    // With the stage's settings, models and clips, all of whom are half way between A and B, as in `bench`.
    // The stage must outlive this.
    Sweep(Stage& stage, SweepKind kind, glm::ivec2 size);

    bool done() const { return run_.done(); }
    float share() const { return run_.share(); }
    std::string next() const { return run_.next(); }
    // Leaves the stage as it was.
    void step();
    // What is known so far.
    SweepResult result() const;

  private:
    Stage& stage_;
    SweepKind kind_;
    Crowd crowd_;  // the sweep's own
    bool gpu_clock_;
    std::uint32_t units_;
    BenchRun run_;
};

// The numbers of a sweep: 1, 2, 5, 10 ... for units; powers of four, and all of them, for batches.
std::vector<std::uint32_t> sweptNumbers(SweepKind kind, std::uint32_t units);

// What is drawn in turns. Of `auto` the label tells what it came to as well: "auto: palette".
std::vector<BenchEntry> sweptEntries(const RenderSettings& render, SweepKind kind, std::uint32_t units,
                                     bool multi_draw);

// One line an entry (of batches: a way of drawing), and what they say in words where `done`.
SweepResult sweepResultOf(SweepKind kind, const std::vector<BenchRow>& rows, bool done);

}  // namespace phalanx
