#include "app/bench_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/stopwatch.h"
#include "gl/statistics.h"
#include "render/targets.h"
#include "render/technique.h"

namespace phalanx {
namespace {

constexpr Ticks kTicksPerFrame = static_cast<Ticks>(PH_TICKS_PER_SECOND / 60.0);

struct Samples {
    std::vector<double> draw_ms;
    std::vector<double> gpu_ms;
    std::vector<double> submit_ms;
    std::vector<double> frame_ms;
};

class Runner {
  public:
    Runner(Stage& stage, const BenchPlan& plan)
        : stage_(stage),
          plan_(plan),
          picture_(stage.renderer.capabilities(), GL_RGBA8, plan.size.x, plan.size.y, false, "bench picture"),
          statistics_(stage.renderer.capabilities()) {}

    void frame(const BenchEntry& entry) {
        stage_.render.technique = entry.technique;
        stage_.render.skin.batch = entry.batch;
        stage_.render.skin.multi_draw = entry.multi_draw;
        now_ += kTicksPerFrame;
        stage_.renderer.draw(stage_.gpu_models, stage_.crowd, camera_, stage_.render, now_, plan_.size.x,
                             plan_.size.y);
        stage_.renderer.present(picture_.framebuffer());
    }

    void aim() { camera_ = benchCamera(stage_.crowd, static_cast<double>(plan_.size.x) / plan_.size.y); }

    // Milliseconds of one frame after one to warm up.
    double probe(const BenchEntry& entry) {
        frame(entry);
        glFinish();
        const Stopwatch watch;
        frame(entry);
        glFinish();
        return watch.elapsed_ms();
    }

    void turn(const BenchEntry& entry, int frames, Samples& samples) {
        const bool timers = stage_.renderer.capabilities().timer_queries_reliable;
        // With reliable timers the GPU is let run ahead as in real use; each frame is waited for only where
        // the wall clock is all there is.
        const int in_flight = timers ? kFramesInFlight : 1;
        for (int i = 0; i < plan_.warm_up; ++i) frame(entry);
        glFinish();
        for (int done = 0; done < frames; done += in_flight) {
            const Stopwatch watch;
            for (int i = 0; i < in_flight; ++i) {
                frame(entry);
                const FrameStats& stats = stage_.renderer.stats();
                samples.submit_ms.push_back(stats.submit_ms);
                if (stats.gpu_ms) samples.gpu_ms.push_back(*stats.gpu_ms);
                double draw_ms = 0.0;
                for (const PassTime& pass : stats.passes) {
                    if (pass.name == "units" || pass.name == "poses") draw_ms += pass.gpu_ms;
                }
                if (draw_ms > 0.0) samples.draw_ms.push_back(draw_ms);
            }
            glFinish();
            samples.frame_ms.push_back(watch.elapsed_ms() / in_flight);
        }
    }

    // Vertex shader runs of one frame.
    std::uint64_t countVertexRuns(const BenchEntry& entry) {
        if (!statistics_.available()) return 0;
        for (int i = 0; i <= gl::PipelineStatistics::kFrames; ++i) {
            statistics_.begin();
            frame(entry);
            statistics_.end();
            glFinish();
        }
        return statistics_.latest() ? statistics_.latest()->vertex_shader_invocations : 0;
    }

  private:
    static constexpr int kFramesInFlight = 3;  // as a window with vsync off allows

    Stage& stage_;
    const BenchPlan& plan_;
    PlainTarget picture_;
    gl::PipelineStatistics statistics_;
    Camera camera_;
    Ticks now_ = 0;
};

std::uint64_t meshVertices(const Stage& stage) {
    std::uint64_t sum = 0;
    for (const UnitGroup& group : stage.crowd.groups()) {
        const GpuModel& model = stage.gpu_models[static_cast<std::size_t>(group.model)];
        sum += model.packed(MeshKind::kSkinned).vertices.size() * group.units.size();
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

BenchRow rowOf(const Samples& samples) {
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
    std::vector<Samples> samples(plan.entries.size());
    for (const BenchEntry& entry : plan.entries) {
        BenchRow row;
        row.units = units;
        row.entry = entry;
        row.skipped = entry.left_out;
        if (row.skipped.empty()) {
            const double frame_ms = runner.probe(entry);
            const double needed_s = frame_ms * (plan.frames + plan.rounds * plan.warm_up) / 1000.0;
            if (needed_s > plan.time_budget_s) {
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
        }
    }
    for (std::size_t t = 0; t < plan.entries.size(); ++t) {
        if (!rows[first + t].skipped.empty()) continue;
        BenchRow row = rowOf(samples[t]);
        row.units = units;
        row.entry = plan.entries[t];
        row.mesh_vertices = meshVertices(stage);
        const auto runs = static_cast<double>(runner.countVertexRuns(row.entry));
        const double passes = stage.render.environment.shadows ? 2.0 : 1.0;
        row.vertex_runs = runs / passes / static_cast<double>(row.mesh_vertices);
        row.stats = stage.renderer.stats();
        if (findTechnique(row.entry.technique).pose == PoseKind::kVertexTexture)
            row.vertex_texture_bytes = vertexTextureBytes(stage);
        rows[first + t] = row;
    }
}

}  // namespace

Percentiles percentilesOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double q) {
        const double place = q * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
    };
    return {at(0.50), at(0.95), at(0.99)};
}

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

Camera benchCamera(const Crowd& crowd, double aspect) {
    Camera camera;
    const double radius = std::max(crowd.radius_m(), 2.0);
    const double half_tan = std::tan(glm::radians(camera.fov_y_deg) * 0.5);
    const double distance = radius / std::sin(std::atan(half_tan * std::min(1.0, aspect)));
    const glm::dvec3 center(crowd.center());
    camera.target = center + glm::dvec3(0.0, 0.5, 0.0);
    camera.eye = camera.target + distance * glm::normalize(glm::dvec3(0.25, 0.65, 0.72));
    camera.near_m = std::max(0.1, distance - 1.5 * radius);
    camera.far_m = distance + 3.0 * radius;
    return camera;
}

std::vector<BenchRow> runBench(Stage& stage, const CrowdSettings& settings, const BenchPlan& plan,
                               const std::function<void(const std::string&)>& progress) {
    const SkinSettings skin = stage.render.skin;
    Runner runner(stage, plan);
    std::vector<BenchRow> rows;
    for (const std::uint32_t units : plan.units) {
        CrowdSettings wanted = settings;
        wanted.units = units;
        stage.crowd.apply(wanted, 0);
        runner.aim();
        benchUnits(stage, plan, runner, units, rows, progress);
    }
    stage.render.skin = skin;
    return rows;
}

}  // namespace phalanx
