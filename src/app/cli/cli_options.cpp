#include "app/cli/cli_options.h"

#include <array>
#include <limits>

#include "app/cli/cli_scene.h"
#include "app/cli/parse.h"
#include "core/child_process.h"
#include "core/error.h"
#include "gl/context/context.h"
#include "render/techniques/technique.h"

namespace phalanx {

// An empty name is most often a shell variable that was never set.
CLI::Validator named() {
    const auto check = [](std::string& text) -> std::string {
        return text.empty() ? "is empty; give a file's name" : "";
    };
    return {check, ""};
}

CLI::Validator fileAlone() {
    const auto check = [](std::string& text) -> std::string {
        if (text == "-") return "'-' is stdout elsewhere, but this goes to a file alone; give its name";
        return text.empty() ? "is empty; give a file's name" : "";
    };
    return {check, ""};
}

namespace {

// A number of megabytes into bytes.
template <typename Bytes>
void addMegabytes(CLI::App& command, const char* name, Bytes& bytes, const char* help) {
    constexpr Bytes kMegabyte = Bytes{1} << 20U;
    command
        .add_option_function<std::uint64_t>(
            name, [&bytes](std::uint64_t value) { bytes = value * kMegabyte; }, help)
        ->check(between<std::uint64_t>(1, 1'000'000))
        ->default_str(fmt::format("{}", bytes / kMegabyte))
        ->type_name("MB")
        ->group("Import");
}

// One of named values.
template <typename Value, std::size_t Count, typename Target>
CLI::Option* addChoice(CLI::App& command, const char* name, Target& target,
                       const std::array<Value, Count>& values, const char* help) {
    std::string known;
    for (const Value value : values) known += (known.empty() ? "" : ", ") + std::string(nameOf(value));
    return command.add_option_function<std::string>(
        name,
        [&target, values, known, name](const std::string& text) {
            for (const Value value : values) {
                if (nameOf(value) != text) continue;
                target = value;
                return;
            }
            throw usageError(name, fmt::format("'{}' is none of {}", text, known));
        },
        fmt::format("{}: {}", help, known));
}

void addImport(CLI::App& command, ArmyOptions& army) {
    const std::string group = "Import";
    army.importer = ownExecutable();
    command
        .add_flag_callback(
            "--trust", [&army] { army.importer.clear(); },
            "import in this process: no limits, and a broken file may take the program down")
        ->group(group);
    addMegabytes(command, "--import-size", army.max_file_bytes, "largest file that is read");
    addMegabytes(command, "--import-memory", army.limits.memory_bytes, "most memory that an import may take");
    command.add_option("--import-cpu", army.limits.cpu_s, "most processor time of an import, seconds")
        ->check(between<std::uint64_t>(1, 100'000))
        ->capture_default_str()
        ->group(group);
    command.add_option("--import-time", army.limits.wall_s, "longest import, seconds")
        ->check(between(0.1, 100'000.0))
        ->capture_default_str()
        ->group(group);
}

}  // namespace

void addModels(CLI::App& command, ArmyOptions& army, bool several) {
    auto* option =
        command.add_option("MODEL", army.files,
                           several ? "model files; none: the soldier that comes with Phalanx" : "model file");
    option->check(named());
    if (!several) option->required()->expected(1);
    command
        .add_option("--clips", army.clip_files,
                    "play the clips of this file too, by the names of its nodes (repeatable)")
        ->check(named())
        ->allow_extra_args(false);
    command
        .add_option("--hide", army.hidden_parts,
                    "leave out a part; `phalanx info MODEL` lists them (repeatable)")
        ->allow_extra_args(false);
    command.add_option("--height", army.height_m, "scale the model to this standing height, metres")
        ->check(between(0.01, 1000.0));
    addImport(command, army);
}

void addBaking(CLI::App& command, ArmyOptions& army) {
    command
        .add_option("--rate", army.rate_hz,
                    "bake every clip at this rate, Hz; else each at the lowest of 15, 30, 60, 120 "
                    "that errs by less than 1 mm")
        ->check(between(1.0, 1000.0));
    addChoice(command, "--encoding", army.encoding, kEncodings,
              "of the animation texture: floats, half floats, or rotation and place");
}

void addDetail(CLI::App& command, CrowdOptions& crowd) {
    const std::string group = "Detail";
    command.add_flag("--cull,!--no-cull", crowd.cull, "draw only units that are in view; on by default")
        ->group(group);
    command
        .add_option(
            "--lod-error", crowd.lod_error_px,
            "pixels by which a far unit's surface may be off, to be drawn with fewer triangles; 0: none may")
        ->check(between(0.0, 64.0))
        ->group(group)
        ->capture_default_str();
    static constexpr std::array kSelects{Select::kAuto, Select::kCpu, Select::kGpu};
    addChoice(command, "--select", crowd.select, kSelects,
              "who finds out which units are in view: the CPU, or compute shaders of the GPU (GL 4.3); auto: "
              "the GPU, of crowds from 5000 on")
        ->group(group);
    static constexpr std::array kOcclusions{Occlusion::kOff, Occlusion::kOn, Occlusion::kAuto};
    addChoice(command, "--occlusion", crowd.occlusion, kOcclusions,
              "where the GPU chooses, leave out units that others hide; auto: as long as it hides enough")
        ->group(group);
    static constexpr std::array kUses{ImpostorUse::kAuto, ImpostorUse::kOff, ImpostorUse::kOn};
    addChoice(command, "--impostors", crowd.impostors, kUses,
              "draw units that are a few pixels high as pictures of themselves, which are made at the start; "
              "auto: in crowds from 2000 on; not without --lod-error")
        ->group(group);
    command
        .add_option("--shadow-cascades", crowd.shadow_cascades,
                    "at most so many shadow maps, each eight times as wide as the one before, as far as the "
                    "army reaches; 1: one, around what the camera looks at")
        ->check(between(1, PH_SHADOW_MAPS))
        ->group(group)
        ->capture_default_str();
}

void addRenderScale(CLI::App& command, CrowdOptions& crowd) {
    command
        .add_option(
            "--render-scale", crowd.render_scale,
            "draw the scene at this share of the size, per axis, and scale it up: 0.5 draws a quarter of the "
            "pixels")
        ->check(between(kLeastRenderScale, 1.0))
        ->group("Detail")
        ->capture_default_str();
}

void addFrameBudget(CLI::App& command, CrowdOptions& crowd) {
    const auto check = [](std::string& text) -> std::string {
        double value = 0.0;
        const bool number = CLI::detail::lexical_cast(text, value);
        if (number && (value == 0.0 || (value >= 1.0 && value <= 1000.0))) return "";
        return fmt::format("{} is neither 0 nor a number of milliseconds from 1 to 1000", text);
    };
    command
        .add_option("--frame-budget", crowd.frame_budget_ms,
                    "milliseconds that a frame is to keep to: where frames take longer, up to six times the "
                    "--lod-error, which then counts as half a pixel at least; 0: frames take what they take")
        ->check(CLI::Validator(check, "0, or 1 to 1000"))
        ->group("Detail")
        ->capture_default_str();
}

void addPace(CLI::App& command, CrowdOptions& crowd) {
    static constexpr std::array kPaces{Pace::kSteady, Pace::kFree};
    addChoice(command, "--pace", crowd.pace, kPaces,
              "steady: where a frame would take over 1.3 times as long as most of the last 600 do, up to six "
              "times the --lod-error; by the GPU's own times, so not by software rendering")
        ->group("Detail");
}

void addFlightPath(CLI::App& command, BenchOptions& bench) {
    static constexpr std::array kPaths{FlightPath::kOver, FlightPath::kThrough};
    addChoice(command, "--flight-path", bench.flight_path, kPaths,
              "of --flight: from above down through the army, or at the height of eyes all the way");
    command
        .add_option("--frames-ahead", bench.frames_ahead,
                    "of --flight: how many frames the CPU may be ahead of the GPU, in a window 1; 0: each is "
                    "waited for")
        ->check(between(0, 3))
        ->capture_default_str();
}

void addSkin(CLI::App& command, SkinOptions& skin) {
    const std::string group = "Poses";
    SkinSettings& s = skin.settings;
    static constexpr std::array kPaths{FetchPath::kTexture2d, FetchPath::kBuffer};
    static constexpr std::array kLookups{FrameLookup::kLinear, FrameLookup::kNearest};
    static constexpr std::array kFormats{VertexFormat::kUnorm16, VertexFormat::kHalf};
    addChoice(
        command, "--fetch", skin.fetch, kPaths,
        "texels from a 2D texture or a buffer texture; default: the faster one, as measured at the start")
        ->group(group);
    addChoice(command, "--lookup", s.switches.lookup, kLookups,
              "blend the frames around the moment, or take the nearest")
        ->group(group);
    command.add_option("--weights", s.switches.weights, "joints that move a vertex: 1, 2 or 4")
        ->check(CLI::Validator(
            [](std::string& text) -> std::string {
                const bool known = text == "1" || text == "2" || text == "4";
                if (text.empty()) return "is given no value";
                return known ? "" : fmt::format("{} is none of 1, 2, 4", text);
            },
            "1, 2 or 4"))
        ->group(group)
        ->capture_default_str();
    command
        .add_flag("--single-clip", s.switches.single_clip,
                  "show only the clip that weighs more: half the fetches")
        ->group(group);
    command.add_option("--batch", s.batch, "units a draw, technique texture-draws")
        ->check(between<std::uint32_t>(1, 1'000'000))
        ->group(group)
        ->capture_default_str();
    command.add_flag("--multi-draw", s.multi_draw, "those draws by one call (GL 4.3)")->group(group);
    addChoice(command, "--vertex-format", skin.vertex_format, kFormats,
              "of technique vertex-texture: 8 bytes a vertex or 16")
        ->group(group);
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
    add("--seed", s.seed, "of all that is random")
        ->check(between<std::uint32_t>(0, std::numeric_limits<std::uint32_t>::max()));
    command.add_flag("!--stand", s.march, "stay in place instead of marching by the stride")->group(group);
    addGl(command, texts);
}

std::string techniqueNames() {
    std::string names;
    for (const Technique& technique : techniques())
        names += (names.empty() ? "" : ", ") + std::string(technique.name);
    return names;
}

void refuseAuto(const std::string& technique, const char* command) {
    if (technique != kAutoTechnique) return;
    throw usageError("--technique",
                     fmt::format("auto goes by levels of detail, and {} draws every unit whole; "
                                 "name one of {}",
                                 command, techniqueNames()));
}

void addCrowd(CLI::App& command, ArmyOptions& army, CrowdOptions& crowd, Texts& texts,
              const std::string& automatic) {
    command.add_option("--units", texts.units, "number of units, 1 to 1000000, or auto: " + automatic)
        ->group("Crowd")
        ->capture_default_str();
    addCrowdSettings(command, army, crowd.settings, texts);
    command
        .add_option("--technique", crowd.technique,
                    "how units are drawn: " + techniqueNames() +
                        "; auto: compute where the context can, else palette")
        ->group("Crowd")
        ->capture_default_str();
    addSkin(command, crowd.skin);
}

void addWindow(CLI::App& command, RunOptions& run, Texts& texts) {
    command.add_option("--frames", run.frames, "end after so many frames, with a line of statistics")
        ->check(between(1, 100'000'000));
    command.add_option("--size", texts.size, "of the window, WIDTHxHEIGHT")->capture_default_str();
    command.add_option("--camera", texts.camera, "x,y,z:x,y,z: the eye and what it looks at, metres");
    command.add_option("--ui-scale", run.ui_scale, "size of the panel's text; default: by the display")
        ->check(between(0.5, 4.0));
    command.add_flag("--fullscreen", run.fullscreen, "begin in full screen");
    command.add_flag("!--no-vsync", run.vsync, "do not wait for the display");
    command.add_flag("--no-ui", run.hide_ui, "begin with the panel hidden (Tab shows it)");
    auto* last = command.add_flag("--last", texts.last, "go on where the window was left the last time");
    command.add_option("--scene", texts.scene, sceneHelp())->check(named())->excludes(last);
    command.add_option("--json", run.json, "write the statistics to a file; -: stdout")->check(named());
    command.add_option("--dump-state", run.dump_state, "")->group("");
}

void finishCrowd(const CLI::App& command, CrowdOptions& crowd, const Texts& texts) {
    try {
        const auto& formation = crowdSetting("formation");
        formation.set(crowd.settings, valueFromText(formation, texts.formation));
    } catch (const SettingError& error) {
        throw usageError("--" + error.key(), error.text());
    }
    if (command.count("--blend") > 0 && command.count("--crossfade") == 0) crowd.settings.crossfade_s = 0.0;
    checkTechniqueName(crowd.technique);
    if (!texts.gl.empty()) crowd.gl_version = gl::parseVersion(texts.gl);
}

}  // namespace phalanx
