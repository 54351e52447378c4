// Times frames of all techniques, interleaved in rounds within one run, so that a drift of the machine (clock
// rate, other load) affects all of them equally. Compare ratios within one run, not milliseconds of two runs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/army/stage.h"
#include "app/layers/layered_army.h"
#include "app/measure/frame_timer.h"

namespace phalanx {

inline constexpr std::uint32_t kAllLayered = std::numeric_limits<std::uint32_t>::max();

// Which units of an entry have layers.
struct BenchLayers {
    std::size_t pose = 0;                  // into BenchPlan::poses
    std::uint32_t units = kAllLayered;     // the first so many
    std::optional<std::uint32_t> count{};  // number of layers, where entries differ in it
};

// One way to draw the units: one row of the table.
struct BenchEntry {
    std::string label;  // the technique's name, or texture-draws/K, or texture-draws/K multi, and its layers
    std::string technique;
    std::uint32_t batch = 1;  // units per draw call; only used by texture-draws
    bool multi_draw = false;  // one multi-draw call issues all batches; only used by texture-draws
    std::string left_out{};   // why this entry is unavailable here; empty: it is available
    std::optional<BenchLayers> layers{};  // nullopt: no unit has any
};

// One entry per technique, with the settings of `skin`. If `batches` is not empty, texture-draws has one
// entry per batch size instead, and a second one with multi-draw if `skin` enables it. Throws Error (kUsage)
// for batches without texture-draws.
std::vector<BenchEntry> benchEntries(const std::vector<std::string>& techniques, const SkinSettings& skin,
                                     const std::vector<std::uint32_t>& batches);

struct BenchPlan {
    std::vector<std::uint32_t> units;
    std::vector<BenchEntry> entries;
    int frames = 300;  // measured frames per entry and number of units, over all rounds
    int warm_up = 8;   // frames before each turn: more than the timers' ring buffer holds
    int rounds = 5;
    glm::ivec2 size{1920, 1080};
    // An entry that would take longer for one number of units is skipped; the reason names the estimate.
    double time_budget_s = 120.0;
    // If a frame with at least `least_units` units took longer, the entry is skipped for larger numbers.
    double longest_frame_ms = std::numeric_limits<double>::infinity();
    std::uint32_t least_units = 1;
    // Of entries with layers. An entry whose pose does not fit the models or the crowd is skipped.
    std::vector<LayeredArmy::Plan> poses{};
    const std::vector<LoadedModel>* models = nullptr;  // the stage's; only needed with poses
};

struct BenchRow {
    std::uint32_t units = 0;
    BenchEntry entry;
    std::string skipped;     // why it was not measured; empty: it was measured
    std::size_t frames = 0;  // measured frames; whole turns, so it can differ slightly from BenchPlan::frames
    // GPU time of preparing poses and drawing the units; only if timer queries are reliable.
    std::optional<Percentiles> draw_ms;
    // Of that, the passes of layered poses: all, and each of kLayerPasses.
    std::optional<Percentiles> layers_ms;
    std::array<std::optional<Percentiles>, kLayerPasses.size()> layer_pass_ms;
    std::optional<Percentiles> gpu_ms;  // GPU time of the whole frame; only if timer queries are reliable
    Percentiles submit_ms;              // CPU time of the frame's GL calls
    // Wall time per frame, glFinish included; with reliable timer queries, three frames are in flight.
    Percentiles frame_ms;
    double noise_ms =
        0.0;           // half the difference between the largest and the smallest of its rounds' costOf()
    FrameStats stats;  // of the last measured frame
    std::uint64_t vertex_shader_runs = 0;  // per frame, all draw calls; 0: the driver cannot count them
    double vertex_runs = 0.0;         // vertex shader runs per mesh vertex; 0: the driver cannot count them
    std::uint64_t mesh_vertices = 0;  // vertices of all units, each counted once
    std::size_t vertex_texture_bytes = 0;  // technique vertex-texture only: size for all models
};

// Work of the passes of layered poses in the last measured frame, by kLayerPasses.
std::array<LayerWork, kLayerPasses.size()> layerWorkOf(const BenchRow& row);

// The number by which rows are compared, median in milliseconds: GPU time of the draw, or the frame's wall
// time if timer queries are unreliable.
double costOf(const BenchRow& row);

// Runs a plan step by step: the numbers of units in order, and for each number the entries interleaved in
// rounds. The stage's crowd is laid out again for each number, its groups split where layers end. Between two
// steps the caller may swap in another crowd, but must restore this one before the next step. The stage must
// outlive this.
class BenchRun {
  public:
    BenchRun(Stage& stage, const CrowdSettings& settings, BenchPlan plan);
    ~BenchRun();
    BenchRun(const BenchRun&) = delete;
    BenchRun& operator=(const BenchRun&) = delete;
    BenchRun(BenchRun&&) = delete;
    BenchRun& operator=(BenchRun&&) = delete;

    bool done() const { return units_ == plan_.units.size(); }
    // Progress 0..1: each number of units counts as long as it is large.
    float share() const;
    // What step() does next, as a line for the log.
    std::string next() const;
    // Skipped entries take no step.
    void step();
    // The rows of the numbers of units that are finished.
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
    int turn_ = -1;          // turn within this number of units; -1: the crowd is not laid out yet
    std::vector<BenchRow> present_;
    std::vector<FrameSamples> samples_;
    std::vector<std::string> too_slow_;  // per entry: why it is skipped from now on; empty: it is not
    std::vector<BenchRow> rows_;
};

// Runs the whole plan. `progress` is called before each step with a line for the log, and the share that is
// done, 0..1.
std::vector<BenchRow> runBench(Stage& stage, const CrowdSettings& settings, const BenchPlan& plan,
                               const std::function<void(const std::string&, double)>& progress);

}  // namespace phalanx
