// Timing of frames, fair to all techniques: they take turns in rounds within one run, so that a drift of the
// machine hits all alike. Compare ratios of one run, not milliseconds of two.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/army/stage.h"
#include "app/measure/frame_timer.h"

namespace phalanx {

// One way to draw the units, a row of the table.
struct BenchEntry {
    std::string label;  // the technique's name, or texture-draws/K, or texture-draws/K multi
    std::string technique;
    std::uint32_t batch = 1;  // units a draw; only texture-draws heeds it and the next
    bool multi_draw = false;
    std::string left_out;  // why it cannot be had here; empty: it can
};

// One entry a technique, set as `skin` says. Where `batches` is not empty, texture-draws has an entry for
// each of them instead, and if `skin` wants multi-draw a second one with it. Throws Error (kUsage) for
// batches without texture-draws.
std::vector<BenchEntry> benchEntries(const std::vector<std::string>& techniques, const SkinSettings& skin,
                                     const std::vector<std::uint32_t>& batches);

struct BenchPlan {
    std::vector<std::uint32_t> units;
    std::vector<BenchEntry> entries;
    int frames = 300;  // measured, of each pair of units and entry
    int warm_up = 8;   // before each turn: more than the timers' ring holds
    int rounds = 5;
    glm::ivec2 size{1920, 1080};
    double time_budget_s = 120.0;  // of one pair: what would take longer is skipped, with the number
    // An entry of which a frame of at least `least_units` took longer is left out where there are more units.
    double longest_frame_ms = std::numeric_limits<double>::infinity();
    std::uint32_t least_units = 1;
};

struct BenchRow {
    std::uint32_t units = 0;
    BenchEntry entry;
    std::string skipped;     // why; empty: it was measured
    std::size_t frames = 0;  // measured: whole turns, so it may be a few more or less than were asked for
    std::optional<Percentiles>
        draw_ms;  // GPU time of making poses ready and drawing the units; only where timers tell the truth
    std::optional<Percentiles> gpu_ms;  // of the whole frame
    Percentiles submit_ms;              // CPU time of the frame's GL calls
    Percentiles frame_ms;  // wall, glFinish included; of three frames in flight where timers are reliable
    FrameStats stats;      // of its last frame
    std::uint64_t vertex_shader_runs = 0;  // of one frame, all draw calls; 0: the driver cannot count
    double vertex_runs = 0.0;              // vertex shader runs a unit's vertex, 0: the driver cannot count
    std::uint64_t mesh_vertices = 0;       // of the units drawn once
    std::size_t vertex_texture_bytes = 0;  // of technique vertex-texture, all models
};

// What rows are compared by, milliseconds, median: GPU time of the draw, or the frame's wall time where no
// timer can be trusted.
double costOf(const BenchRow& row);

// All of a plan, a step at a time: the numbers of units one after the other, and within each the entries in
// turns. The stage's crowd is laid anew for each number; between two steps it may be another one, as long as
// it is back for the next. The stage must outlive this.
class BenchRun {
  public:
    BenchRun(Stage& stage, const CrowdSettings& settings, BenchPlan plan);
    ~BenchRun();
    BenchRun(const BenchRun&) = delete;
    BenchRun& operator=(const BenchRun&) = delete;
    BenchRun(BenchRun&&) = delete;
    BenchRun& operator=(BenchRun&&) = delete;

    bool done() const { return units_ == plan_.units.size(); }
    float share() const;  // of the numbers of units: the last ones take longest
    // What step() does next, a line for the log.
    std::string next() const;
    // Entries that are left out take no step.
    void step();
    // Of the numbers of units that are finished.
    const std::vector<BenchRow>& rows() const { return rows_; }

  private:
    class Timing;
    void begin();
    void probe(std::size_t t);
    void finish();

    Stage& stage_;
    CrowdSettings settings_;
    BenchPlan plan_;
    std::unique_ptr<Timing> timing_;
    std::size_t units_ = 0;  // index into the plan
    int turn_ = -1;          // of this number of units; -1: they are not laid out yet
    std::vector<BenchRow> present_;
    std::vector<FrameSamples> samples_;
    std::vector<std::string> too_slow_;  // an entry: why it is left out from now on
    std::vector<BenchRow> rows_;
};

// The same at once. `progress`: called before each turn with a line for the log.
std::vector<BenchRow> runBench(Stage& stage, const CrowdSettings& settings, const BenchPlan& plan,
                               const std::function<void(const std::string&)>& progress);

}  // namespace phalanx
