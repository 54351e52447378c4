#include "app/measure/bench_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "app/layers/layer_stack.h"
#include "core/error.h"
#include "core/percentile.h"
#include "gl/objects/statistics.h"
#include "render/techniques/technique.h"

namespace phalanx {

class BenchRun::Timing {
  public:
    Timing(Stage& stage, const BenchPlan& plan)
        : stage_(stage),
          plan_(plan),
          timer_(stage, plan.size, plan.warm_up),
          statistics_(stage.renderer.capabilities()) {}

    void aim() { timer_.aim(); }

    // Milliseconds of one frame, after one warm-up frame.
    double probe(const BenchEntry& entry) {
        setLayers(entry);
        return timer_.probe(frameOf(entry));
    }

    void turn(const BenchEntry& entry, int frames, FrameSamples& samples) {
        setLayers(entry);
        timer_.turn(frameOf(entry), frames, samples);
    }

    // Vertex shader runs per frame; 0 if the driver cannot count them.
    std::uint64_t countVertexRuns(const BenchEntry& entry) {
        if (!statistics_.available()) return 0;
        setLayers(entry);
        for (int i = 0; i <= gl::PipelineStatistics::kFrames; ++i) {
            statistics_.begin();
            timer_.frame(frameOf(entry));
            statistics_.end();
            glFinish();
        }
        return statistics_.latest() ? statistics_.latest()->vertex_shader_invocations : 0;
    }

  private:
    struct MadeFor {
        std::size_t pose = 0;
        std::uint64_t layout = 0;

        bool operator==(const MadeFor&) const = default;
    };

    // Makes the layers of one pose at a time: those of all poses of a large army take much memory.
    void setLayers(const BenchEntry& entry) {
        if (!entry.layers) return stage_.renderer.setLayers({});
        const Crowd& crowd = stage_.crowd;
        const MadeFor wanted{entry.layers->pose, crowd.layoutVersion()};
        if (!army_ || made_for_ != wanted) {
            stage_.renderer.setLayers({});
            army_.reset();
            LayeredArmy::Plan pose = plan_.poses[entry.layers->pose];
            dropAims(pose.pose.pose, crowd.size());
            army_.emplace(stage_.renderer.capabilities(), *plan_.models, crowd, pose);
            made_for_ = wanted;
        }
        std::vector<LayeredUnits*> groups = army_->groups();
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const UnitInstance& first = crowd.groups()[g].units.front();
            if (layout::unitNumber(first.look.z) >= entry.layers->units) groups[g] = nullptr;
        }
        stage_.renderer.setLayers(std::move(groups));
    }
    TimedFrame frameOf(const BenchEntry& entry) const {
        TimedFrame frame{stage_.render, plan_.size};
        frame.request.technique = entry.technique;
        frame.request.skin.batch = entry.batch;
        frame.request.skin.multi_draw = entry.multi_draw;
        return frame;
    }

    Stage& stage_;
    const BenchPlan& plan_;
    FrameTimer timer_;
    gl::PipelineStatistics statistics_;
    std::optional<LayeredArmy> army_;
    MadeFor made_for_;  // valid with army_
};

namespace {

std::uint64_t meshVertices(const Stage& stage) {
    std::uint64_t sum = 0;
    for (const UnitGroup& group : stage.crowd.groups()) {
        const GpuModel& model = stage.gpu_models[static_cast<std::size_t>(group.model)];
        sum += model.packed(MeshKind::kSkinned).usedBy(group.variant).size() * group.units.size();
    }
    return sum;
}

std::size_t vertexTextureBytes(const Stage& stage) {
    std::size_t sum = 0;
    for (const GpuModel& model : stage.gpu_models) {
        if (model.vertexAnimation()) sum += model.vertexAnimation()->bytes();
    }
    return sum;
}

double noiseOf(std::span<const double> samples, int rounds) {
    const std::size_t each = samples.size() / static_cast<std::size_t>(std::max(1, rounds));
    if (each == 0) return 0.0;
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (std::size_t first = 0; first + each <= samples.size(); first += each) {
        const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(first);
        const double median =
            percentile(std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(each)), 0.5);
        least = std::min(least, median);
        most = std::max(most, median);
    }
    return 0.5 * (most - least);
}

BenchRow rowOf(const FrameSamples& samples, int rounds) {
    BenchRow row;
    if (!samples.draw_ms.empty()) row.draw_ms = percentilesOf(samples.draw_ms);
    if (!samples.gpu_ms.empty()) row.gpu_ms = percentilesOf(samples.gpu_ms);
    if (!samples.layers_ms.empty()) row.layers_ms = percentilesOf(samples.layers_ms);
    for (std::size_t i = 0; i < row.layer_pass_ms.size(); ++i) {
        if (!samples.layer_pass_ms[i].empty()) row.layer_pass_ms[i] = percentilesOf(samples.layer_pass_ms[i]);
    }
    row.submit_ms = percentilesOf(samples.submit_ms);
    row.frame_ms = percentilesOf(samples.frame_ms);
    row.noise_ms = noiseOf(samples.draw_ms.empty() ? samples.frame_ms : samples.draw_ms, rounds);
    return row;
}

// Where the groups of an army are split, so that each has layers or none by all entries.
std::vector<std::uint32_t> splitsOf(const std::vector<BenchEntry>& entries, std::uint32_t units) {
    std::vector<std::uint32_t> at;
    for (const BenchEntry& entry : entries) {
        if (entry.layers && entry.layers->units > 0 && entry.layers->units < units)
            at.push_back(entry.layers->units);
    }
    std::ranges::sort(at);
    at.erase(std::unique(at.begin(), at.end()), at.end());
    return at;
}

}  // namespace

std::array<LayerWork, kLayerPasses.size()> layerWorkOf(const BenchRow& row) {
    std::array<LayerWork, kLayerPasses.size()> work{};
    for (std::size_t i = 0; i < work.size(); ++i) {
        const auto pass = std::ranges::find(row.stats.work, kLayerPasses[i], &PassWork::name);
        if (pass != row.stats.work.end()) work[i] = pass->layers;
    }
    return work;
}

double costOf(const BenchRow& row) {
    return row.draw_ms ? row.draw_ms->p50 : row.frame_ms.p50;
}

std::vector<BenchEntry> benchEntries(const std::vector<std::string>& techniques, const SkinSettings& skin,
                                     const std::vector<std::uint32_t>& batches) {
    const std::string batched = "texture-draws";
    if (!batches.empty() && std::find(techniques.begin(), techniques.end(), batched) == techniques.end()) {
        throw usageError("--batches",
                         fmt::format("only technique {} draws in batches; add it to --technique", batched));
    }
    std::vector<BenchEntry> entries;
    for (const std::string& technique : techniques) {
        if (technique != batched || batches.empty()) {
            entries.push_back({technique, technique, skin.batch, skin.multi_draw, ""});
            continue;
        }
        for (const std::uint32_t batch : batches) {
            const std::string label = fmt::format("{}/{}", technique, batch);
            entries.push_back({label, technique, batch, false, ""});
            if (skin.multi_draw) entries.push_back({label + " multi", technique, batch, true, ""});
        }
    }
    return entries;
}

BenchRun::BenchRun(Stage& stage, const CrowdSettings& settings, BenchPlan plan)
    : stage_(stage),
      settings_(settings),
      plan_(std::move(plan)),
      timing_(std::make_unique<Timing>(stage, plan_)),
      too_slow_(plan_.entries.size()) {}

BenchRun::~BenchRun() = default;

float BenchRun::share() const {
    const auto entries = static_cast<double>(std::max<std::size_t>(1, plan_.entries.size()));
    const double within = std::max(0, turn_) / (entries * plan_.rounds + 1.0);
    double done_units = 0.0;
    double all_units = 0.0;
    for (std::size_t i = 0; i < plan_.units.size(); ++i) {
        const double units = plan_.units[i];
        all_units += units;
        if (i <= units_) done_units += i < units_ ? units : within * units;
    }
    return static_cast<float>(all_units > 0.0 ? done_units / all_units : 1.0);
}

std::string BenchRun::next() const {
    const std::uint32_t units = plan_.units[units_];
    const auto entries = static_cast<int>(plan_.entries.size());
    if (turn_ < 0 || turn_ >= entries * plan_.rounds) return fmt::format("{} units", units);
    return fmt::format("{} units, {}, round {} of {}", units,
                       plan_.entries[static_cast<std::size_t>(turn_ % entries)].label, turn_ / entries + 1,
                       plan_.rounds);
}

void BenchRun::step() {
    const auto entries = static_cast<int>(plan_.entries.size());
    const int turns = entries * plan_.rounds;
    const auto entry = [&] { return static_cast<std::size_t>(turn_ % entries); };
    const bool begins = turn_ < 0;
    if (begins) {
        begin();
        turn_ = 0;
    } else if (turn_ < turns) {
        timing_->turn(plan_.entries[entry()], std::max(1, plan_.frames / plan_.rounds), samples_[entry()]);
        present_[entry()].stats = stage_.renderer.stats();
        ++turn_;
    } else {
        finish();
        return;
    }
    while (turn_ < turns && !present_[entry()].skipped.empty()) ++turn_;
    if (begins && turn_ == turns) finish();  // all entries are skipped
}

// Lays out the crowd and determines which entries take too long.
void BenchRun::begin() {
    const std::uint32_t units = plan_.units[units_];
    present_.clear();
    samples_.assign(plan_.entries.size(), {});
    for (std::size_t t = 0; t < plan_.entries.size(); ++t) {
        const BenchEntry& entry = plan_.entries[t];
        BenchRow row;
        row.units = units;
        row.entry = entry;
        row.skipped = entry.left_out.empty() ? too_slow_[t] : entry.left_out;
        if (row.skipped.empty() && entry.layers && entry.layers->units != kAllLayered &&
            entry.layers->units > units)
            row.skipped = fmt::format("the army has only {} units", units);
        present_.push_back(row);
    }
    if (std::ranges::none_of(present_, &std::string::empty, &BenchRow::skipped)) return;
    settings_.units = units;
    stage_.crowd.apply(settings_, 0);
    // Also lays out units again that layers had moved.
    stage_.crowd.splitGroups(splitsOf(plan_.entries, units), 0);
    timing_->aim();
    for (std::size_t t = 0; t < plan_.entries.size(); ++t) probe(t);
}

void BenchRun::probe(std::size_t t) {
    BenchRow& row = present_[t];
    if (!row.skipped.empty()) return;
    double frame_ms = 0.0;
    try {
        frame_ms = timing_->probe(row.entry);
    } catch (const Error& error) {  // for example not enough memory for this many units
        row.skipped = error.what();
        return;
    }
    if (row.units >= plan_.least_units && frame_ms > plan_.longest_frame_ms)
        too_slow_[t] = fmt::format("a frame with {} units takes {:.0f} ms", row.units, frame_ms);
    const double needed_s = frame_ms * (plan_.frames + plan_.rounds * plan_.warm_up) / 1000.0;
    if (needed_s > plan_.time_budget_s) {
        row.skipped =
            fmt::format("one frame takes {:.0f} ms; all frames would take {:.0f} s, the limit is {:.0f} s",
                        frame_ms, needed_s, plan_.time_budget_s);
    }
}

void BenchRun::finish() {
    for (std::size_t t = 0; t < plan_.entries.size(); ++t) {
        BenchRow row = present_[t];
        if (row.skipped.empty()) {
            row = rowOf(samples_[t], plan_.rounds);
            row.stats = present_[t].stats;
            row.frames = samples_[t].submit_ms.size();
            row.units = present_[t].units;
            row.entry = plan_.entries[t];
            row.mesh_vertices = meshVertices(stage_);
            row.vertex_shader_runs = timing_->countVertexRuns(row.entry);
            const double passes = stage_.render.environment.shadows ? 2.0 : 1.0;
            row.vertex_runs =
                static_cast<double>(row.vertex_shader_runs) / passes / static_cast<double>(row.mesh_vertices);
            if (findTechnique(row.entry.technique).pose == PoseKind::kVertexTexture)
                row.vertex_texture_bytes = vertexTextureBytes(stage_);
        }
        rows_.push_back(row);
    }
    turn_ = -1;
    ++units_;
}

std::vector<BenchRow> runBench(Stage& stage, const CrowdSettings& settings, const BenchPlan& plan,
                               const std::function<void(const std::string&, double)>& progress) {
    BenchRun run(stage, settings, plan);
    while (!run.done()) {
        progress(run.next(), run.share());
        run.step();
    }
    return run.rows();
}

}  // namespace phalanx
