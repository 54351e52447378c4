// The command line: parsed values, and the errors for invalid input.
#include "app/commands/invocation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "core/spelling.h"

namespace phalanx {
namespace {

using Arguments = std::vector<std::string>;

template <typename Options>
Options parsed(const Arguments& arguments) {
    const Invocation invocation = parseCommandLine(arguments);
    const auto* call = dynamic_cast<const CallWith<Options>*>(invocation.call.get());
    EXPECT_NE(call, nullptr);
    return call != nullptr ? call->options() : Options{};
}

std::string textOf(const Arguments& arguments) {
    const Invocation invocation = parseCommandLine(arguments);
    EXPECT_EQ(invocation.call, nullptr);
    return invocation.text;
}

// Returns the one-line error that a wrong command line causes.
std::string refused(const Arguments& arguments) {
    try {
        parseCommandLine(arguments);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kUsage);
        std::string text = error.what();
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        EXPECT_FALSE(text.empty());
        return text;
    }
    ADD_FAILURE() << "accepted: " << (arguments.empty() ? "" : arguments.back());
    return "";
}

void expectRefused(const Arguments& arguments, const std::vector<std::string>& expected) {
    const std::string text = refused(arguments);
    for (const std::string& part : expected)
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' in: " << text;
}

TEST(CommandLine, WithoutACommandRuns) {
    EXPECT_TRUE(parsed<RunOptions>({}).settings.army.files.empty());
    EXPECT_EQ(parsed<RunOptions>({"a.glb", "b.fbx"}).settings.army.files, (Arguments{"a.glb", "b.fbx"}));
    EXPECT_EQ(parsed<RunOptions>({"--units", "7"}).settings.crowd.units, 7U);
    EXPECT_TRUE(parsed<RunOptions>({"run", "a.glb", "--units", "auto"}).settings.auto_units);
    EXPECT_FALSE(parsed<RunOptions>({"--units", "7"}).settings.auto_units);
    EXPECT_EQ(parsed<RunOptions>({"--frames", "3"}).frames, 3);
}

TEST(CommandLine, GlobalOptionsPrecedeTheCommand) {
    EXPECT_EQ(parseCommandLine({"-q", "info", "a.glb"}).log, LogLevel::kQuiet);
    EXPECT_EQ(parseCommandLine({"info", "a.glb", "-v"}).log, LogLevel::kVerbose);
    EXPECT_EQ(parseCommandLine({"info", "a.glb"}).log, LogLevel::kNormal);
}

TEST(CommandLine, ReadsTheCrowd) {
    const auto shot = parsed<ShotOptions>(
        {"shot",        "m.glb", "-o",           "f.png",   "--units",  "12",          "--formation", "ring",
         "--clip",      "Walk",  "--blend-clip", "#3",      "--blend",  "0.25",        "--speed",     "1.5",
         "--seed",      "9",     "--size",       "320x200", "--camera", "1,2,3:4,5,6", "--gl",        "3.3",
         "--technique", "static"});
    EXPECT_EQ(shot.settings.crowd.units, 12U);
    EXPECT_EQ(shot.settings.crowd.formation, Formation::kRing);
    EXPECT_EQ(shot.settings.army.clip_a, "Walk");
    EXPECT_EQ(shot.settings.army.clip_b, "#3");
    EXPECT_EQ(shot.settings.crowd.blend, 0.25);
    EXPECT_EQ(shot.settings.crowd.crossfade_s, 0.0);  // a weight set by hand disables the automatic crossfade
    EXPECT_EQ(shot.settings.crowd.seed, 9U);
    EXPECT_EQ(shot.settings.view.size, glm::ivec2(320, 200));
    ASSERT_TRUE(shot.settings.view.camera.has_value());
    EXPECT_EQ(shot.settings.view.camera->target, glm::dvec3(4.0, 5.0, 6.0));
    EXPECT_EQ(shot.glVersion(), 33);
    EXPECT_EQ(shot.settings.render.technique, "static");
}

TEST(CommandLine, ReadsPoseAndVerify) {
    const auto pose =
        parsed<PoseOptions>({"pose", "m.glb", "--clip", "Run", "--time", "-0.5", "--exact", "-o", "p.obj"});
    EXPECT_EQ(pose.clip, "Run");
    EXPECT_EQ(pose.time_s, -0.5);
    EXPECT_TRUE(pose.exact);
    EXPECT_TRUE(parsed<VerifyOptions>({"verify", "--quick"}).quick);
    EXPECT_EQ(parsed<VerifyOptions>({"verify", "a.glb", "b.glb"}).settings.army.files.size(), 2U);
    EXPECT_EQ(
        parsed<InfoOptions>({"info", "a.glb", "--hide", "Hat", "--hide", "Cape"}).settings.army.hidden_parts,
        (Arguments{"Hat", "Cape"}));
}

TEST(CommandLine, PrintsHelpAndVersion) {
    EXPECT_NE(textOf({"--version"}).find("phalanx "), std::string::npos);
    const std::string help = textOf({"--help"});
    for (const char* part : {"See", "Inspect", "Measure", "verify", "Exit codes"}) {
        EXPECT_NE(help.find(part), std::string::npos) << part;
    }
    for (const char* command : {"run", "shot", "info", "bake", "pose", "verify"}) {
        EXPECT_FALSE(textOf({command, "--help"}).empty());
    }
}

TEST(CommandLine, AMistypedCommandIsNamed) {
    expectRefused({"vrefy"}, {"vrefy", "verify"});
    expectRefused({"infos"}, {"'info'"});
    expectRefused({"xyzzyplugh"}, {"no such command or file", "run, shot, info"});
}

TEST(CommandLine, NumbersAreChecked) {
    expectRefused({"--units", "0"}, {"--units", "from 1 to 1000000"});
    expectRefused({"--units", "1000001"}, {"1000001"});
    expectRefused({"--units", "many"}, {"'many'", "auto"});
    expectRefused({"--units", "1e3"}, {"1e3"});
    expectRefused({"--blend", "1.5"}, {"--blend"});
    expectRefused({"--blend", "nan"}, {"--blend"});
    expectRefused({"--speed", "fast"}, {"--speed"});
    expectRefused({"--frames", "0"}, {"--frames"});
    expectRefused({"--height", "-1"}, {"--height"});
    for (const char* wrong : {"-1", "4294967296", "1.5", "many"})
        expectRefused({"--seed", wrong}, {"--seed", wrong, "from 0 to 4294967295"});
    EXPECT_EQ(parsed<RunOptions>({"run", "--seed", "4294967295"}).settings.crowd.seed, 4294967295U);
    expectRefused({"--rate", "0"}, {"--rate"});
    expectRefused({"--rate", "inf"}, {"--rate"});
    expectRefused({"shot", "-o", "f.png", "--time", "-1"}, {"--time"});
    expectRefused({"shot", "-o", "f.png", "--size", "0x10"}, {"--size", "16 and 16384"});
    expectRefused({"shot", "-o", "f.png", "--size", "wide"}, {"--size", "1280x720"});
    expectRefused({"shot", "-o", "f.png", "--camera", "1,2,3"}, {"--camera"});
    expectRefused({"shot", "-o", "f.png", "--camera", "1,2,3:1,2,3"}, {"same point"});
    expectRefused({"shot", "-o", "f.png", "--camera", "1,2,nan:1,2,3"}, {"--camera"});
}

TEST(CommandLine, NamesAreChecked) {
    expectRefused({"--technique", "magic"}, {"--technique: 'magic'", "texture", "static", "auto"});
    expectRefused({"--formation", "blob"}, {"blob", "grid", "phalanx", "ring", "scatter", "battle"});
    expectRefused({"--gl", "9.9"}, {"9.9"});
    expectRefused({"--gl", "2.1"}, {"2.1"});
    expectRefused({"pose", "m.glb", "-o", "p.obj", "--technique", "magic"},
                  {"--technique: 'magic'", "texture"});
}

// Commands that draw LODs accept `auto`: a measurement selects the technique.
TEST(CommandLine, TheTechniqueMayBeAuto) {
    EXPECT_EQ(parsed<RunOptions>({"run", "--technique", "auto"}).settings.render.technique, "auto");
    EXPECT_EQ(parsed<ShotOptions>({"shot", "-o", "a.png"}).settings.render.technique, "texture");
    EXPECT_EQ(parsed<ShotOptions>({"shot", "-o", "a.png", "--technique", "auto"}).settings.render.technique,
              "auto");
    EXPECT_EQ(parsed<FlightOptions>({"bench", "--flight", "--technique", "auto,palette"}).techniques,
              (Arguments{"auto", "palette"}));
    EXPECT_EQ(parsed<GrowOptions>({"bench", "--grow", "--technique", "auto"}).techniques, Arguments{"auto"});
    expectRefused({"bench", "--technique", "texture,auto"}, {"--technique", "auto", "bench"});
    expectRefused({"diagnose", "--technique", "auto"}, {"--technique", "auto", "diagnose", "texture"});
    expectRefused({"pose", "a.glb", "-o", "a.obj", "--technique", "auto"},
                  {"--technique: 'auto' is not one of texture"});
}

TEST(CommandLine, ErrorsNameAllowedValues) {
    expectRefused({"--no-cull=maybe"}, {"--cull: 'maybe' is neither true nor false"});
    expectRefused({"bench", "--shadows=perhaps"}, {"--shadows: 'perhaps'", "switch"});
    expectRefused({"--blend"}, {"--blend: its value is missing, 0 to 1"});
    expectRefused({"--clip"}, {"--clip: its value is missing"});
    expectRefused({"--speed", "1", "--speed", "2"}, {"--speed: one value is enough, received 2"});
    for (const char* wrong : {"3", "many"})
        expectRefused({"--weights", wrong}, {"--weights", wrong, "not one of 1, 2, 4"});
    expectRefused({"pose", "m.glb", "-o", "p.obj", "--time", "noon"},
                  {"--time: 'noon' is not a number from"});
}

TEST(CommandLine, MissingAndExtraArgumentsAreNamed) {
    expectRefused({"shot"}, {"--output"});
    expectRefused({"info", "a.glb", "b.glb"}, {"MODEL", "received 2"});
    expectRefused({"pose", "m.glb"}, {"--output"});
    expectRefused({"pose", "m.glb", "-o", "p.obj", "--exact", "--technique", "static"}, {"--exact"});
    expectRefused({"--bogus"}, {"--bogus"});
    expectRefused({"--units"}, {"--units"});
    expectRefused({"shot", "--frames", "3", "-o", "f.png"}, {"%04d"});
    expectRefused({"shot", "-o", "f_%s.png"}, {"f_%s.png"});
    expectRefused({"verify", "--units", "3"}, {"--units"});
}

// The value of an option that the command does not have is no file.
TEST(CommandLine, OptionsOfOtherCommandsAreNamed) {
    expectRefused({"info", "a.glb", "--lift", "1"},
                  {"--lift: is an option of `run`", "`shot`", "`info` does not have it"});
    expectRefused({"bake", "--lift", "1", "a.glb"}, {"--lift: is an option of", "`bake` does not have it"});
    expectRefused({"info", "a.glb", "--lfit", "1"}, {"--lfit: no such option", "`info` does not have it"});
    // The value of an option may look like one.
    expectRefused({"info", "a.glb", "--hide", "--lift", "b.glb"}, {"MODEL", "received 2"});
    const std::string longest = "--" + std::string(100'000, 'x');
    try {
        parseCommandLine({"info", longest});
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_LT(std::string(error.what()).size(), 1000U);
    }
}

TEST(CommandLine, PosesAreObjFiles) {
    expectRefused({"pose", "m.glb", "-o", "x.gltf"}, {"--output", "'x.gltf'", "must end in .obj"});
    expectRefused({"pose", "m.glb", "-o", "obj"}, {"must end in .obj"});
    EXPECT_EQ(parsed<PoseOptions>({"pose", "m.glb", "-o", "X.OBJ"}).output, "X.OBJ");
}

TEST(CommandLine, ExactPosesReadNoBakeAndRunNoShader) {
    const std::vector<Arguments> refused{{"--encoding", "rgba16f"}, {"--rate", "30"},  {"--weights", "2"},
                                         {"--lookup", "nearest"},   {"--fetch", "2d"}, {"--gl", "3.3"},
                                         {"--batch", "4"}};
    for (const Arguments& option : refused) {
        Arguments arguments{"pose", "m.glb", "-o", "p.obj", "--exact"};
        arguments.insert(arguments.end(), option.begin(), option.end());
        expectRefused(arguments, {"--exact", option.front()});
        arguments.erase(arguments.begin() + 4);
        EXPECT_FALSE(parsed<PoseOptions>(arguments).exact) << option.front();
    }
}

TEST(CommandLine, FrameBudgets) {
    EXPECT_EQ(parsed<RunOptions>({"run"}).settings.render.pace, Pace::kSteady);
    EXPECT_EQ(parsed<RunOptions>({"run", "--pace", "free"}).settings.render.pace, Pace::kFree);
    EXPECT_EQ(parsed<FlightOptions>({"bench", "--flight", "--pace", "free"}).settings.render.pace,
              Pace::kFree);
    EXPECT_EQ(parsed<RunOptions>({"run"}).settings.render.frame_budget_ms, 0.0);
    EXPECT_EQ(parsed<RunOptions>({"run", "--frame-budget", "16.5"}).settings.render.frame_budget_ms, 16.5);
    EXPECT_EQ(parsed<RunOptions>({"run", "--frame-budget", "0"}).settings.render.frame_budget_ms, 0.0);
    EXPECT_EQ(
        parsed<FlightOptions>({"bench", "--flight", "--frame-budget", "1"}).settings.render.frame_budget_ms,
        1.0);
    EXPECT_EQ(
        parsed<GrowOptions>({"bench", "--grow", "--frame-budget", "1000"}).settings.render.frame_budget_ms,
        1000.0);
    for (const char* wrong : {"0.5", "-1", "1001", "nan", "inf", "fast", "16ms"})
        expectRefused({"run", "--frame-budget", wrong}, {"--frame-budget", wrong, "from 1 to 1000"});
    // These commands must draw the same frames on every run.
    expectRefused({"bench", "--frame-budget", "16"},
                  {"--frame-budget", "an option of", "`flight`", "`grow`"});
    expectRefused({"bench", "--impostors", "on"}, {"--impostors", "an option of", "`flight`", "`grow`"});
    expectRefused({"bench", "--shadow-cascades", "1"},
                  {"--shadow-cascades", "an option of", "`flight`", "`grow`"});
    expectRefused({"bench", "--frames-ahead", "2"}, {"--frames-ahead", "an option of `flight`"});
    expectRefused({"bench", "--flight", "--grow"}, {"--grow", "--flight"});
    EXPECT_EQ(parsed<FlightOptions>({"flight", "--frames-ahead", "2"}).frames_ahead, 2);
    EXPECT_EQ(parsed<GrowOptions>({"grow"}).techniques, Arguments{"texture"});
    expectRefused({"bench", "--grow", "--units", "1,5,9"}, {"--units", "needs two numbers"});
    expectRefused({"bench", "--grow", "--units", "60"}, {"--units", "needs two numbers"});
    expectRefused({"bench", "--grow", "--units", "60,6"}, {"--units", "larger than the first"});
    expectRefused({"bench", "--grow", "--technique", "texture,static"}, {"--technique", "give one"});
    expectRefused({"shot", "-o", "f.png", "--frame-budget", "16"}, {"--frame-budget"});
    expectRefused({"verify", "--frame-budget", "16"}, {"--frame-budget"});
    expectRefused({"diagnose", "--frame-budget", "16"}, {"--frame-budget"});
}

// "-" as a file name means stdout, which only text and JSON can go to.
TEST(CommandLine, ImagesGoToFilesOnly) {
    expectRefused({"shot", "-o", "-"}, {"--output", "'-'", "file alone"});
    expectRefused({"bake", "m.glb", "--png", "-"}, {"--png", "'-'"});
    expectRefused({"pose", "m.glb", "-o", "-"}, {"--output", "'-'"});
    expectRefused({"convert", "m.glb", "-o", "-"}, {"--output", "'-'"});
    expectRefused({"bench", "--csv", "-"}, {"--csv", "'-'"});
    expectRefused({"bench", "--plot", "-"}, {"--plot", "'-'"});
    EXPECT_EQ(parsed<ShotOptions>({"shot", "-o", "./-", "--json", "-"}).output, "./-");
}

TEST(CommandLine, OneValuePerOption) {
    expectRefused({"--units", "3", "--units", "4"}, {"--units"});
    expectRefused({"pose", "m.glb", "-o", "a.obj", "-o", "b.obj"}, {"--output"});
}

// Every setting is an option of the window, and its help names what it is for.
TEST(CommandLine, EverySettingIsAnOptionOfRun) {
    const std::string help = textOf({"run", "--help"});
    for (const Setting<Settings>& row : settingsTable()) {
        EXPECT_NE(help.find(fmt::format("--{}", row.key)), std::string::npos) << row.key;
        EXPECT_FALSE(row.help.empty()) << row.key;
        EXPECT_FALSE(row.label.empty()) << row.key;
    }
    EXPECT_FALSE(parsed<RunOptions>({"run", "--no-cull", "--stand"}).settings.render.cull);
    EXPECT_FALSE(parsed<RunOptions>({"run", "--stand"}).settings.crowd.march);
    EXPECT_TRUE(parsed<RunOptions>({"run", "--march"}).settings.crowd.march);
}

TEST(NearestWord, SuggestsOnlySimilarWords) {
    const Arguments known{"run", "shot", "info", "bake", "pose", "verify"};
    EXPECT_EQ(nearestWord("verfiy", known), "verify");
    EXPECT_EQ(nearestWord("shoot", known), "shot");
    EXPECT_EQ(nearestWord("bake", known), "bake");
    EXPECT_EQ(nearestWord("quaternion", known), "");
}

}  // namespace
}  // namespace phalanx
