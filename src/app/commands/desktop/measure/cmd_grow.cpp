// `phalanx grow`: the longest frame while the army grows, as it does when the slider in the window is
// dragged.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/army/background_layout.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/commands/desktop/offscreen.h"
#include "app/commands/shared_options.h"
#include "app/measure/frame_timer.h"
#include "app/measure/govern.h"
#include "app/measure/lod_error_tally.h"
#include "core/stopwatch.h"
#include "core/version.h"
#include "render/pacing/detail_governor.h"

namespace phalanx {
namespace {

constexpr int kWarmUp = 8;
constexpr int kStepsATenfold = 8;

struct Step {
    std::uint32_t units = 0;
    int frames = 0;           // until the army was replaced, and some more
    double longest_ms = 0.0;  // of those frames, waited for
    double laying_ms = 0.0;   // part of that frame for applying the new size
    FrameStats longest;       // of that frame
    double last_ms = 0.0;
    LodErrorTally error;
};

// From the first number to the last by equal factors, then back and forth in one step each.
std::vector<std::uint32_t> growth(std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> sizes;
    const double factor = static_cast<double>(last) / first;
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(std::log10(factor)) * kStepsATenfold)));
    for (int i = 1; i <= steps; ++i) {
        const double units = first * std::pow(factor, static_cast<double>(i) / steps);
        const auto rounded = static_cast<std::uint32_t>(std::llround(units));
        if (sizes.empty() || sizes.back() != rounded) sizes.push_back(rounded);
    }
    sizes.push_back(first);
    sizes.push_back(last);
    return sizes;
}

struct Growth {
    double first_frame_ms = 0.0;  // end of the first frame, since the start of the process
    std::vector<Step> steps;
};

Growth grow(Stage& stage, CrowdSettings settings, const GrowOptions& options) {
    const glm::ivec2 size = options.settings.view.size;
    TimedFrame wanted{stage.render, size};
    wanted.request.at_once = false;  // as in a window
    FrameTimer timer(stage, size, kWarmUp);
    settings.units = options.units.front();
    stage.crowd.apply(settings, 0);
    timer.aim();
    Growth seen;
    Step& start = seen.steps.emplace_back();
    start.units = settings.units;
    for (int i = 0; i < kWarmUp; ++i) {
        const Stopwatch watch;
        timer.frame(wanted);
        glFinish();
        if (i == 0) {
            seen.first_frame_ms = sinceStart_ms();
            continue;
        }
        start.last_ms = watch.elapsed_ms();
        start.longest_ms = std::max(start.longest_ms, start.last_ms);
        start.error.add(stage.renderer.stats().lod_error_px);
        ++start.frames;
    }
    BackgroundLayout layout;
    DetailGovernor governor;
    const bool timers = stage.renderer.capabilities().gpuClock();
    std::vector<Step>& steps = seen.steps;
    for (const std::uint32_t units : growth(options.units.front(), options.units.back())) {
        settings.units = units;
        Step& step = steps.emplace_back();
        step.units = units;
        // Large armies are laid out in the background while frames continue.
        for (int left = options.frames; left > 0;) {
            const Stopwatch watch;
            const bool there = stage.crowd.size() == units;
            if (layout.carryOut(stage.crowd, settings, timer.now())) stage.renderer.forgetUnits();
            const double lay_ms = watch.elapsed_ms();
            if (!there && stage.crowd.size() == units) timer.aim();
            govern(governor, {stage.render.lod_error_px, stage.render.frame_budget_ms, Pace::kFree},
                   wanted.request);
            timer.frame(wanted);
            glFinish();
            step.last_ms = watch.elapsed_ms();
            governor.add(stage.renderer.stats(), timers, step.last_ms - lay_ms);
            step.error.add(stage.renderer.stats().lod_error_px);
            ++step.frames;
            if (step.last_ms > step.longest_ms) {
                step.longest_ms = step.last_ms;
                step.laying_ms = lay_ms;
                step.longest = stage.renderer.stats();
            }
            if (stage.crowd.size() == units) --left;
        }
    }
    return seen;
}

nlohmann::json stepsJson(const std::vector<Step>& steps) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Step& step : steps) {
        rows.push_back(
            {{"units", step.units},
             {"frames", step.frames},
             {"longest_ms", step.longest_ms},
             {"layout_ms", step.laying_ms},
             {"longest_of",
              {{"triangles", step.longest.triangles},
               {"draws", step.longest.draws},
               {"uploaded", step.longest.bytes_uploaded},
               {"selected_by_gpu", step.longest.selected_by_gpu},
               {"programs_building", step.longest.programs_building},
               {"impostors_busy", step.longest.impostors_busy}}},
             {"last_ms", step.last_ms},
             {"lod_error_in_force_px", {{"mean", step.error.mean_px()}, {"most", step.error.most_px()}}}});
    }
    return rows;
}

}  // namespace

void declareOptions(OptionSet& set, GrowOptions& options) {
    setMoving(options.settings);
    options.technique_list = "texture";
    options.unit_list = "100,10000";
    declareMeasurement(set, options,
                       {.units = "The first and the last number of units, separated by a comma.",
                        .technique = "One of " + techniqueNames() + ", auto.",
                        .frames = "Frames measured at each size."});
    set.group(kDetailGroup, options.settings);
    set.setting("frame-budget", options.settings);
}

void finishOptions(const OptionSet& set, GrowOptions& options) {
    finishMeasurement(set, options);
    if (options.units.size() != 2 || options.units.front() >= options.units.back())
        throw usageError("--units", "grow needs two numbers, the second larger than the first");
    if (options.techniques.size() > 1)
        throw usageError("--technique", "grow measures one technique; give one");
    checkOutputs(inputFiles(options.settings.army), {options.json});
}

ExitCode run(const GrowOptions& options) {
    OffscreenArmy army(options, {.outputs = {options.json}, .units = options.units.front()});
    const gl::Capabilities& capabilities = army.context.capabilities();
    Stage& stage = army.stage;
    const RenderSettings& render = options.settings.render;
    const glm::ivec2 size = options.settings.view.size;
    const std::string& technique = options.techniques.front();
    stage.takeTechnique(technique, army.models, options.skin());
    const Growth seen = grow(stage, army.crowd, options);
    const Step& longest = *std::ranges::max_element(seen.steps, {}, &Step::longest_ms);
    const std::string machine = fmt::format(
        "{}, {}x{}, {} samples, shadows {}, technique {}, from {} to {} units, phalanx {} ({})",
        gl::describe(capabilities), size.x, size.y, render.samples, render.environment.shadows ? "on" : "off",
        technique, options.units.front(), options.units.back(), kVersion, kCommit);
    if (options.json != "-") {
        printResult(fmt::format(
            "{}\nfirst frame {:.0f} ms after the start\n"
            "longest frame {:.1f} ms, while growing to {} units; {:.1f} ms of it for the new layout\n",
            machine, seen.first_frame_ms, longest.longest_ms, longest.units, longest.laying_ms));
    }
    writeJson(options.json, {{"machine", machine},
                             {"gl", gl::describe(capabilities)},
                             {"lod_error_px", render.lod_error_px},
                             {"frame_budget_ms", render.frame_budget_ms},
                             {"first_frame_ms", seen.first_frame_ms},
                             {"longest_frame_ms", longest.longest_ms},
                             {"longest_frame_units", longest.units},
                             {"longest_frame_laying_ms", longest.laying_ms},
                             {"steps", stepsJson(seen.steps)}});
    return ExitCode::kOk;
}

}  // namespace phalanx
