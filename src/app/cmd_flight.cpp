// `phalanx bench --flight`: a camera on a fixed path through the army, frame by frame.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/commands.h"
#include "app/detail_bench.h"
#include "app/error_in_force.h"
#include "app/frame_timer.h"
#include "app/framing.h"
#include "app/output.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "core/version.h"
#include "gl/handle.h"
#include "render/detail_governor.h"

namespace phalanx {
namespace {

constexpr int kWarmUp = 8;

struct Stop {
    glm::dvec3 eye{0.0};  // in radii of the formation, and metres above that
    double eye_m = 0.0;
    glm::dvec3 target{0.0};
};

// From afar and above, down to the front rank, among the men at the height of their heads, out at the back.
using Path = std::array<Stop, 6>;
constexpr Path kOver{{{{0.9, 0.5, 1.7}, 8.0, {0.0, 0.0, 0.0}},
                      {{0.3, 0.06, 1.1}, 4.0, {0.0, 0.0, 0.3}},
                      {{0.05, 0.0, 0.55}, 2.4, {-0.2, 0.0, -0.1}},
                      {{-0.35, 0.0, 0.0}, 1.9, {-0.9, 0.0, -0.3}},
                      {{-0.6, 0.03, -0.6}, 3.0, {0.0, 0.0, -0.2}},
                      {{0.2, 0.3, -1.3}, 6.0, {0.0, 0.0, 0.0}}}};

// A man's way through the ranks: what is behind the nearest is mostly hidden.
constexpr Path kThrough{{{{0.2, 0.0, 1.05}, 1.6, {0.0, 0.0, 0.0}},
                         {{0.1, 0.0, 0.6}, 1.6, {-0.3, 0.0, 0.0}},
                         {{-0.2, 0.0, 0.1}, 1.6, {-0.8, 0.0, -0.5}},
                         {{-0.5, 0.0, -0.3}, 1.6, {0.0, 0.0, -0.9}},
                         {{-0.1, 0.0, -0.6}, 1.6, {0.8, 0.0, -0.2}},
                         {{0.3, 0.0, 0.2}, 1.6, {0.4, 0.0, 1.2}}}};

// Uniform Catmull-Rom through closed points.
glm::dvec3 along(const std::array<glm::dvec3, 4>& p, double t) {
    return 0.5 * (2.0 * p[1] + (p[2] - p[0]) * t + (2.0 * p[0] - 5.0 * p[1] + 4.0 * p[2] - p[3]) * t * t +
                  (3.0 * p[1] - p[0] - 3.0 * p[2] + p[3]) * t * t * t);
}

// share: 0..1 of the way; the path goes along with the march.
Camera flightCamera(const Path& path, const Crowd& crowd, Ticks now, double share) {
    const double radius = std::max(crowd.formationRadius_m(), 10.0);
    const double place = share * static_cast<double>(path.size());
    const auto before = static_cast<std::size_t>(place);
    std::array<glm::dvec3, 4> eyes{};
    std::array<glm::dvec3, 4> targets{};
    for (std::size_t i = 0; i < 4; ++i) {
        const Stop& stop = path.at((before + i + path.size() - 1) % path.size());
        eyes.at(i) = stop.eye * radius + glm::dvec3(0.0, stop.eye_m, 0.0);
        targets.at(i) = stop.target * radius + glm::dvec3(0.0, 1.2, 0.0);
    }
    const double within = place - static_cast<double>(before);
    const glm::dvec3 gone = marchOffset(crowd, now);
    Camera camera;
    camera.eye = gone + along(eyes, within);
    camera.eye.y = std::max(camera.eye.y, 1.6);
    camera.target = gone + along(targets, within);
    camera.far_m = std::max(camera.far_m, 5.0 * radius);
    return camera;
}

// Bytes of GPU memory by what they are for.
struct Parts {
    std::size_t units = 0;
    std::size_t poses = 0;
    std::size_t animation = 0;
    std::size_t meshes = 0;
    std::size_t images = 0;
    std::size_t pyramid = 0;
    std::size_t impostors = 0;

    void raise(const FrameStats& stats) {
        units = std::max(units, stats.instance_bytes);
        poses = std::max(poses, stats.pose_bytes);
        animation = std::max(animation, stats.animation_bytes);
        meshes = std::max(meshes, stats.mesh_bytes);
        images = std::max(images, stats.image_bytes);
        pyramid = std::max(pyramid, stats.pyramid_bytes);
        impostors = std::max(impostors, stats.impostor_bytes);
    }
    nlohmann::json json() const {
        return {{"units", units},   {"poses", poses},           {"animation", animation}, {"meshes", meshes},
                {"images", images}, {"depth_pyramid", pyramid}, {"impostors", impostors}};
    }
};

struct Flight {
    std::uint32_t units = 0;
    std::string technique;
    std::string drawn_by;  // in the last frame; another one where `technique` is auto
    std::string skipped;
    Chooser chosen_by = Chooser::kCpu;
    std::vector<double> frame_ms;
    std::vector<double> gpu_ms;
    std::vector<double> submit_ms;
    std::vector<double> select_ms;
    std::vector<double> visible;
    std::vector<double> hidden;
    std::vector<double> triangles;
    std::vector<double> level_units;  // sums over frames, of those in view
    ErrorInForce error;
    std::vector<double> tested;                          // 1 where it was looked for who is hidden
    std::map<std::string, std::vector<double>> pass_ms;  // GPU time
    Parts parts;                                         // the most
    std::size_t gpu_bytes = 0;                           // the most
    std::size_t cpu_bytes = 0;
    std::size_t gpu_unit_bytes = 0;  // of those, what grows with the crowd

    double gpuBytesAUnit() const { return static_cast<double>(gpu_unit_bytes) / units; }
    double cpuBytesAUnit() const { return static_cast<double>(cpu_bytes) / units; }
};

// Frames as they come out: the CPU goes on as soon as the GPU has at most so many before it.
class Pacer {
  public:
    explicit Pacer(int ahead) : ahead_(static_cast<std::size_t>(ahead)) {}

    // After a frame's last call: milliseconds since the one before was through.
    double pass() {
        constexpr GLuint64 kTenSeconds_ns = 10'000'000'000;
        fences_.push_back(gl::Sync::create());
        while (fences_.size() > ahead_) {
            glClientWaitSync(fences_.front().id(), GL_SYNC_FLUSH_COMMANDS_BIT, kTenSeconds_ns);
            fences_.pop_front();
        }
        const double now = watch_.elapsed_ms();
        return now - std::exchange(before_, now);
    }

  private:
    std::size_t ahead_;
    std::deque<gl::Sync> fences_;
    Stopwatch watch_;
    double before_ = 0.0;
};

void fly(Stage& stage, const BenchOptions& options, FrameTimer& timer, Flight& flight) {
    const int frames = options.frames;
    const Path& path = options.flight_path == FlightPath::kThrough ? kThrough : kOver;
    TimedFrame wanted{stage.render, options.size};
    Pacer pacer(options.frames_ahead);
    DetailGovernor governor;
    const bool timers = stage.renderer.capabilities().timer_queries_reliable;
    for (int i = -kWarmUp; i < frames; ++i) {
        const int frame = std::max(i, 0);
        const auto now = static_cast<Ticks>(static_cast<std::uint32_t>(i + kWarmUp) * 68U);
        stage.crowd.advance(now);
        timer.aim(flightCamera(path, stage.crowd, now, static_cast<double>(frame) / frames), now);
        const bool waits = options.frames_ahead == 0;
        if (waits) pacer = Pacer(0);                // the camera and the numbers are not the frame's
        wanted.settings.impostors_at_once = i < 0;  // later as in a window
        wanted.settings.lod_error_px =
            governor.errorFor(stage.render.lod_error_px, i < 0 ? 0.0 : stage.render.frame_budget_ms);
        timer.frame(wanted);
        const double frame_ms = pacer.pass();
        if (i < 0) continue;
        governor.add(stage.renderer.stats(), timers, frame_ms);
        flight.frame_ms.push_back(frame_ms);
        const FrameStats& stats = waits ? stage.renderer.settledStats() : stage.renderer.stats();
        flight.drawn_by = stats.technique;
        flight.chosen_by = stats.chosen_by_gpu ? Chooser::kGpu : Chooser::kCpu;
        if (stats.gpu_ms) flight.gpu_ms.push_back(*stats.gpu_ms);
        for (const PassTime& pass : stats.passes) flight.pass_ms[pass.name].push_back(pass.gpu_ms);
        flight.submit_ms.push_back(stats.submit_ms);
        flight.select_ms.push_back(stats.select_ms);
        flight.visible.push_back(stats.visible);
        flight.hidden.push_back(stats.hidden);
        flight.level_units.resize(std::max(flight.level_units.size(), stats.level_units.size()));
        for (std::size_t l = 0; l < stats.level_units.size(); ++l)
            flight.level_units[l] += stats.level_units[l];
        flight.tested.push_back(stats.occlusion ? 1.0 : 0.0);
        flight.parts.raise(stats);
        flight.error.add(stats.lod_error_px);
        flight.triangles.push_back(static_cast<double>(stats.triangles));
        flight.gpu_bytes =
            std::max(flight.gpu_bytes, stats.animation_bytes + stats.instance_bytes + stats.pose_bytes +
                                           stats.mesh_bytes + stats.image_bytes + stats.pyramid_bytes +
                                           stats.impostor_bytes);
        flight.gpu_unit_bytes = std::max(flight.gpu_unit_bytes, stats.instance_bytes + stats.pose_bytes);
        flight.cpu_bytes = std::max(flight.cpu_bytes,
                                    stats.selection_bytes + std::size_t{flight.units} * sizeof(UnitInstance));
    }
}

double meanOf(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

std::string threeText(const std::vector<double>& values) {
    if (values.empty()) return fmt::format("{:>26}", "-");
    const Percentiles p = percentilesOf(values);
    return fmt::format("{:8.2f} {:8.2f} {:8.2f}", p.p50, p.p95, p.p99);
}

nlohmann::json threeJson(const std::vector<double>& values) {
    if (values.empty()) return nullptr;
    const Percentiles p = percentilesOf(values);
    return {{"p50", p.p50}, {"p95", p.p95}, {"p99", p.p99}};
}

// How much longer the slowest frames take than most do.
double pacingOf(const std::vector<double>& frame_ms) {
    const Percentiles p = percentilesOf(frame_ms);
    return p.p99 / p.p50;
}

std::string tableText(const std::vector<Flight>& flights) {
    std::string text = fmt::format(
        "{:>8}  {:<14} {:<6} {:>26}  {:>7}  {:>8} {:>6}  {:>26}  {:>26}  {:>9} {:>9}  {:>9}  {:>10} {:>10}  "
        "{:>7} "
        "{:>7}  {:>10} {:>10}\n",
        "units", "technique", "choice", "frame, ms p50/p95/p99", "p99/p50", "error px", "most",
        "GPU, ms p50/p95/p99", "choice, CPU ms p50/p95/p99", "in view", "most", "hidden", "triangles", "most",
        "GPU MB", "CPU MB", "GPU B/unit", "CPU B/unit");
    for (const Flight& f : flights) {
        if (!f.skipped.empty()) {
            text += fmt::format("{:>8}  {:<14} skipped: {}\n", f.units, f.technique, f.skipped);
            continue;
        }
        text += fmt::format(
            "{:>8}  {:<14} {:<6} {}  {:7.2f}  {:8.2f} {:6.2f}  {}  {}  {:9.0f} {:9.0f}  {:9.0f}  {:10.0f} "
            "{:10.0f}  "
            "{:7.1f} {:7.1f}  {:10.1f} {:10.1f}\n",
            f.units, f.technique, nameOf(f.chosen_by), threeText(f.frame_ms), pacingOf(f.frame_ms),
            f.error.mean_px(), f.error.most_px(), threeText(f.gpu_ms), threeText(f.select_ms),
            meanOf(f.visible), std::ranges::max(f.visible), meanOf(f.hidden), meanOf(f.triangles),
            std::ranges::max(f.triangles), static_cast<double>(f.gpu_bytes) / 1e6,
            static_cast<double>(f.cpu_bytes) / 1e6, f.gpuBytesAUnit(), f.cpuBytesAUnit());
    }
    return text;
}

nlohmann::json rowsJson(const std::vector<Flight>& flights) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Flight& f : flights) {
        nlohmann::json row{{"units", f.units}, {"technique", f.technique}};
        if (!f.skipped.empty()) {
            row["skipped"] = f.skipped;
        } else {
            row["drawn_by"] = f.drawn_by;
            row["chosen_by"] = nameOf(f.chosen_by);
            row["frame_ms"] = threeJson(f.frame_ms);
            row["frame_p99_over_p50"] = pacingOf(f.frame_ms);
            row["lod_error_in_force_px"] = {{"mean", f.error.mean_px()}, {"most", f.error.most_px()}};
            row["frame_gpu_ms"] = threeJson(f.gpu_ms);
            for (const auto& [name, times] : f.pass_ms) row["passes_gpu_ms"][name] = threeJson(times);
            row["submit_ms"] = threeJson(f.submit_ms);
            row["select_ms"] = threeJson(f.select_ms);
            row["visible"] = {{"mean", meanOf(f.visible)}, {"most", std::ranges::max(f.visible)}};
            for (const double sum : f.level_units)
                row["level_units_mean"].push_back(sum / static_cast<double>(f.frame_ms.size()));
            row["hidden"] = {{"mean", meanOf(f.hidden)}, {"most", std::ranges::max(f.hidden)}};
            row["share_of_frames_tested_for_hidden"] = meanOf(f.tested);
            row["triangles"] = {{"mean", meanOf(f.triangles)}, {"most", std::ranges::max(f.triangles)}};
            row["gpu_bytes"] = f.gpu_bytes;
            row["cpu_bytes"] = f.cpu_bytes;
            row["gpu_bytes_by_part"] = f.parts.json();
            row["gpu_bytes_a_unit"] = f.gpuBytesAUnit();
            row["cpu_bytes_a_unit"] = f.cpuBytesAUnit();
        }
        rows.push_back(row);
    }
    return rows;
}

std::string autoText(const Stage& stage, const std::vector<LoadedModel>& models) {
    return sentenceOf(*stage.automatic, models) + "\n" + tableText(*stage.automatic, models);
}

}  // namespace

ExitCode flightCommand(const BenchOptions& options) {
    requireWritable(options.json);
    DetailBench bench(options);
    const gl::Capabilities& capabilities = bench.context.capabilities();
    const std::vector<LoadedModel>& models = bench.models;
    CrowdSettings& settings = bench.settings;
    Stage& stage = bench.stage;
    FrameTimer timer(stage, options.size, kWarmUp);
    std::vector<Flight> flights;
    for (const std::uint32_t units : options.units) {
        settings.units = units;
        stage.crowd.apply(settings, 0);
        for (const std::string& technique : options.techniques) {
            Flight& flight = flights.emplace_back();
            flight.units = units;
            flight.technique = technique;
            try {
                stage.takeTechnique(technique, models, options.crowd.skin);
                fly(stage, options, timer, flight);
            } catch (const Error& error) {
                flight.skipped = error.what();
            }
        }
    }
    const std::string budget = options.crowd.frame_budget_ms > 0.0
                                   ? fmt::format(" and more for {} ms a frame", options.crowd.frame_budget_ms)
                                   : "";
    const std::string machine = fmt::format(
        "{}, {}x{}, {} samples, shadows {}, culling {}, occlusion {}, impostors {}, error {} px{}, path {}, "
        "{} "
        "frames, {} ahead, phalanx {} ({})",
        gl::describe(capabilities), options.size.x, options.size.y, stage.render.samples,
        options.shadows ? "on" : "off", options.crowd.cull ? "on" : "off", nameOf(options.crowd.occlusion),
        nameOf(options.crowd.impostors), options.crowd.lod_error_px, budget, nameOf(options.flight_path),
        options.frames, options.frames_ahead, kVersion, kCommit);
    if (options.json != "-") {
        printResult(fmt::format("{}\n{}{}", machine, tableText(flights),
                                stage.automatic ? "\n" + autoText(stage, models) : ""));
    }
    nlohmann::json json = {{"machine", machine},
                           {"gl", gl::describe(capabilities)},
                           {"size", {options.size.x, options.size.y}},
                           {"samples", stage.render.samples},
                           {"shadows", options.shadows},
                           {"cull", options.crowd.cull},
                           {"occlusion", nameOf(options.crowd.occlusion)},
                           {"impostors", nameOf(options.crowd.impostors)},
                           {"frames_ahead", options.frames_ahead},
                           {"path", nameOf(options.flight_path)},
                           {"lod_error_px", options.crowd.lod_error_px},
                           {"frame_budget_ms", options.crowd.frame_budget_ms},
                           {"frames", options.frames},
                           {"rows", rowsJson(flights)}};
    if (stage.automatic) json["auto"] = autoJson(*stage.automatic, models);
    writeJson(options.json, json);
    const bool nothing = std::ranges::all_of(flights, [](const Flight& f) { return !f.skipped.empty(); });
    return nothing ? ExitCode::kEnvironment : ExitCode::kOk;
}

}  // namespace phalanx
