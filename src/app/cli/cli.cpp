#include "app/cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/cli_bench.h"
#include "app/cli/cli_figure.h"
#include "app/cli/cli_options.h"
#include "app/cli/cli_scene.h"
#include "app/cli/cli_words.h"
#include "app/cli/output.h"
#include "app/cli/parse.h"
#include "app/scene/user_settings.h"
#include "core/version.h"
#include "gl/context/context.h"

namespace phalanx {
namespace {

constexpr const char* kSee = "See";
constexpr const char* kInspect = "Inspect";
constexpr const char* kMeasure = "Measure";

void requireContainerName(const std::string& output) {
    if (isContainer(output)) return;
    throw usageError("--output",
                     fmt::format("'{}' must end in .phx, or nobody will know what it holds", output));
}

// `complete`: the options of the scene, where there is one, and of the user's settings are among the
// arguments.
Invocation parse(std::vector<std::string> arguments, const Scene* scene, bool complete) {
    CLI::App app(
        "Phalanx draws thousands of animated soldiers with one instanced draw call,\nand shows what each "
        "step of that costs.\n\nWithout a command: run. Results go to stdout, the log to stderr.",
        "phalanx");
    app.require_subcommand(0, 1);
    app.set_version_flag("--version", fmt::format("phalanx {} ({})", kVersion, kCommit));
    bool quiet = false;
    bool verbose = false;
    app.add_flag("-q,--quiet", quiet, "log warnings and errors only");
    app.add_flag("-v,--verbose", verbose, "log more");
    app.fallthrough();
    app.footer(
        "Exit codes: 0 done, 1 a check failed, 2 usage, 3 a file cannot be used, 4 display, GL or disk.\n"
        "`phalanx COMMAND --help` tells a command's options.");

    RunOptions run;
    ShotOptions shot;
    InfoOptions inform;
    BakeOptions bake;
    FigureOptions figure;
    SwitchesOptions switches;
    ConvertOptions convert;
    PoseOptions pose;
    VerifyOptions verify;
    BenchOptions bench;
    DiagnoseOptions diagnose;
    Texts texts;

    auto* run_command = app.add_subcommand("run", "the window: walk a camera through the army")->group(kSee);
    addModels(*run_command, run.army, true);
    addBaking(*run_command, run.army);
    addCrowd(*run_command, run.army, run.crowd, texts, "what this machine draws 30 times a second");
    addDetail(*run_command, run.crowd);
    addRenderScale(*run_command, run.crowd);
    addFrameBudget(*run_command, run.crowd);
    addPace(*run_command, run.crowd);
    run.army.detail = true;
    addWindow(*run_command, run, texts);

    auto* shot_command =
        app.add_subcommand("shot", "a picture, or the frames of a film, without a window")->group(kSee);
    addModels(*shot_command, shot.army, true);
    addBaking(*shot_command, shot.army);
    addCrowd(*shot_command, shot.army, shot.crowd, texts, "1500, by software rendering 600");
    addDetail(*shot_command, shot.crowd);
    addRenderScale(*shot_command, shot.crowd);
    shot_command
        ->add_option("-o,--output", shot.output, "PNG file; for several frames a name like f_%04d.png")
        ->check(fileAlone())
        ->required();
    shot_command->add_option("--size", texts.size, "WIDTHxHEIGHT")->capture_default_str();
    shot_command->add_option("--time", shot.time_s, "of the first picture, seconds")
        ->check(between(0.0, 1e6))
        ->capture_default_str();
    shot_command->add_option("--frames", shot.frames, "number of pictures")
        ->check(between(1, 100'000))
        ->capture_default_str();
    shot_command->add_option("--fps", shot.fps, "pictures a second of the army's time")
        ->check(between(1.0, 1000.0))
        ->capture_default_str();
    shot_command->add_option("--camera", texts.camera, "x,y,z:x,y,z: the eye and what it looks at, metres");
    shot_command->add_flag("--orbit", shot.orbit, "the camera goes once around over all pictures");
    shot_command->add_option("--json", shot.json, "write what was drawn to a file; -: stdout")
        ->check(named());

    auto* info_command = app.add_subcommand("info", "what is in a model file")->group(kInspect);
    addModels(*info_command, inform.army, false);
    info_command->add_option("--json", inform.json, "write it to a file; -: stdout")->check(named());

    auto* bake_command =
        app.add_subcommand("bake", "bake a model's clips: statistics, the result, a picture of it")
            ->group(kInspect);
    addModels(*bake_command, bake.army, false);
    addBaking(*bake_command, bake.army);
    bake_command->add_option("-o,--output", bake.output, "write the model as Phalanx's own file, .phx")
        ->check(fileAlone());
    bake_command->add_option("--png", bake.png, "write a picture of the animation texture")
        ->check(fileAlone());
    bake_command->add_flag("--compare", bake.compare,
                           "measure every rate, encoding and lookup side by side, --rate among them");
    bake_command->add_option("--json", bake.json, "write the statistics to a file; -: stdout")
        ->check(named());

    auto* figure_command = addFigure(app, figure)->group(kInspect);

    auto* switches_command =
        app.add_subcommand(
               "switches",
               "what nearest frames, fewer weights and encodings change, and what a crossfade loses")
            ->group(kMeasure);
    addModels(*switches_command, switches.army, false);
    addBaking(*switches_command, switches.army);
    switches_command->add_option("--clip", switches.army.clip_a,
                                 "name or #K: with --blend-clip the pair that is shown by itself");
    switches_command->add_option("--blend-clip", switches.army.clip_b, "name or #K");
    switches_command->add_option("--json", switches.json, "write the tables to a file; -: stdout")
        ->check(named());

    auto* convert_command =
        app.add_subcommand("convert", "write a model as Phalanx's own file, .phx, which loads without import")
            ->group(kInspect);
    addModels(*convert_command, convert.army, false);
    convert_command->add_option("-o,--output", convert.output, "file to write, .phx")
        ->check(fileAlone())
        ->required();

    auto* pose_command =
        app.add_subcommand("pose", "the vertices of one pose, as the shader or exact sampling makes them")
            ->group(kInspect);
    addModels(*pose_command, pose.army, false);
    addBaking(*pose_command, pose.army);
    pose_command->add_option("--clip", pose.clip, "name or #K")->capture_default_str();
    pose_command->add_option("--time", pose.time_s, "seconds from the clip's first key on")
        ->check(between(-1e6, 1e6))
        ->capture_default_str();
    pose_command->add_option("--blend-clip", pose.blend_clip, "clip B, name or #K");
    pose_command->add_option("--blend-time", pose.blend_time_s, "seconds from B's first key on")
        ->check(between(-1e6, 1e6))
        ->capture_default_str();
    pose_command->add_option("--blend", pose.blend, "share of B, 0 to 1")
        ->check(between(0.0, 1.0))
        ->capture_default_str();
    auto* technique =
        pose_command->add_option("--technique", pose.technique, "the technique whose shader skins")
            ->capture_default_str();
    pose_command
        ->add_flag("--exact", pose.exact, "exact sampling on the CPU instead; crossfades by local slerp")
        ->excludes(technique);
    pose_command->add_option("-o,--output", pose.output, "OBJ file, in the model file's own units and axes")
        ->check(fileAlone())
        ->required();
    addSkin(*pose_command, pose.skin);
    addGl(*pose_command, texts);

    auto* verify_command =
        app.add_subcommand("verify", "hold every technique to CPU skinning, and the bake to exact sampling")
            ->group(kMeasure);
    addModels(*verify_command, verify.army, true);
    addBaking(*verify_command, verify.army);
    verify_command->add_flag("--quick", verify.quick, "few times and clips instead of all");
    verify_command->add_option("--json", verify.json, "write the table to a file; -: stdout")->check(named());
    addSkin(*verify_command, verify.skin);
    addGl(*verify_command, texts);

    auto* bench_command = addBench(app, bench, texts)->group(kMeasure);

    auto* diagnose_command =
        app.add_subcommand("diagnose",
                           "what limits a frame on this machine: CPU submit, vertices, triangles or pixels")
            ->group(kMeasure);
    diagnose.crowd.settings.crossfade_s = 0.0;
    diagnose.crowd.settings.blend = 0.5;
    addModels(*diagnose_command, diagnose.army, true);
    addBaking(*diagnose_command, diagnose.army);
    addCrowd(*diagnose_command, diagnose.army, diagnose.crowd, texts, "1000, by software rendering 100");
    diagnose_command->get_option("--technique")->description("how units are drawn: " + techniqueNames());
    diagnose_command->add_option("--frames", diagnose.frames, "measured of each variant of the frame")
        ->check(between(5, 100'000))
        ->capture_default_str();
    diagnose_command->add_option("--size", texts.bench_size, "WIDTHxHEIGHT")->capture_default_str();
    diagnose_command->add_option("--samples", diagnose.samples, "a pixel")
        ->check(between(1, 16))
        ->capture_default_str();
    diagnose_command->add_flag("--shadows", diagnose.shadows, "draw the shadow map too");
    diagnose_command->add_option("--json", diagnose.json, "write the result to a file; -: stdout")
        ->check(named());

    insertRun(app, arguments);
    const std::vector<std::string> given = arguments;
    Invocation invocation;
    try {
        std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
        app.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        invocation.command = NothingToDo{chosen.empty() ? app.help() : chosen.front()->help()};
        return invocation;
    } catch (const CLI::CallForVersion& version) {
        invocation.command = NothingToDo{std::string(version.what()) + "\n"};
        return invocation;
    } catch (const CLI::ParseError& error) {
        const auto chosen = app.get_subcommands();
        const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
        throw usageError(
            "", fmt::format("{}; `phalanx {}--help` tells the options", inOurWords(error.what()), command));
    }
    refuseEmptyValues(app);
    if (quiet) invocation.log = LogLevel::kQuiet;
    if (verbose) invocation.log = LogLevel::kVerbose;

    const int gl_version = texts.gl.empty() ? 0 : gl::parseVersion(texts.gl);
    if (run_command->parsed() && !complete) {
        const bool has_scene = texts.last || !texts.scene.empty();
        const Scene read =
            has_scene ? readScene(texts.last ? requireLastSession() : findScene(texts.scene)) : Scene{};
        const Scene settings = leftOpen(readUserSettings(), read);
        const std::vector<std::string> all =
            withScene(*run_command, withScene(*run_command, given, read), settings);
        try {
            return parse(all, has_scene ? &read : nullptr, true);
        } catch (const Error& error) {
            if (isAbout(settings, error)) throw atPlaceInScene(settings, error);
            if (!has_scene) throw;
            throw atPlaceInScene(read, error);
        }
    }
    if (run_command->parsed()) {
        if (scene != nullptr) run.scene = *scene;
        finishCrowd(*run_command, run.crowd, texts);
        run.crowd.units = parseUnits("--units", texts.units);
        run.size = parseSize("--size", texts.size);
        if (!texts.camera.empty()) run.camera = parseCamera("--camera", texts.camera);
        checkOutputs(inputFiles(run.army), {run.json});
        invocation.command = run;
    } else if (shot_command->parsed()) {
        finishCrowd(*shot_command, shot.crowd, texts);
        shot.crowd.units = parseUnits("--units", texts.units);
        shot.size = parseSize("--size", texts.size);
        if (!texts.camera.empty()) shot.camera = parseCamera("--camera", texts.camera);
        checkOutputPattern("--output", shot.output, shot.frames);
        checkOutputs(inputFiles(shot.army), {shot.output, shot.json});
        invocation.command = shot;
    } else if (info_command->parsed()) {
        checkOutputs(inputFiles(inform.army), {inform.json});
        invocation.command = inform;
    } else if (bake_command->parsed()) {
        if (!bake.output.empty()) requireContainerName(bake.output);
        checkOutputs(inputFiles(bake.army), {bake.output, bake.png, bake.json});
        invocation.command = bake;
    } else if (figure_command->parsed()) {
        finishFigure(figure);
        invocation.command = figure;
    } else if (switches_command->parsed()) {
        checkOutputs(inputFiles(switches.army), {switches.json});
        invocation.command = switches;
    } else if (convert_command->parsed()) {
        requireContainerName(convert.output);
        checkOutputs(inputFiles(convert.army), {convert.output});
        invocation.command = convert;
    } else if (pose_command->parsed()) {
        checkTechniqueName(pose.technique, false);
        pose.gl_version = gl_version;
        checkOutputs(inputFiles(pose.army), {pose.output});
        invocation.command = pose;
    } else if (bench_command->parsed()) {
        finishBench(*bench_command, bench, texts);
        invocation.command = bench;
    } else if (diagnose_command->parsed()) {
        finishCrowd(*diagnose_command, diagnose.crowd, texts);
        diagnose.crowd.units = parseUnits("--units", texts.units);
        refuseAuto(diagnose.crowd.technique, "diagnose");
        diagnose.size = parseSize("--size", texts.bench_size);
        checkOutputs(inputFiles(diagnose.army), {diagnose.json});
        invocation.command = diagnose;
    } else {
        verify.gl_version = gl_version;
        checkOutputs(inputFiles(verify.army), {verify.json});
        invocation.command = verify;
    }
    return invocation;
}

}  // namespace

Invocation parseCommandLine(std::vector<std::string> arguments) {
    return parse(std::move(arguments), nullptr, false);
}

ExitCode execute(const Invocation& invocation) {
    struct Visitor {
        ExitCode operator()(const NothingToDo& nothing) const {
            printResult(nothing.text);
            return ExitCode::kOk;
        }
        ExitCode operator()(const RunOptions& o) const { return runCommand(o); }
        ExitCode operator()(const ShotOptions& o) const { return shotCommand(o); }
        ExitCode operator()(const InfoOptions& o) const { return infoCommand(o); }
        ExitCode operator()(const BakeOptions& o) const { return bakeCommand(o); }
        ExitCode operator()(const FigureOptions& o) const { return figureCommand(o); }
        ExitCode operator()(const SwitchesOptions& o) const { return switchesCommand(o); }
        ExitCode operator()(const ConvertOptions& o) const { return convertCommand(o); }
        ExitCode operator()(const PoseOptions& o) const { return poseCommand(o); }
        ExitCode operator()(const VerifyOptions& o) const { return verifyCommand(o); }
        ExitCode operator()(const BenchOptions& o) const { return benchCommand(o); }
        ExitCode operator()(const DiagnoseOptions& o) const { return diagnoseCommand(o); }
    };
    return std::visit(Visitor{}, invocation.command);
}

}  // namespace phalanx
