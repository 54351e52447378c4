#include "app/bench_runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "gl/statistics.h"
#include "render/technique.h"

namespace phalanx {
namespace {

class Runner {
  public:
    Runner(Stage& stage, const BenchPlan& plan)
        : stage_(stage),
          plan_(plan),
          timer_(stage, plan.size, plan.warm_up),
          statistics_(stage.renderer.capabilities()) {}

    void aim() { timer_.aim(); }

    // Milliseconds of one frame after one to warm up.
    double probe(const BenchEntry& entry) { return timer_.probe(frameOf(entry)); }

    void turn(const BenchEntry& entry, int frames, FrameSamples& samples) {
        timer_.turn(frameOf(entry), frames, samples);
    }

    // Vertex shader runs of one frame.
    std::uint64_t countVertexRuns(const BenchEntry& entry) {
        if (!statistics_.available()) return 0;
        for (int i = 0; i <= gl::PipelineStatistics::kFrames; ++i) {
            statistics_.begin();
            timer_.frame(frameOf(entry));
            statistics_.end();
            glFinish();
        }
        return statistics_.latest() ? statistics_.latest()->vertex_shader_invocations : 0;
    }

  private:
    TimedFrame frameOf(const BenchEntry& entry) const {
        TimedFrame frame{stage_.render, plan_.size};
        frame.settings.technique = entry.technique;
        frame.settings.skin.batch = entry.batch;
        frame.settings.skin.multi_draw = entry.multi_draw;
        return frame;
    }

    Stage& stage_;
    const BenchPlan& plan_;
    FrameTimer timer_;
    gl::PipelineStatistics statistics_;
};

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

BenchRow rowOf(const FrameSamples& samples) {
    BenchRow row;
    if (!samples.draw_ms.empty()) row.draw_ms = percentilesOf(samples.draw_ms);
    if (!samples.gpu_ms.empty()) row.gpu_ms = percentilesOf(samples.gpu_ms);
    row.submit_ms = percentilesOf(samples.submit_ms);
    row.frame_ms = percentilesOf(samples.frame_ms);
    return row;
}

void benchUnits(Stage& stage, const BenchPlan& plan, Runner& runner, std::uint32_t units,
                std::vector<BenchRow>& rows, const std::function<void(const std::string&)>& progress) {
    const std::size_t first = rows.size();
    std::vector<FrameSamples> samples(plan.entries.size());
    for (const BenchEntry& entry : plan.entries) {
        BenchRow row;
        row.units = units;
        row.entry = entry;
        row.skipped = entry.left_out;
        if (row.skipped.empty()) {
            double frame_ms = 0.0;
            try {
                frame_ms = runner.probe(entry);
            } catch (const Error& error) {  // no memory for so many units, say
                row.skipped = error.what();
            }
            const double needed_s = frame_ms * (plan.frames + plan.rounds * plan.warm_up) / 1000.0;
            if (row.skipped.empty() && needed_s > plan.time_budget_s) {
                row.skipped = fmt::format(
                    "a frame takes {:.0f} ms, all would take {:.0f} s, more than the {:.0f} s allowed",
                    frame_ms, needed_s, plan.time_budget_s);
            }
        }
        rows.push_back(row);
    }
    const int frames_a_turn = std::max(1, plan.frames / plan.rounds);
    for (int round = 0; round < plan.rounds; ++round) {
        for (std::size_t t = 0; t < plan.entries.size(); ++t) {
            if (!rows[first + t].skipped.empty()) continue;
            progress(fmt::format("{} units, {}, round {} of {}", units, plan.entries[t].label, round + 1,
                                 plan.rounds));
            runner.turn(plan.entries[t], frames_a_turn, samples[t]);
            rows[first + t].stats = stage.renderer.stats();
        }
    }
    for (std::size_t t = 0; t < plan.entries.size(); ++t) {
        if (!rows[first + t].skipped.empty()) continue;
        BenchRow row = rowOf(samples[t]);
        row.stats = rows[first + t].stats;
        row.frames = samples[t].submit_ms.size();
        row.units = units;
        row.entry = plan.entries[t];
        row.mesh_vertices = meshVertices(stage);
        row.vertex_shader_runs = runner.countVertexRuns(row.entry);
        const double passes = stage.render.environment.shadows ? 2.0 : 1.0;
        row.vertex_runs =
            static_cast<double>(row.vertex_shader_runs) / passes / static_cast<double>(row.mesh_vertices);
        if (findTechnique(row.entry.technique).pose == PoseKind::kVertexTexture)
            row.vertex_texture_bytes = vertexTextureBytes(stage);
        rows[first + t] = row;
    }
}

}  // namespace

double costOf(const BenchRow& row) {
    return row.draw_ms ? row.draw_ms->p50 : row.frame_ms.p50;
}

std::vector<BenchEntry> benchEntries(const std::vector<std::string>& techniques, const SkinSettings& skin,
                                     const std::vector<std::uint32_t>& batches) {
    const std::string batched = "texture-draws";
    if (!batches.empty() && std::find(techniques.begin(), techniques.end(), batched) == techniques.end()) {
        throw usageError("--batches", fmt::format("only technique {} draws in batches, and --technique "
                                                  "leaves it out; name it there too",
                                                  batched));
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

std::vector<BenchRow> runBench(Stage& stage, const CrowdSettings& settings, const BenchPlan& plan,
                               const std::function<void(const std::string&)>& progress) {
    Runner runner(stage, plan);
    std::vector<BenchRow> rows;
    for (const std::uint32_t units : plan.units) {
        CrowdSettings wanted = settings;
        wanted.units = units;
        stage.crowd.apply(wanted, 0);
        runner.aim();
        benchUnits(stage, plan, runner, units, rows, progress);
    }
    return rows;
}

}  // namespace phalanx
