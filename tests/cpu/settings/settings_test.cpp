// The settings table: unique names, defaults in range, and values that survive JSON, text and a patch.
#include "settings/settings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "settings/settings_json.h"
#include "settings/settings_patch.h"

namespace phalanx {
namespace {

// A value that differs from the default.
SettingValue otherValue(const Setting<Settings>& row) {
    SettingValue value = row.get(Settings{});
    if (row.key == "size") return std::string("640x480");
    if (row.key == "camera") return std::string("1,2,3:4,5,6.5");
    if (row.key == "take") return std::vector<std::string>{"0@1,2,3:4,5,6", "2.5@1,2,3:4,5,6.5"};
    switch (row.kind) {
        case SettingKind::kSwitch:
            return !std::get<bool>(value);
        case SettingKind::kWhole:
            if (row.choices.size() > 1) return static_cast<std::int64_t>(row.choices.front());
            return static_cast<std::int64_t>(
                value == SettingValue(static_cast<std::int64_t>(row.least)) ? row.least + 1 : row.least);
        case SettingKind::kNumber:
            return value == SettingValue(row.least) ? row.most : row.least;
        case SettingKind::kName:
            return std::string(SettingValue(std::string(row.names.front())) == value ? row.names.back()
                                                                                     : row.names.front());
        case SettingKind::kText:
            return std::string(row.json ? R"({"base":[{"clip":"Walk, \"slowly\"","time":0.0,"weight":1.0}]})"
                                        : "Walk, \"slowly\"");
        case SettingKind::kList:
            return std::vector<std::string>{"one", "two"};
    }
    return value;
}

TEST(SettingsTable, NamesAreUnique) {
    std::set<std::string_view> names;
    std::set<std::string> results;
    for (const Setting<Settings>& row : settingsTable()) {
        EXPECT_TRUE(names.insert(row.key).second) << row.key;
        if (!row.off_key.empty()) {
            EXPECT_TRUE(names.insert(row.off_key).second) << row.off_key;
        }
        for (const std::string_view alias : row.aliases) EXPECT_TRUE(names.insert(alias).second) << alias;
        EXPECT_TRUE(results.insert(resultKey(row)).second) << row.key;
        EXPECT_EQ(&settingOf(row.key), &row);
    }
}

TEST(SettingsTable, DefaultsAreInRange) {
    const Settings settings;
    for (const Setting<Settings>& row : settingsTable()) EXPECT_NO_THROW(row.check(settings)) << row.key;
}

// A row reads and writes one member, and no row shares it with another.
TEST(SettingsTable, EachRowSetsItsOwnMember) {
    const Settings defaults;
    for (const Setting<Settings>& row : settingsTable()) {
        Settings changed;
        const SettingValue other = otherValue(row);
        row.set(changed, other);
        EXPECT_EQ(row.get(changed), other) << row.key << ": " << textOf(row.get(changed));
        for (const Setting<Settings>& each : settingsTable()) {
            EXPECT_EQ(each.get(changed) == each.get(defaults), &each != &row)
                << row.key << " and " << each.key;
        }
        EXPECT_EQ(differenceText(defaults, changed), row.label);
        row.set(changed, row.get(defaults));
        EXPECT_EQ(differenceText(defaults, changed), "") << row.key;
    }
}

TEST(SettingsTable, ValuesSurviveAScene) {
    for (const Setting<Settings>& row : settingsTable()) {
        for (const SettingValue& value : {otherValue(row), row.get(Settings{})}) {
            const auto [name, json] = sceneEntry(row, value);
            if (json.is_null()) {
                EXPECT_EQ(value, row.get(Settings{})) << row.key << ": only a default may be left out";
                continue;
            }
            EXPECT_TRUE(isCalled(row, name)) << name;
            EXPECT_EQ(valueFromJson(row, name, json), value) << row.key << ": " << json;
        }
    }
}

TEST(SettingsTable, TextIsReadAsOnACommandLine) {
    for (const Setting<Settings>& row : settingsTable()) {
        if (row.kind == SettingKind::kList) continue;
        const SettingValue value = otherValue(row);
        EXPECT_EQ(valueFromText(row, textOf(value)), value) << row.key;
    }
}

TEST(SettingsTable, LaterPatchesTakePrecedence) {
    SettingsPatch users;
    users.give(settingOf("units"), std::int64_t{7});
    users.give(settingOf("speed"), 2.0);
    SettingsPatch scene;
    scene.give(settingOf("units"), std::int64_t{9});
    Settings settings;
    users.apply(settings);
    scene.apply(settings);
    EXPECT_EQ(settings.crowd.units, 9U);
    EXPECT_EQ(settings.crowd.speed, 2.0);
    EXPECT_FALSE(settings.auto_units);
    users.add(scene);
    EXPECT_EQ(users.all().size(), 2U);
    EXPECT_EQ(*users.find("units"), SettingValue(std::int64_t{9}));
    EXPECT_EQ(users.find("seed"), nullptr);
    EXPECT_THROW(users.give(settingOf("units"), std::int64_t{0}), SettingError);
    EXPECT_THROW(users.give(settingOf("size"), std::string("wide")), SettingError);
    EXPECT_EQ(users.all().size(), 2U) << "a refused value must not be kept";
}

TEST(SettingsTable, DifferencesAreNamedUpToThree) {
    Settings before;
    before.auto_units = false;
    Settings after = before;
    after.crowd.units += 1;
    after.crowd.speed = 2.0;
    EXPECT_EQ(differenceText(before, after), "Units, Speed");
    after.render.technique = "palette";
    after.render.samples = 1;
    after.crowd.seed += 1;
    EXPECT_EQ(differenceText(before, after), "Units, Seed, Speed and 2 more");
}

}  // namespace
}  // namespace phalanx
