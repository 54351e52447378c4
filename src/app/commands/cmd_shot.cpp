// `phalanx shot`: pictures without a window.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/army/framing.h"
#include "app/army/stage.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "asset/image.h"
#include "core/log.h"
#include "core/stopwatch.h"
#include "gl/context/debug.h"
#include "gl/context/headless.h"
#include "gl/objects/readback.h"
#include "render/frame/targets.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kDefaultUnits = 1500;
constexpr std::uint32_t kDefaultSoftwareUnits = 600;

// "f_%04d.png" with 7 -> "f_0007.png". The pattern was checked when the command line was read.
std::string frameFile(const std::string& pattern, int frame) {
    const std::size_t percent = pattern.find('%');
    if (percent == std::string::npos) return pattern;
    const std::size_t d = pattern.find('d', percent);
    const std::string width = pattern.substr(percent + 1, d - percent - 1);
    const int digits = width.empty() ? 0 : std::stoi(width);
    return pattern.substr(0, percent) + fmt::format("{:0{}}", frame, std::max(1, digits)) +
           pattern.substr(d + 1);
}

Camera orbited(const Camera& camera, double turn) {
    Camera result = camera;
    const glm::dvec3 from_target = camera.eye - camera.target;
    const double angle = turn * 2.0 * glm::pi<double>();
    result.eye = camera.target +
                 glm::dvec3(std::cos(angle) * from_target.x + std::sin(angle) * from_target.z, from_target.y,
                            std::cos(angle) * from_target.z - std::sin(angle) * from_target.x);
    return result;
}

// Frames of a pattern are files like any other: none may be a model or the JSON.
void checkFrames(const ShotOptions& options) {
    if (options.frames == 1) return;
    for (int frame = 0; frame < options.frames; ++frame)
        checkOutputs(inputFiles(options.army), {frameFile(options.output, frame), options.json});
}

void spareSideFiles(const std::vector<LoadedModel>& models, const ShotOptions& options) {
    for (const LoadedModel& loaded : models) {
        if (loaded.model.side_files.empty()) continue;
        checkSideFiles(loaded.model, {options.json});
        for (int frame = 0; frame < options.frames; ++frame)
            checkSideFiles(loaded.model, {frameFile(options.output, frame)});
    }
}

}  // namespace

ExitCode shotCommand(const ShotOptions& options) {
    checkFrames(options);
    requireWritable(options.output);
    requireWritable(options.json);
    const gl::HeadlessContext context({options.crowd.gl_version, gl::debugOutputWanted()});
    if (gl::debugOutputWanted()) gl::installDebugOutput(context.capabilities());
    info("{} by {}", gl::describe(context.capabilities()), context.origin());
    requireDetail(context.capabilities(), options.crowd);

    ArmyOptions army = options.army;
    army.detail = options.crowd.cull || options.crowd.lod_error_px > 0.0;
    const std::vector<LoadedModel> models = loadModels(army);
    spareSideFiles(models, options);
    const double aspect = static_cast<double>(options.size.x) / options.size.y;
    CrowdSettings settings = options.crowd.settings;
    settings.units =
        options.crowd.units.value_or(context.capabilities().software ? kDefaultSoftwareUnits : kDefaultUnits);
    Stage stage(context.capabilities(), models, makeCrowd(models, options.army, settings, 0),
                options.crowd.skin);
    takeDetail(options.crowd, stage.render);
    stage.takeTechnique(options.crowd.technique, models, options.crowd.skin);
    const PlainTarget picture(context.capabilities(), GL_RGBA8, options.size.x, options.size.y, false,
                              "picture");

    // The clock carries a crowd over six days at most: on the way to a later picture it is rebased day by
    // day.
    constexpr double kDay_s = 24.0 * 3600.0;
    for (int day = 1; day * kDay_s < options.time_s; ++day)
        stage.crowd.advance(ticksFromSeconds(day * kDay_s));
    const Ticks first = ticksFromSeconds(options.time_s);
    const Camera still = options.camera.value_or(defaultCamera(stage.crowd, first, aspect));
    const glm::dvec3 start = marchOffset(stage.crowd, first);
    for (int frame = 0; frame < options.frames; ++frame) {
        const Ticks now = ticksFromSeconds(options.time_s + frame / options.fps);
        stage.crowd.advance(now);
        Camera camera = options.orbit ? orbited(still, static_cast<double>(frame) / options.frames) : still;
        if (!options.camera) {
            const glm::dvec3 gone = marchOffset(stage.crowd, now) - start;
            camera.eye += gone;
            camera.target += gone;
        }
        stage.renderer.draw(stage.gpu_models, stage.crowd, camera, stage.render, now, options.size.x,
                            options.size.y);
        stage.renderer.present(picture.framebuffer());
        gl::Pixels pixels = gl::readPixels(picture.framebuffer(), options.size.x, options.size.y);
        const std::string file = frameFile(options.output, options.frames > 1 ? frame : 0);
        writePng(file, pixels.width, pixels.height, 4, pixels.rgba8);
    }
    const FrameStats& stats = stage.renderer.settledStats();
    const std::string shown = options.frames > 1 ? fmt::format("{} pictures, the first is {}", options.frames,
                                                               frameFile(options.output, 0))
                                                 : options.output;
    if (options.json != "-") {
        printResult(fmt::format("{}: {} units, {} of them in view, {} triangles, {} draw calls\n", shown,
                                stats.units, stats.visible, stats.triangles, stats.draws));
    }
    writeJson(options.json, {{"file", options.output},
                             {"frames", options.frames},
                             {"units", stats.units},
                             {"select", stats.selected_by_gpu ? "gpu" : "cpu"},
                             {"visible", stats.visible},
                             {"shadow_visible", stats.shadow_visible},
                             {"level_units", stats.level_units},
                             {"technique", options.crowd.technique},
                             {"drawn_by", stats.technique},
                             {"triangles", stats.triangles},
                             {"draws", stats.draws},
                             {"unit_draws", stats.unit_draws},
                             {"gl", gl::describe(context.capabilities())},
                             {"gl_problems", driverProblems()}});
    return ExitCode::kOk;
}

}  // namespace phalanx
