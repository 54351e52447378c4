// User settings: the command line takes precedence over a scene, a scene over user settings, and those over
// the defaults.
#include "app/scene/user_settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "app/commands/commands.h"
#include "app/commands/invocation.h"
#include "core/error.h"
#include "core/file.h"
#include "own_folder.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

// Keeps the settings of the user who runs the tests from changing the results.
[[maybe_unused]] const int kEmptySettings =
    setenv("XDG_CONFIG_HOME", PHALANX_TEST_OUTPUT_DIR "/empty_user_settings",
           1);  // NOLINT(concurrency-mt-unsafe)

template <class Options>
Options optionsOf(const std::vector<std::string>& arguments) {
    const Invocation invocation = parseCommandLine(arguments);
    return dynamic_cast<const CallWith<Options>&>(*invocation.call).options();
}

class UserSettings : public testing::Test {
  protected:
    UserSettings() {
        setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
        fs::create_directories(folder_ / "phalanx");
    }
    void TearDown() override {
        setenv("XDG_CONFIG_HOME", PHALANX_TEST_OUTPUT_DIR "/empty_user_settings",
               1);  // NOLINT(concurrency-mt-unsafe)
    }
    void write(const std::string& text) const { writeFile(userSettingsFile(), text); }
    static RunOptions run(const std::vector<std::string>& arguments) {
        return optionsOf<RunOptions>(arguments);
    }
    static std::string errorOf(const std::vector<std::string>& arguments) {
        try {
            run(arguments);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            return error.what();
        }
        return "";
    }
    fs::path folder_ = test::ownFolder();
};

TEST_F(UserSettings, AreOverriddenBySceneAndCommandLine) {
    write(R"({"options": {"units": 7, "seed": 8, "ui-scale": 1.5, "no-vsync": true}})");
    EXPECT_EQ(run({"run"}).settings.crowd.units, 7U);
    EXPECT_EQ(run({"run"}).settings.view.ui_scale, 1.5);
    EXPECT_FALSE(run({"run"}).settings.view.vsync);
    EXPECT_FALSE(run({"run"}).scene) << "user settings are not a scene";
    EXPECT_EQ(run({"run", "--units", "9"}).settings.crowd.units, 9U);

    const fs::path scene = folder_ / "scene.json";
    writeFile(scene, R"({"options": {"units": 20}})");
    const RunOptions both = run({"run", "--scene", scene.string(), "--seed", "3"});
    EXPECT_EQ(both.settings.crowd.units, 20U);
    EXPECT_EQ(both.settings.crowd.seed, 3U);
    EXPECT_EQ(both.settings.view.ui_scale, 1.5);
    EXPECT_TRUE(both.scene);
}

TEST_F(UserSettings, ApplyToTheWindowOnly) {
    write(R"({"options": {"units": 7}})");
    const auto shot = optionsOf<ShotOptions>({"shot", "-o", "a.png"});
    EXPECT_NE(shot.settings.crowd.units, 7U);
}

TEST_F(UserSettings, ErrorsNameTheirPlace) {
    const std::string file = userSettingsFile().string();
    write("{\"options\": {\n\"units\": 0}}");
    EXPECT_NE(errorOf({"run"}).find(file + ":2"), std::string::npos) << errorOf({"run"});
    write("{\"options\": {\n\"technique\": \"magic\"}}");
    EXPECT_NE(errorOf({"run"}).find(file + ":2: \"technique\" 'magic'"), std::string::npos)
        << errorOf({"run"});
    const fs::path scene = folder_ / "scene.json";
    writeFile(scene, "{\"options\": {\n\n\"technique\": \"spell\"}}");
    const std::string error = errorOf({"run", "--scene", scene.string()});
    EXPECT_NE(error.find(scene.string() + ":3: \"technique\" 'spell'"), std::string::npos) << error;
    write("{\"options\": {\n\"colour\": 1}}");
    EXPECT_NE(errorOf({"run"}).find("\"colour\" is not a setting"), std::string::npos) << errorOf({"run"});
    write("{\"options\": {\n\"units\": []}}");
    EXPECT_NE(errorOf({"run"}).find(file + ":2: \"units\" takes one value, not a list"), std::string::npos)
        << errorOf({"run"});
    write("{\"options\": {\"vsync\": true,\n\"no-vsync\": true}}");
    EXPECT_NE(errorOf({"run"}).find(file + ":2: \"no-vsync\" is set by \"vsync\", too"), std::string::npos)
        << errorOf({"run"});
    write(R"({"window": {"paused": true}})");
    EXPECT_NE(errorOf({"run"}).find("\"options\" only"), std::string::npos) << errorOf({"run"});
}

TEST_F(UserSettings, AreSavedOneByOne) {
    fs::remove_all(folder_);
    EXPECT_FALSE(readUserSettings().settings.gives("ui-scale"));
    keepUserSetting("ui-scale", 1.2);
    EXPECT_EQ(*readUserSettings().settings.find("ui-scale"), SettingValue(1.2));
    EXPECT_EQ(run({"run"}).settings.view.ui_scale, 1.2);
    write(R"({"options": {"ui-scale": 2, "units": 7}})");
    keepUserSetting("ui-scale", std::nullopt);
    EXPECT_EQ(run({"run"}).settings.view.ui_scale, std::nullopt);
    EXPECT_EQ(run({"run"}).settings.crowd.units, 7U);
}

TEST_F(UserSettings, ErrorsOfSavingNameTheFile) {
    fs::remove_all(folder_);
    writeFile(folder_, "no folder");
    try {
        keepUserSetting("ui-scale", 1.2);
        FAIL() << "saved although the folder is a file";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kEnvironment);
        EXPECT_TRUE(std::string(error.what()).starts_with(userSettingsFile().string() + ": "))
            << error.what();
    }
}

}  // namespace
}  // namespace phalanx
