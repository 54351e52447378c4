// Scenes: what the JSON may hold, where errors are reported, and that the command line takes precedence.
#include "app/scene/scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <variant>

#include "app/cli/cli.h"
#include "core/error.h"
#include "core/file.h"
#include "own_folder.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

std::string errorOf(std::string_view text) {
    try {
        parseScene(text, "camp.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        return error.what();
    }
    return "";
}

class SceneFile : public testing::Test {
  protected:
    std::string write(const std::string& text) {
        const fs::path file = folder_ / "scene.json";
        writeFile(file, text);
        return file.string();
    }
    RunOptions run(const std::string& text, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"run", "--scene", write(text)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return std::get<RunOptions>(parseCommandLine(arguments).command);
    }
    std::string runError(const std::string& text) {
        try {
            run(text);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            return error.what();
        }
        return "";
    }
    fs::path folder_ = test::ownFolder();
};

// Model names of a scene file from elsewhere must never be parsed as options.
TEST(Scene, ModelsAreFilesAndNeverOptions) {
    EXPECT_EQ(parseScene(R"({"models":["--trust", "a.glb", "/b.glb"]})", "camp.json").models,
              (std::vector<std::string>{"./--trust", "a.glb", "/b.glb"}));
}

TEST(Scene, LimitsNesting) {
    constexpr std::size_t kDeep = 500'000;
    const std::string deep =
        R"({"window":{"mistakes":[)" + std::string(kDeep, '[') + std::string(kDeep, ']') + "]}}";
    EXPECT_NE(errorOf(deep).find("nests more than"), std::string::npos);
    EXPECT_NE(errorOf(R"({"window":{"mistakes":[["no-offset"]]}})").find("something else than names"),
              std::string::npos);
}

TEST(Scene, KeepsMistakesAndTheMoment) {
    Scene scene;
    scene.window.mistakes = {"no-offset", "rigid-parts"};
    scene.moment = SceneMoment{123457, "1f.20.0.ff 0.1.2.3"};
    const Scene read = parseScene(sceneText(scene), "camp.json");
    EXPECT_EQ(read.window.mistakes, scene.window.mistakes);
    ASSERT_TRUE(read.moment);
    EXPECT_EQ(read.moment->ticks, scene.moment->ticks);
    EXPECT_EQ(read.moment->soldiers, scene.moment->soldiers);
    EXPECT_NE(errorOf(R"({"window": {"mistakes": ["no-oil"]}})").find("no-oil"), std::string::npos);
    EXPECT_NE(errorOf(R"({"moment": {"time": -1}})").find("time"), std::string::npos);
    EXPECT_NE(errorOf(R"({"moment": {"soldiers": "1.2.3"}})").find("soldiers"), std::string::npos);
}

TEST(Scene, ErrorsNameTheirPlace) {
    EXPECT_NE(errorOf("{\n  \"options\": {},\n  \"widow\": {}\n}").find("camp.json:3: \"widow\""),
              std::string::npos);
    EXPECT_NE(errorOf("{\n  \"window\": {\n    \"paused\": 1\n  }\n}").find("camp.json:3: \"paused\""),
              std::string::npos);
    EXPECT_NE(errorOf("{\"soldiers\": {\n\"3\": {\n\"speed\": 9}}}").find("camp.json:3: \"speed\""),
              std::string::npos);
    EXPECT_NE(errorOf("{\"soldiers\": {\"three\": {}}}").find("\"three\""), std::string::npos);
    EXPECT_NE(errorOf("{\"soldiers\": {\"3\": {\"tint\": \"red\"}}}").find("\"tint\""), std::string::npos);
    EXPECT_NE(errorOf("{\"options\": {\"units\": {}}}").find("\"units\""), std::string::npos);
    EXPECT_NE(errorOf("{\"options\":\n}").find("line 2"), std::string::npos);
    EXPECT_NE(errorOf("[]").find("object"), std::string::npos);
    for (const char* text : {"[]", "{\"options\":\n}", "{\"models\": [3]}"})
        EXPECT_EQ(errorOf(text).find('\n'), std::string::npos) << text;
}

TEST(Scene, RoundTrips) {
    Scene scene;
    scene.file = "/camp/evening.json";
    scene.about = "Evening";
    scene.models = {"/camp/knight.glb", "/far/wolf.glb"};
    scene.options = {
        {"units", {"12"}, 0}, {"stand", {"true"}, 0}, {"clip", {"#3"}, 0}, {"hide", {"a", "b"}, 0}};
    scene.window.paused = true;
    scene.window.overlay = "joints";
    scene.soldiers[7].speed = 0.5;
    scene.soldiers[7].clip = "Run";
    scene.soldiers[9].tint = glm::vec4(1.0F, 0.2F, 0.0F, 0.75F);
    const Scene read = parseScene(sceneText(scene), scene.file);
    EXPECT_EQ(read.about, scene.about);
    EXPECT_EQ(read.models, scene.models);
    ASSERT_EQ(read.options.size(), scene.options.size());
    for (std::size_t i = 0; i < read.options.size(); ++i) {
        EXPECT_EQ(read.options[i].name, scene.options[i].name);
        EXPECT_EQ(read.options[i].values, scene.options[i].values);
    }
    EXPECT_EQ(read.window.paused, true);
    EXPECT_FALSE(read.window.anatomy.has_value());
    EXPECT_EQ(read.window.overlay, "joints");
    EXPECT_EQ(read.soldiers.at(7).speed, 0.5);
    EXPECT_EQ(read.soldiers.at(7).clip, "Run");
    ASSERT_TRUE(read.soldiers.at(9).tint.has_value());
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR((*read.soldiers.at(9).tint)[i], (*scene.soldiers[9].tint)[i], 0.003);
}

TEST_F(SceneFile, OverridesDefaultsButNotTheCommandLine) {
    const std::string text =
        R"({"options": {"units": 12, "formation": "ring", "stand": true, "cull": false, "lod-error": 2.5,
            "frame-budget": 16.5, "pace": "free"}})";
    const RunOptions alone = run(text);
    EXPECT_EQ(alone.crowd.units, 12U);
    EXPECT_EQ(alone.crowd.settings.formation, Formation::kRing);
    EXPECT_FALSE(alone.crowd.settings.march);
    EXPECT_FALSE(alone.crowd.cull);
    EXPECT_DOUBLE_EQ(alone.crowd.lod_error_px, 2.5);
    EXPECT_DOUBLE_EQ(alone.crowd.frame_budget_ms, 16.5);
    EXPECT_EQ(alone.crowd.pace, Pace::kFree);
    ASSERT_TRUE(alone.scene.has_value());
    EXPECT_EQ(run(R"({"options": {"technique": "auto"}})").crowd.technique, "auto");
    const RunOptions both = run(text, {"--units", "30", "--formation=grid"});
    EXPECT_EQ(both.crowd.units, 30U);
    EXPECT_EQ(both.crowd.settings.formation, Formation::kGrid);
    EXPECT_FALSE(both.crowd.settings.march);
}

TEST_F(SceneFile, AWeightOnTheCommandLineDisablesTheScenesCrossfade) {
    const RunOptions options = run(R"({"options": {"crossfade": 2}})", {"--blend", "0.4"});
    EXPECT_DOUBLE_EQ(options.crowd.settings.blend, 0.4);
    EXPECT_DOUBLE_EQ(options.crowd.settings.crossfade_s, 0.0);
}

TEST_F(SceneFile, ModelPathsAreRelativeToTheScene) {
    const RunOptions options = run(R"({"models": ["knight.glb"]})");
    ASSERT_EQ(options.army.files.size(), 1U);
    EXPECT_EQ(options.army.files.front(), (folder_ / "knight.glb").string());
    EXPECT_EQ(run(R"({"models": ["knight.glb"]})", {"other.glb"}).army.files,
              std::vector<std::string>{"other.glb"});
}

TEST_F(SceneFile, OptionsAreCheckedLikeTheCommandLine) {
    EXPECT_NE(runError("{\"options\": {\n\"units\": 0}}").find("scene.json:2"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\n\n\"offset-spread\": 7}}").find("scene.json:3"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\n\"frame-budget\": 0.5}}").find("scene.json:2"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"unitz\": 4}}").find("unitz"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"stand\": 4}}").find("true or false"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"units\": true}}").find("takes a value"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"technique\": \"magic\"}}").find("magic"), std::string::npos);
    // A scene file from elsewhere must not lift the import limits.
    EXPECT_NE(runError("{\"options\": {\"trust\": true}}").find("not for scenes"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"import-memory\": 1000}}").find("not for scenes"), std::string::npos);
}

TEST(Scene, ShippedScenesAreValidAndListedInTheHelp) {
    const std::vector<std::string> names = shippedScenes();
    EXPECT_EQ(names,
              (std::vector<std::string>{"anatomy", "battle-line", "mixed-army", "parade", "stress-test"}));
    const std::string help = std::get<NothingToDo>(parseCommandLine({"run", "--help"}).command).text;
    for (const std::string& name : names) {
        const RunOptions options = std::get<RunOptions>(parseCommandLine({"run", "--scene", name}).command);
        ASSERT_TRUE(options.scene.has_value()) << name;
        EXPECT_FALSE(options.scene->about.empty()) << name;
        EXPECT_NE(help.find(name), std::string::npos) << name;
        for (const auto& [unit, soldier] : options.scene->soldiers)
            EXPECT_LT(unit, *options.crowd.units) << name;
    }
    EXPECT_THROW(findScene("no-such-scene"), Error);
}

}  // namespace
}  // namespace phalanx
