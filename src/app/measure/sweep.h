// A `bench` sweep for the window: the same turns, one step between two displayed frames.
#pragma once

#include "app/measure/bench_runner.h"
#include "ui/data/sweep_result.h"

namespace phalanx {

class Sweep {
  public:
    // Uses the stage's settings, models and clips, with weight 0.5 of clip B for all units, as in `bench`.
    // The stage must outlive this.
    Sweep(Stage& stage, SweepKind kind, glm::ivec2 size);

    bool done() const { return run_.done(); }
    float share() const { return run_.share(); }  // progress 0..1
    std::string next() const { return run_.next(); }
    // Restores the stage.
    void step();
    // The results so far.
    SweepResult result() const;

  private:
    Stage& stage_;
    SweepKind kind_;
    Crowd crowd_;  // swapped into the stage during step()
    bool gpu_clock_;
    std::uint32_t units_;
    BenchRun run_;
};

// The numbers of a sweep: 1, 2, 5, 10 ... for units; for batches, powers of four and the whole army.
std::vector<std::uint32_t> sweptNumbers(SweepKind kind, std::uint32_t units);

// The entries to measure, interleaved.
std::vector<BenchEntry> sweptEntries(const RenderSettings& render, SweepKind kind, std::uint32_t units,
                                     bool multi_draw);

// One line per entry; a sweep over batches has one line per way of issuing the draws. If `done`, also the
// result as a sentence.
SweepResult sweepResultOf(SweepKind kind, const std::vector<BenchRow>& rows, bool done);

}  // namespace phalanx
