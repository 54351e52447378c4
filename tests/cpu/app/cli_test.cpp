// The command line: parsed values, and the errors for invalid input.
#include "app/cli/cli.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/cli/parse.h"

namespace phalanx {
namespace {

using Arguments = std::vector<std::string>;

template <typename Options>
Options parsed(const Arguments& arguments) {
    const Invocation invocation = parseCommandLine(arguments);
    const auto* options = std::get_if<Options>(&invocation.command);
    EXPECT_NE(options, nullptr);
    return options != nullptr ? *options : Options{};
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
    EXPECT_TRUE(parsed<RunOptions>({}).army.files.empty());
    EXPECT_EQ(parsed<RunOptions>({"a.glb", "b.fbx"}).army.files, (Arguments{"a.glb", "b.fbx"}));
    EXPECT_EQ(parsed<RunOptions>({"--units", "7"}).crowd.units, 7U);
    EXPECT_EQ(parsed<RunOptions>({"run", "a.glb", "--units", "auto"}).crowd.units, std::nullopt);
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
    EXPECT_EQ(shot.crowd.units, 12U);
    EXPECT_EQ(shot.crowd.settings.formation, Formation::kRing);
    EXPECT_EQ(shot.army.clip_a, "Walk");
    EXPECT_EQ(shot.army.clip_b, "#3");
    EXPECT_EQ(shot.crowd.settings.blend, 0.25);
    EXPECT_EQ(shot.crowd.settings.crossfade_s, 0.0);  // a weight set by hand disables the automatic crossfade
    EXPECT_EQ(shot.crowd.settings.seed, 9U);
    EXPECT_EQ(shot.size, glm::ivec2(320, 200));
    ASSERT_TRUE(shot.camera.has_value());
    EXPECT_EQ(shot.camera->target, glm::dvec3(4.0, 5.0, 6.0));
    EXPECT_EQ(shot.crowd.gl_version, 33);
    EXPECT_EQ(shot.crowd.technique, "static");
}

TEST(CommandLine, ReadsPoseAndVerify) {
    const auto pose =
        parsed<PoseOptions>({"pose", "m.glb", "--clip", "Run", "--time", "-0.5", "--exact", "-o", "p.obj"});
    EXPECT_EQ(pose.clip, "Run");
    EXPECT_EQ(pose.time_s, -0.5);
    EXPECT_TRUE(pose.exact);
    EXPECT_TRUE(parsed<VerifyOptions>({"verify", "--quick"}).quick);
    EXPECT_EQ(parsed<VerifyOptions>({"verify", "a.glb", "b.glb"}).army.files.size(), 2U);
    EXPECT_EQ(parsed<InfoOptions>({"info", "a.glb", "--hide", "Hat", "--hide", "Cape"}).army.hidden_parts,
              (Arguments{"Hat", "Cape"}));
}

TEST(CommandLine, PrintsHelpAndVersion) {
    EXPECT_NE(parsed<NothingToDo>({"--version"}).text.find("phalanx "), std::string::npos);
    const std::string help = parsed<NothingToDo>({"--help"}).text;
    for (const char* part : {"See", "Inspect", "Measure", "verify", "Exit codes"}) {
        EXPECT_NE(help.find(part), std::string::npos) << part;
    }
    for (const char* command : {"run", "shot", "info", "bake", "pose", "verify"}) {
        EXPECT_FALSE(parsed<NothingToDo>({command, "--help"}).text.empty());
    }
}

TEST(CommandLine, AMistypedCommandIsNamed) {
    expectRefused({"vrefy"}, {"vrefy", "verify"});
    expectRefused({"infos"}, {"'info'"});
    expectRefused({"xyzzyplugh"}, {"no such command or file", "run, shot, info"});
}

TEST(CommandLine, NumbersAreChecked) {
    expectRefused({"--units", "0"}, {"--units", "1 and 1000000"});
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
    EXPECT_EQ(parsed<RunOptions>({"run", "--seed", "4294967295"}).crowd.settings.seed, 4294967295U);
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
    expectRefused({"--formation", "blob"}, {"blob", "grid", "phalanx", "ring", "scatter"});
    expectRefused({"--gl", "9.9"}, {"9.9"});
    expectRefused({"--gl", "2.1"}, {"2.1"});
    expectRefused({"pose", "m.glb", "-o", "p.obj", "--technique", "magic"},
                  {"--technique: 'magic'", "texture"});
}

// Commands that draw LODs accept `auto`: a measurement selects the technique.
TEST(CommandLine, TheTechniqueMayBeAuto) {
    EXPECT_EQ(parsed<RunOptions>({"run", "--technique", "auto"}).crowd.technique, "auto");
    EXPECT_EQ(parsed<ShotOptions>({"shot", "-o", "a.png"}).crowd.technique, "texture");
    EXPECT_EQ(parsed<ShotOptions>({"shot", "-o", "a.png", "--technique", "auto"}).crowd.technique, "auto");
    EXPECT_EQ(parsed<BenchOptions>({"bench", "--flight", "--technique", "auto,palette"}).techniques,
              (Arguments{"auto", "palette"}));
    EXPECT_EQ(parsed<BenchOptions>({"bench", "--grow", "--technique", "auto"}).techniques, Arguments{"auto"});
    expectRefused({"bench", "--technique", "texture,auto"}, {"--technique", "auto", "--flight"});
    expectRefused({"diagnose", "--technique", "auto"}, {"--technique", "auto", "diagnose", "texture"});
    expectRefused({"pose", "a.glb", "-o", "a.obj", "--technique", "auto"},
                  {"--technique: 'auto' is none of texture"});
}

TEST(CommandLine, ErrorsNameAllowedValues) {
    expectRefused({"--no-cull=maybe"}, {"--cull: 'maybe' is neither true nor false"});
    expectRefused({"bench", "--shadows=perhaps"}, {"--shadows: 'perhaps'", "switch"});
    expectRefused({"--blend"}, {"--blend: its value is missing, 0 to 1"});
    expectRefused({"--clip"}, {"--clip: its value is missing"});
    expectRefused({"--speed", "1", "--speed", "2"}, {"--speed: one value is enough, received 2"});
    for (const char* wrong : {"3", "many"})
        expectRefused({"--weights", wrong}, {"--weights", wrong, "none of 1, 2, 4"});
    expectRefused({"pose", "m.glb", "-o", "p.obj", "--time", "noon"}, {"--time: noon is not a number from"});
}

TEST(CommandLine, MissingAndExtraArgumentsAreNamed) {
    expectRefused({"shot"}, {"--output"});
    expectRefused({"info"}, {"MODEL"});
    expectRefused({"info", "a.glb", "b.glb"}, {"MODEL", "received 2"});
    expectRefused({"pose", "m.glb"}, {"--output"});
    expectRefused({"pose", "m.glb", "-o", "p.obj", "--exact", "--technique", "static"}, {"--exact"});
    expectRefused({"--bogus"}, {"--bogus"});
    expectRefused({"--units"}, {"--units"});
    expectRefused({"shot", "--frames", "3", "-o", "f.png"}, {"%04d"});
    expectRefused({"shot", "-o", "f_%s.png"}, {"f_%s.png"});
    expectRefused({"verify", "--units", "3"}, {"--units"});
}

TEST(CommandLine, FrameBudgets) {
    EXPECT_EQ(parsed<RunOptions>({"run"}).crowd.pace, Pace::kSteady);
    EXPECT_EQ(parsed<RunOptions>({"run", "--pace", "free"}).crowd.pace, Pace::kFree);
    EXPECT_EQ(parsed<BenchOptions>({"bench", "--flight", "--pace", "free"}).crowd.pace, Pace::kFree);
    EXPECT_EQ(parsed<RunOptions>({"run"}).crowd.frame_budget_ms, 0.0);
    EXPECT_EQ(parsed<RunOptions>({"run", "--frame-budget", "16.5"}).crowd.frame_budget_ms, 16.5);
    EXPECT_EQ(parsed<RunOptions>({"run", "--frame-budget", "0"}).crowd.frame_budget_ms, 0.0);
    EXPECT_EQ(parsed<BenchOptions>({"bench", "--flight", "--frame-budget", "1"}).crowd.frame_budget_ms, 1.0);
    EXPECT_EQ(parsed<BenchOptions>({"bench", "--grow", "--frame-budget", "1000"}).crowd.frame_budget_ms,
              1000.0);
    for (const char* wrong : {"0.5", "-1", "1001", "nan", "inf", "fast", "16ms"})
        expectRefused({"run", "--frame-budget", wrong}, {"--frame-budget", wrong, "from 1 to 1000"});
    // These commands must draw the same frames on every run.
    expectRefused({"bench", "--frame-budget", "16"}, {"--frame-budget", "needs --flight or --grow"});
    expectRefused({"bench", "--impostors", "on"}, {"--impostors", "needs --flight or --grow"});
    expectRefused({"bench", "--shadow-cascades", "1"}, {"--shadow-cascades", "needs --flight or --grow"});
    expectRefused({"bench", "--frames-ahead", "2"}, {"--frames-ahead", "needs --flight"});
    expectRefused({"bench", "--grow", "--units", "1,5,9"}, {"--units", "give two"});
    expectRefused({"bench", "--grow", "--units", "60"}, {"--units", "give two"});
    expectRefused({"bench", "--grow", "--units", "60,6"}, {"--units", "to a larger one"});
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

TEST(NearestWord, SuggestsOnlySimilarWords) {
    const Arguments known{"run", "shot", "info", "bake", "pose", "verify"};
    EXPECT_EQ(nearestWord("verfiy", known), "verify");
    EXPECT_EQ(nearestWord("shoot", known), "shot");
    EXPECT_EQ(nearestWord("bake", known), "bake");
    EXPECT_EQ(nearestWord("quaternion", known), "");
}

}  // namespace
}  // namespace phalanx
