#include "app/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "app/output.h"
#include "app/parse.h"
#include "core/version.h"
#include "gl/context.h"
#include "render/technique.h"

namespace phalanx {
namespace {

constexpr const char* kSee = "See";
constexpr const char* kInspect = "Inspect";
constexpr const char* kMeasure = "Measure";

// Texts that are checked after CLI11 has read them.
struct Texts {
    std::string units = "auto";
    std::string formation = "phalanx";
    std::string gl;
    std::string size = "1280x720";
    std::string camera;
    std::string unit_list = "100,1000,10000";
    std::string techniques = "all";
    std::string bench_size = "1920x1080";
};

// CLI::Range lets "nan" pass: every comparison with it is false.
template <typename Number>
CLI::Validator between(Number low, Number high) {
    const auto check = [low, high](std::string& text) -> std::string {
        Number value{};
        if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return "";
        return fmt::format("{} is not a number from {} to {}", text, low, high);
    };
    return {check, fmt::format("{} to {}", low, high)};
}

// An empty name is most often a shell variable that was never set.
CLI::Validator named() {
    const auto check = [](std::string& text) -> std::string {
        return text.empty() ? "is empty; give a file's name" : "";
    };
    return {check, ""};
}

void addModels(CLI::App& command, ArmyOptions& army, bool several) {
    auto* option =
        command.add_option("MODEL", army.files,
                           several ? "model files; none: the soldier that comes with Phalanx" : "model file");
    option->check(named());
    if (!several) option->required()->expected(1);
    command
        .add_option("--hide", army.hidden_parts,
                    "leave out a part; `phalanx info MODEL` lists them (repeatable)")
        ->allow_extra_args(false);
    command.add_option("--height", army.height_m, "scale the model to this standing height, metres")
        ->check(between(0.01, 1000.0));
    command
        .add_option("--rate", army.rate_hz,
                    "bake every clip at this rate, Hz; else each at the lowest of 15, 30, 60, 120 "
                    "that errs by less than 1 mm")
        ->check(between(1.0, 1000.0));
}

void addGl(CLI::App& command, Texts& texts) {
    command.add_option("--gl", texts.gl, "use no more than this OpenGL version, 3.3 to 4.6");
}

void addCrowdSettings(CLI::App& command, ArmyOptions& army, CrowdSettings& s, Texts& texts) {
    const std::string group = "Crowd";
    const auto add = [&](const char* name, auto& value, const char* help) {
        return command.add_option(name, value, help)->group(group)->capture_default_str();
    };
    add("--formation", texts.formation, "grid, phalanx, ring or scatter");
    add("--clip", army.clip_a, "clip A, by name or #K");
    add("--blend-clip", army.clip_b, "clip B, by name or #K");
    add("--blend", s.blend, "share of B, 0 to 1; switches the automatic crossfade off")
        ->check(between(0.0, 1.0));
    add("--crossfade", s.crossfade_s,
        "fade between A and B and back by itself, each fade this many seconds; 0: off")
        ->check(between(0.0, 60.0));
    add("--speed", s.speed, "of playback")->check(between(0.0, 4.0));
    add("--speed-spread", s.speed_spread, "how much units differ in speed, 0 to 1")->check(between(0.0, 1.0));
    add("--offset", s.offset, "shift of all units, in cycles, 0 to 1")->check(between(0.0, 1.0));
    add("--offset-spread", s.offset_spread, "how much units differ in offset, 0 to 1 cycle")
        ->check(between(0.0, 1.0));
    add("--seed", s.seed, "of all that is random");
    command.add_flag("!--stand", s.march, "stay in place instead of marching by the stride")->group(group);
    addGl(command, texts);
}

std::string techniqueNames() {
    std::string names;
    for (const Technique& technique : techniques())
        names += (names.empty() ? "" : ", ") + std::string(technique.name);
    return names;
}

void addCrowd(CLI::App& command, ArmyOptions& army, CrowdOptions& crowd, Texts& texts,
              const std::string& automatic) {
    command.add_option("--units", texts.units, "number of units, 1 to 1000000, or auto: " + automatic)
        ->group("Crowd")
        ->capture_default_str();
    addCrowdSettings(command, army, crowd.settings, texts);
    command.add_option("--technique", crowd.technique, "how units are drawn: " + techniqueNames())
        ->group("Crowd")
        ->capture_default_str();
}

Formation parseFormation(const std::string& text) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < kFormationNames.size(); ++i) {
        if (text == kFormationNames[i]) return static_cast<Formation>(i);
        known.emplace_back(kFormationNames[i]);
    }
    throw usageError("--formation", fmt::format("'{}' is none of {}", text, fmt::join(known, ", ")));
}

void finishCrowd(const CLI::App& command, CrowdOptions& crowd, const Texts& texts) {
    crowd.settings.formation = parseFormation(texts.formation);
    if (command.count("--blend") > 0 && command.count("--crossfade") == 0) crowd.settings.crossfade_s = 0.0;
    findTechnique(crowd.technique);
    if (!texts.gl.empty()) crowd.gl_version = gl::parseVersion(texts.gl);
}

bool isCommand(const CLI::App& app, const std::string& word) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* c) { return c->get_name() == word; });
}

// `phalanx soldier.glb` means `phalanx run soldier.glb`; a mistyped command is not a model.
void insertRun(const CLI::App& app, std::vector<std::string>& arguments) {
    static const std::vector<std::string> kGlobal{"-h",      "--help", "--version", "-q",
                                                  "--quiet", "-v",     "--verbose"};
    std::size_t first = 0;
    while (first < arguments.size() &&
           std::find(kGlobal.begin(), kGlobal.end(), arguments[first]) != kGlobal.end())
        ++first;
    if (first == arguments.size()) {
        const bool asks = std::any_of(arguments.begin(), arguments.end(), [](const std::string& a) {
            return a == "-h" || a == "--help" || a == "--version";
        });
        if (!asks) arguments.emplace_back("run");
        return;
    }
    const std::string& word = arguments[first];
    if (isCommand(app, word)) return;
    const bool looks_like_file =
        word.find_first_of("./\\") != std::string::npos || std::filesystem::exists(word);
    if (word[0] != '-' && !looks_like_file) {
        std::vector<std::string> known;
        for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; }))
            known.push_back(c->get_name());
        const std::string near = nearestWord(word, known);
        throw usageError(
            word, fmt::format("no such command or file{}; commands are {}",
                              near.empty() ? "" : ", did you mean '" + near + "'?", fmt::join(known, ", ")));
    }
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(first), "run");
}

std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

Invocation parseCommandLine(std::vector<std::string> arguments) {
    CLI::App app(
        "Phalanx draws thousands of animated soldiers with one instanced draw call,\nand shows what each "
        "step of "
        "that costs.\n\nWithout a command: run. Results go to stdout, the log to stderr.",
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
    PoseOptions pose;
    VerifyOptions verify;
    BenchOptions bench;
    Texts texts;

    auto* run_command = app.add_subcommand("run", "the window: walk a camera through the army")->group(kSee);
    addModels(*run_command, run.army, true);
    addCrowd(*run_command, run.army, run.crowd, texts, "what this machine draws 30 times a second");
    run_command->add_option("--frames", run.frames, "end after so many frames, with a line of statistics")
        ->check(between(1, 100'000'000));
    run_command->add_option("--size", texts.size, "of the window, WIDTHxHEIGHT")->capture_default_str();
    run_command->add_option("--camera", texts.camera, "x,y,z:x,y,z: the eye and what it looks at, metres");
    run_command->add_option("--ui-scale", run.ui_scale, "size of the panel's text; default: by the display")
        ->check(between(0.5, 4.0));
    run_command->add_flag("--fullscreen", run.fullscreen, "begin in full screen");
    run_command->add_flag("!--no-vsync", run.vsync, "do not wait for the display");
    run_command->add_flag("--no-ui", run.hide_ui, "begin with the panel hidden (Tab shows it)");
    run_command->add_option("--json", run.json, "write the statistics to a file; -: stdout")->check(named());
    run_command->add_option("--dump-state", run.dump_state, "")->group("");

    auto* shot_command =
        app.add_subcommand("shot", "a picture, or the frames of a film, without a window")->group(kSee);
    addModels(*shot_command, shot.army, true);
    addCrowd(*shot_command, shot.army, shot.crowd, texts, "1500, by software rendering 600");
    shot_command
        ->add_option("-o,--output", shot.output, "PNG file; for several frames a name like f_%04d.png")
        ->check(named())
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
    bake_command->add_option("-o,--output", bake.output, "write the model as Phalanx's own file, .phx")
        ->check(named());
    bake_command->add_option("--png", bake.png, "write a picture of the animation texture")->check(named());
    bake_command->add_option("--json", bake.json, "write the statistics to a file; -: stdout")
        ->check(named());

    auto* pose_command =
        app.add_subcommand("pose", "the vertices of one pose, as the shader or exact sampling makes them")
            ->group(kInspect);
    addModels(*pose_command, pose.army, false);
    pose_command->add_option("--clip", pose.clip, "name or #K")->capture_default_str();
    pose_command->add_option("--time", pose.time_s, "seconds from the clip's first key on")
        ->capture_default_str();
    pose_command->add_option("--blend-clip", pose.blend_clip, "clip B, name or #K");
    pose_command->add_option("--blend-time", pose.blend_time_s, "seconds from B's first key on")
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
        ->check(named())
        ->required();
    addGl(*pose_command, texts);

    auto* verify_command =
        app.add_subcommand("verify", "hold every technique to CPU skinning, and the bake to exact sampling")
            ->group(kMeasure);
    addModels(*verify_command, verify.army, true);
    verify_command->add_flag("--quick", verify.quick, "few times and clips instead of all");
    verify_command->add_option("--json", verify.json, "write the table to a file; -: stdout")->check(named());
    addGl(*verify_command, texts);

    auto* bench_command =
        app.add_subcommand("bench",
                           "what each technique costs on this machine, timed in turns within one run")
            ->group(kMeasure);
    // Every unit half way between A and B, in every frame: all fetches are on, whatever the clock.
    bench.crowd.settings.crossfade_s = 0.0;
    bench.crowd.settings.blend = 0.5;
    addModels(*bench_command, bench.army, true);
    addCrowdSettings(*bench_command, bench.army, bench.crowd.settings, texts);
    bench_command->add_option("--units", texts.unit_list, "numbers of units, with commas between")
        ->capture_default_str();
    bench_command
        ->add_option("--technique", texts.techniques,
                     "all, or names with commas between: " + techniqueNames())
        ->capture_default_str();
    bench_command->add_option("--frames", bench.frames, "measured of each pair of units and technique")
        ->check(between(5, 100'000))
        ->capture_default_str();
    bench_command->add_option("--size", texts.bench_size, "WIDTHxHEIGHT")->capture_default_str();
    bench_command->add_option("--samples", bench.samples, "a pixel")
        ->check(between(1, 16))
        ->capture_default_str();
    bench_command->add_flag("--shadows", bench.shadows, "draw the shadow map too");
    bench_command->add_option("--json", bench.json, "write the table to a file; -: stdout")->check(named());
    bench_command->add_option("--csv", bench.csv, "write the table to a file")->check(named());

    insertRun(app, arguments);
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
            "", fmt::format("{}; `phalanx {}--help` tells the options", oneLine(error.what()), command));
    }
    if (quiet) invocation.log = LogLevel::kQuiet;
    if (verbose) invocation.log = LogLevel::kVerbose;

    const int gl_version = texts.gl.empty() ? 0 : gl::parseVersion(texts.gl);
    if (run_command->parsed()) {
        finishCrowd(*run_command, run.crowd, texts);
        run.crowd.units = parseUnits("--units", texts.units);
        run.size = parseSize("--size", texts.size);
        if (!texts.camera.empty()) run.camera = parseCamera("--camera", texts.camera);
        checkOutputs(run.army.files, {run.json});
        invocation.command = run;
    } else if (shot_command->parsed()) {
        finishCrowd(*shot_command, shot.crowd, texts);
        shot.crowd.units = parseUnits("--units", texts.units);
        shot.size = parseSize("--size", texts.size);
        if (!texts.camera.empty()) shot.camera = parseCamera("--camera", texts.camera);
        checkOutputPattern("--output", shot.output, shot.frames);
        checkOutputs(shot.army.files, {shot.output, shot.json});
        invocation.command = shot;
    } else if (info_command->parsed()) {
        checkOutputs(inform.army.files, {inform.json});
        invocation.command = inform;
    } else if (bake_command->parsed()) {
        checkOutputs(bake.army.files, {bake.output, bake.png, bake.json});
        invocation.command = bake;
    } else if (pose_command->parsed()) {
        findTechnique(pose.technique);
        pose.gl_version = gl_version;
        checkOutputs(pose.army.files, {pose.output});
        invocation.command = pose;
    } else if (bench_command->parsed()) {
        finishCrowd(*bench_command, bench.crowd, texts);
        bench.units = parseUnitList("--units", texts.unit_list);
        bench.techniques = parseTechniques(texts.techniques);
        bench.size = parseSize("--size", texts.bench_size);
        checkOutputs(bench.army.files, {bench.json, bench.csv});
        invocation.command = bench;
    } else {
        verify.gl_version = gl_version;
        checkOutputs(verify.army.files, {verify.json});
        invocation.command = verify;
    }
    return invocation;
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
        ExitCode operator()(const PoseOptions& o) const { return poseCommand(o); }
        ExitCode operator()(const VerifyOptions& o) const { return verifyCommand(o); }
        ExitCode operator()(const BenchOptions& o) const { return benchCommand(o); }
    };
    return std::visit(Visitor{}, invocation.command);
}

}  // namespace phalanx
