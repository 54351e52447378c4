// Scenes: what the JSON may hold, where errors are reported, and that the command line takes precedence.
#include "app/scene/scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/commands/commands.h"
#include "app/commands/invocation.h"
#include "core/error.h"
#include "core/file.h"
#include "own_folder.h"
#include "settings/settings_json.h"

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

RunOptions runOptions(const std::vector<std::string>& arguments) {
    const Invocation invocation = parseCommandLine(arguments);
    return dynamic_cast<const CallWith<RunOptions>&>(*invocation.call).options();
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
        return runOptions(arguments);
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
    EXPECT_NE(errorOf(deep).find("levels of nesting"), std::string::npos);
    EXPECT_NE(errorOf(R"({"window":{"mistakes":[["no-offset"]]}})").find("not a name"), std::string::npos);
}

TEST(Scene, KeepsMistakesAndTheMoment) {
    Scene scene;
    scene.settings.give(settingOf("no-offset"), true);
    scene.settings.give(settingOf("rigid-parts"), true);
    scene.moment = SceneMoment{123457, "1f.20.0.ff 0.1.2.3"};
    const Scene read = parseScene(sceneText(scene), "camp.json");
    EXPECT_EQ(read.settings.all().size(), 2U);
    Settings settings;
    read.settings.apply(settings);
    EXPECT_TRUE(settings.bake.mistakes.no_offset);
    EXPECT_TRUE(settings.render.skin.rigid_parts);
    EXPECT_FALSE(settings.bake.mistakes.no_closing_frame);
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
    EXPECT_NE(errorOf("{\"soldiers\": {\"3\": {\"morphs\": {\"smile\": \"much\"}}}}").find("\"smile\""),
              std::string::npos);
    EXPECT_NE(errorOf("{\"soldiers\": {\"3\": {\"morphs\": 1}}}").find("\"morphs\""), std::string::npos);
    EXPECT_NE(errorOf("{\"soldiers\": {\"3\": {\"tint\": \"red\"}}}").find("\"tint\""), std::string::npos);
    EXPECT_NE(errorOf("{\"options\": {\"units\": {}}}").find("\"units\""), std::string::npos);
    EXPECT_NE(errorOf("{\"options\":\n}").find("line 2"), std::string::npos);
    // Layers are an object, and what is wrong within is named.
    EXPECT_NE(errorOf("{\"options\": {\"pose\": [3]}}").find("\"pose\""), std::string::npos);
    EXPECT_NE(errorOf("{\"options\": {\"pose\": {\"layer\": []}}}").find("did you mean layers"),
              std::string::npos);
    EXPECT_NE(errorOf("{\"soldiers\": {\"3\": {\"pose\": {\"base\": 3}}}}").find("base"), std::string::npos);
    EXPECT_NE(errorOf("[]").find("object"), std::string::npos);
    for (const char* text : {"[]", "{\"options\":\n}", "{\"models\": [3]}"})
        EXPECT_EQ(errorOf(text).find('\n'), std::string::npos) << text;
}

TEST(Scene, RoundTrips) {
    Scene scene;
    scene.file = "/camp/evening.json";
    scene.about = "Evening";
    scene.models = {"/camp/knight.glb", "/far/wolf.glb"};
    const std::vector<std::pair<const char*, SettingValue>> given{
        {"units", std::int64_t{12}},
        {"march", false},
        {"clip", std::string("#3")},
        {"hide", std::vector<std::string>{"a", "b"}},
        {"overlay", std::string("joints")},
        {"pose", std::string(R"({"base":[{"clip":"Walk","time":0.0,"weight":1.0}]})")}};
    for (const auto& [key, value] : given) scene.settings.give(settingOf(key), value);
    scene.window.paused = true;
    scene.soldiers[7].speed = 0.5;
    scene.soldiers[7].clip = "Run";
    scene.soldiers[7].pose = R"({"base":[{"clip":"Run","time":0.5,"weight":1.0}]})";
    scene.soldiers[9].tint = glm::vec4(1.0F, 0.2F, 0.0F, 0.75F);
    scene.soldiers[9].morphs = {{"smile", 0.5}, {"#3", -0.25}};
    const Scene read = parseScene(sceneText(scene), scene.file);
    EXPECT_EQ(read.about, scene.about);
    EXPECT_EQ(read.models, scene.models);
    ASSERT_EQ(read.settings.all().size(), given.size());
    for (const auto& [key, value] : given) {
        ASSERT_TRUE(read.settings.gives(key)) << key;
        EXPECT_EQ(*read.settings.find(key), value) << key;
    }
    EXPECT_EQ(read.window.paused, true);
    EXPECT_FALSE(read.window.anatomy.has_value());
    EXPECT_EQ(read.soldiers.at(7).speed, 0.5);
    EXPECT_EQ(read.soldiers.at(7).clip, "Run");
    EXPECT_EQ(read.soldiers.at(7).pose, scene.soldiers[7].pose);
    EXPECT_EQ(read.soldiers.at(9).morphs, scene.soldiers[9].morphs);
    ASSERT_TRUE(read.soldiers.at(9).tint.has_value());
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR((*read.soldiers.at(9).tint)[i], (*scene.soldiers[9].tint)[i], 0.003);
}

TEST_F(SceneFile, OverridesDefaultsButNotTheCommandLine) {
    const std::string text =
        R"({"options": {"units": 12, "formation": "ring", "stand": true, "cull": false, "lod-error": 2.5,
            "frame-budget": 16.5, "pace": "free"}})";
    const RunOptions alone = run(text);
    EXPECT_EQ(alone.settings.crowd.units, 12U);
    EXPECT_EQ(alone.settings.crowd.formation, Formation::kRing);
    EXPECT_FALSE(alone.settings.crowd.march);
    EXPECT_FALSE(alone.settings.render.cull);
    EXPECT_DOUBLE_EQ(alone.settings.render.lod_error_px, 2.5);
    EXPECT_DOUBLE_EQ(alone.settings.render.frame_budget_ms, 16.5);
    EXPECT_EQ(alone.settings.render.pace, Pace::kFree);
    ASSERT_TRUE(alone.scene.has_value());
    EXPECT_EQ(run(R"({"options": {"technique": "auto"}})").settings.render.technique, "auto");
    const RunOptions both = run(text, {"--units", "30", "--formation=grid"});
    EXPECT_EQ(both.settings.crowd.units, 30U);
    EXPECT_EQ(both.settings.crowd.formation, Formation::kGrid);
    EXPECT_FALSE(both.settings.crowd.march);
}

TEST_F(SceneFile, AWeightOnTheCommandLineDisablesTheScenesCrossfade) {
    const RunOptions options = run(R"({"options": {"crossfade": 2}})", {"--blend", "0.4"});
    EXPECT_DOUBLE_EQ(options.settings.crowd.blend, 0.4);
    EXPECT_DOUBLE_EQ(options.settings.crowd.crossfade_s, 0.0);
}

// Names of clips are looked up when the models are loaded; the error then names who gave them.
TEST_F(SceneFile, LaterErrorsNameTheLineOrTheOption) {
    const std::string text = "{\"options\": {\n\"clip\": \"nope\"}}";
    const SettingError unknown("clip", "nope: no such clip");
    const Error of_scene = run(text).given.placed(unknown);
    EXPECT_EQ(of_scene.code(), ExitCode::kInput);
    EXPECT_NE(std::string(of_scene.what()).find("scene.json:2: \"clip\" nope: no such clip"),
              std::string::npos)
        << of_scene.what();
    const Error of_option = run(text, {"--clip", "no"}).given.placed(unknown);
    EXPECT_EQ(of_option.code(), ExitCode::kUsage);
    EXPECT_STREQ(of_option.what(), "--clip: nope: no such clip");
}

TEST(Scene, SoldiersKnowTheirLines) {
    const Scene scene = parseScene(
        "{\"soldiers\": {\"3\": {\n\"clip\": \"Run\",\n\"morphs\": {\n\"smile\": 0.5}}}}", "camp.json");
    EXPECT_EQ(scene.soldiers.at(3).places.at("clip"), "camp.json:2");
    EXPECT_EQ(scene.soldiers.at(3).places.at("smile"), "camp.json:4");
}

TEST_F(SceneFile, ModelPathsAreRelativeToTheScene) {
    const RunOptions options = run(R"({"models": ["knight.glb"]})");
    ASSERT_EQ(options.settings.army.files.size(), 1U);
    EXPECT_EQ(options.settings.army.files.front(), (folder_ / "knight.glb").string());
    EXPECT_EQ(run(R"({"models": ["knight.glb"]})", {"other.glb"}).settings.army.files,
              std::vector<std::string>{"other.glb"});
}

TEST_F(SceneFile, OptionsAreCheckedLikeTheCommandLine) {
    EXPECT_NE(runError("{\"options\": {\n\"units\": 0}}").find("scene.json:2"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\n\n\"offset-spread\": 7}}").find("scene.json:3"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\n\"frame-budget\": 0.5}}").find("scene.json:2"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"unitz\": 4}}").find("unitz"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"stand\": 4}}").find("neither true nor false"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"units\": true}}").find("is not a whole number"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"technique\": \"magic\"}}").find("magic"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\n\"units\": []}}")
                  .find("scene.json:2: \"units\" takes one value, not a list"),
              std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"lift\": [2]}}").find("\"lift\" takes one value, not a list"),
              std::string::npos);
    EXPECT_EQ(runError("{\"options\": {\"hide\": []}}"), "");
    EXPECT_NE(runError("{\"options\": {\"march\": true,\n\"stand\": true}}")
                  .find("scene.json:2: \"stand\" is set by \"march\", too"),
              std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"units\": 4, \"units\": 5}}").find("has the key \"units\" twice"),
              std::string::npos);
    EXPECT_LT(runError("{\"options\": {\"" + std::string(100'000, 'x') + "\": 1}}").size(), 1000U);
    // A scene file from elsewhere must not lift the import limits.
    EXPECT_NE(runError("{\"options\": {\"trust\": true}}").find("not allowed in scenes"), std::string::npos);
    EXPECT_NE(runError("{\"options\": {\"import-memory\": 1000}}").find("not allowed in scenes"),
              std::string::npos);
}

TEST(Scene, ShippedScenesAreValidAndListedInTheHelp) {
    const std::vector<std::string> names = shippedScenes();
    EXPECT_EQ(names, (std::vector<std::string>{"anatomy", "battle", "battle-line", "counter-march",
                                               "mixed-army", "parade", "stress-test", "valley"}));
    const std::string help = parseCommandLine({"run", "--help"}).text;
    for (const std::string& name : names) {
        const RunOptions options = runOptions({"run", "--scene", name});
        ASSERT_TRUE(options.scene.has_value()) << name;
        EXPECT_FALSE(options.scene->about.empty()) << name;
        EXPECT_NE(help.find(name), std::string::npos) << name;
        for (const auto& [unit, soldier] : options.scene->soldiers)
            EXPECT_LT(unit, options.settings.crowd.units) << name;
    }
    EXPECT_THROW(findScene("no-such-scene"), Error);
}

}  // namespace
}  // namespace phalanx
