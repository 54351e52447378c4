// `phalanx bench --flight`: a camera on a fixed path through the army, frame by frame.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/frame_timer.h"
#include "app/framing.h"
#include "app/output.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "core/version.h"
#include "gl/debug.h"
#include "gl/headless.h"

namespace phalanx {
namespace {

constexpr int kWarmUp = 8;

struct Stop {
    glm::dvec3 eye{0.0};  // in radii of the formation, and metres above that
    double eye_m = 0.0;
    glm::dvec3 target{0.0};
};

// From afar and above, down to the front rank, among the men at the height of their heads, out at the back.
constexpr std::array<Stop, 6> kPath{{{{0.9, 0.5, 1.7}, 8.0, {0.0, 0.0, 0.0}},
                                     {{0.3, 0.06, 1.1}, 4.0, {0.0, 0.0, 0.3}},
                                     {{0.05, 0.0, 0.55}, 2.4, {-0.2, 0.0, -0.1}},
                                     {{-0.35, 0.0, 0.0}, 1.9, {-0.9, 0.0, -0.3}},
                                     {{-0.6, 0.03, -0.6}, 3.0, {0.0, 0.0, -0.2}},
                                     {{0.2, 0.3, -1.3}, 6.0, {0.0, 0.0, 0.0}}}};

// Uniform Catmull-Rom through closed points.
glm::dvec3 along(const std::array<glm::dvec3, 4>& p, double t) {
    return 0.5 * (2.0 * p[1] + (p[2] - p[0]) * t + (2.0 * p[0] - 5.0 * p[1] + 4.0 * p[2] - p[3]) * t * t +
                  (3.0 * p[1] - p[0] - 3.0 * p[2] + p[3]) * t * t * t);
}

// share: 0..1 of the way; the path goes along with the march.
Camera flightCamera(const Crowd& crowd, Ticks now, double share) {
    const double radius = std::max(crowd.formationRadius_m(), 10.0);
    const double place = share * static_cast<double>(kPath.size());
    const auto before = static_cast<std::size_t>(place);
    std::array<glm::dvec3, 4> eyes{};
    std::array<glm::dvec3, 4> targets{};
    for (std::size_t i = 0; i < 4; ++i) {
        const Stop& stop = kPath.at((before + i + kPath.size() - 1) % kPath.size());
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

struct Flight {
    std::uint32_t units = 0;
    std::string technique;
    std::string skipped;
    Chooser chosen_by = Chooser::kCpu;
    std::vector<double> frame_ms;
    std::vector<double> gpu_ms;
    std::vector<double> submit_ms;
    std::vector<double> select_ms;
    std::vector<double> visible;
    std::vector<double> triangles;
    std::size_t gpu_bytes = 0;  // the most
    std::size_t cpu_bytes = 0;
    std::size_t gpu_unit_bytes = 0;  // of those, what grows with the crowd

    double gpuBytesAUnit() const { return static_cast<double>(gpu_unit_bytes) / units; }
    double cpuBytesAUnit() const { return static_cast<double>(cpu_bytes) / units; }
};

void fly(Stage& stage, const BenchOptions& options, FrameTimer& timer, Flight& flight) {
    const int frames = options.frames;
    TimedFrame wanted{stage.render, options.size};
    wanted.settings.technique = flight.technique;
    for (int i = -kWarmUp; i < frames; ++i) {
        const int frame = std::max(i, 0);
        const auto now = static_cast<Ticks>(static_cast<std::uint32_t>(i + kWarmUp) * 68U);
        stage.crowd.advance(now);
        timer.aim(flightCamera(stage.crowd, now, static_cast<double>(frame) / frames), now);
        const Stopwatch watch;
        timer.frame(wanted);
        glFinish();
        if (i < 0) continue;
        flight.frame_ms.push_back(watch.elapsed_ms());
        const FrameStats& stats = stage.renderer.settledStats();
        flight.chosen_by = stats.chosen_by_gpu ? Chooser::kGpu : Chooser::kCpu;
        if (stats.gpu_ms) flight.gpu_ms.push_back(*stats.gpu_ms);
        flight.submit_ms.push_back(stats.submit_ms);
        flight.select_ms.push_back(stats.select_ms);
        flight.visible.push_back(stats.visible);
        flight.triangles.push_back(static_cast<double>(stats.triangles));
        flight.gpu_bytes =
            std::max(flight.gpu_bytes, stats.animation_bytes + stats.instance_bytes + stats.pose_bytes +
                                           stats.mesh_bytes + stats.image_bytes);
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

std::string tableText(const std::vector<Flight>& flights) {
    std::string text = fmt::format(
        "{:>8}  {:<14} {:<6} {:>26}  {:>26}  {:>26}  {:>9} {:>9}  {:>10} {:>10}  {:>7} {:>7}  {:>10} "
        "{:>10}\n",
        "units", "technique", "choice", "frame, ms p50/p95/p99", "GPU, ms p50/p95/p99",
        "choice, CPU ms p50/p95/p99", "in view", "most", "triangles", "most", "GPU MB", "CPU MB",
        "GPU B/unit", "CPU B/unit");
    for (const Flight& f : flights) {
        if (!f.skipped.empty()) {
            text += fmt::format("{:>8}  {:<14} skipped: {}\n", f.units, f.technique, f.skipped);
            continue;
        }
        text += fmt::format(
            "{:>8}  {:<14} {:<6} {}  {}  {}  {:9.0f} {:9.0f}  {:10.0f} {:10.0f}  {:7.1f} {:7.1f}  {:10.1f} "
            "{:10.1f}\n",
            f.units, f.technique, nameOf(f.chosen_by), threeText(f.frame_ms), threeText(f.gpu_ms),
            threeText(f.select_ms), meanOf(f.visible), std::ranges::max(f.visible), meanOf(f.triangles),
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
            row["chosen_by"] = nameOf(f.chosen_by);
            row["frame_ms"] = threeJson(f.frame_ms);
            row["frame_gpu_ms"] = threeJson(f.gpu_ms);
            row["submit_ms"] = threeJson(f.submit_ms);
            row["select_ms"] = threeJson(f.select_ms);
            row["visible"] = {{"mean", meanOf(f.visible)}, {"most", std::ranges::max(f.visible)}};
            row["triangles"] = {{"mean", meanOf(f.triangles)}, {"most", std::ranges::max(f.triangles)}};
            row["gpu_bytes"] = f.gpu_bytes;
            row["cpu_bytes"] = f.cpu_bytes;
            row["gpu_bytes_a_unit"] = f.gpuBytesAUnit();
            row["cpu_bytes_a_unit"] = f.cpuBytesAUnit();
        }
        rows.push_back(row);
    }
    return rows;
}

}  // namespace

ExitCode flightCommand(const BenchOptions& options) {
    requireWritable(options.json);
    const gl::HeadlessContext context({options.crowd.gl_version, gl::debugOutputWanted()});
    const gl::Capabilities& capabilities = context.capabilities();
    if (gl::debugOutputWanted()) gl::installDebugOutput(capabilities);
    requireSamples(capabilities, options.samples);
    if (options.crowd.chooser == Chooser::kGpu) gl::requireVersion(capabilities, 43, "--select gpu");
    ArmyOptions army = options.army;
    army.detail = options.crowd.cull || options.crowd.lod_error_px > 0.0;
    const std::vector<LoadedModel> models = loadModels(army);
    for (const LoadedModel& loaded : models) checkSideFiles(loaded.model, {options.json});
    CrowdSettings settings = options.crowd.settings;
    settings.units = options.units.front();
    Stage stage(capabilities, models, makeCrowd(models, army, settings, 0), options.crowd.skin);
    stage.render.environment.shadows = options.shadows;
    stage.render.samples = options.samples;
    stage.render.cull = options.crowd.cull;
    stage.render.lod_error_px = options.crowd.lod_error_px;
    stage.render.chooser = options.crowd.chooser;
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
                stage.requireTechnique(technique, models, options.crowd.skin);
                fly(stage, options, timer, flight);
            } catch (const Error& error) {
                flight.skipped = error.what();
            }
        }
    }
    const std::string machine =
        fmt::format("{}, {}x{}, {} samples, shadows {}, culling {}, error {} px, {} frames, phalanx {} ({})",
                    gl::describe(capabilities), options.size.x, options.size.y, stage.render.samples,
                    options.shadows ? "on" : "off", options.crowd.cull ? "on" : "off",
                    options.crowd.lod_error_px, options.frames, kVersion, kCommit);
    if (options.json != "-") printResult(fmt::format("{}\n{}", machine, tableText(flights)));
    writeJson(options.json, {{"machine", machine},
                             {"gl", gl::describe(capabilities)},
                             {"size", {options.size.x, options.size.y}},
                             {"samples", stage.render.samples},
                             {"shadows", options.shadows},
                             {"cull", options.crowd.cull},
                             {"lod_error_px", options.crowd.lod_error_px},
                             {"frames", options.frames},
                             {"rows", rowsJson(flights)}});
    return ExitCode::kOk;
}

}  // namespace phalanx
