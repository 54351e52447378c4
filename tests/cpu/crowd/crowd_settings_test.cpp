// The table of the crowd's settings: whole, its defaults in range, and what lays a crowd out again.
#include "crowd/crowd_settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace phalanx {
namespace {

TEST(CrowdSettingsTable, KeysAreUniqueAndDefaultsInRange) {
    std::set<std::string_view> keys;
    for (const Setting<CrowdSettings>& row : crowdSettings()) {
        EXPECT_TRUE(keys.insert(row.key).second) << row.key;
        EXPECT_FALSE(row.label.empty()) << row.key;
        EXPECT_FALSE(row.help.empty()) << row.key;
        EXPECT_FALSE(row.group.empty()) << row.key;
        EXPECT_NO_THROW(row.check({})) << row.key;
    }
    EXPECT_NO_THROW(checkSettings({}));
}

TEST(CrowdSettingsTable, NoNumberMayBeNan) {
    int numbers = 0;
    for (const Setting<CrowdSettings>& row : crowdSettings()) {
        if (row.kind != SettingKind::kNumber) continue;
        ++numbers;
        CrowdSettings settings;
        EXPECT_THROW(row.set(settings, std::nan("")), SettingError) << row.key;
        row.put(settings, std::nan(""));
        EXPECT_THROW(checkSettings(settings), SettingError) << row.key;
    }
    EXPECT_GE(numbers, 12);  // the floating-point members of CrowdSettings
}

// Another value of a row than the default.
SettingValue otherValue(const Setting<CrowdSettings>& row) {
    const SettingValue value = row.get({});
    if (const auto* const on = std::get_if<bool>(&value)) return !*on;
    if (row.kind == SettingKind::kName)
        return std::string(row.names.front() == std::get<std::string>(value) ? row.names.back()
                                                                             : row.names.front());
    if (row.kind == SettingKind::kWhole) return std::get<std::int64_t>(value) + 1;
    return value == SettingValue(row.least) ? row.most : row.least;
}

TEST(CrowdSettingsTable, OnlyLayoutSettingsLayOutAgain) {
    for (const Setting<CrowdSettings>& row : crowdSettings()) {
        CrowdSettings other;
        row.set(other, otherValue(row));
        EXPECT_NE(other, CrowdSettings{}) << row.key;
        EXPECT_EQ(sameLayout({}, other), row.affects != Affects::kLayout) << row.key;
    }
    CrowdSettings ring;
    ring.formation = Formation::kRing;
    CrowdSettings standing = ring;
    standing.march = false;
    EXPECT_FALSE(sameLayout(ring, standing)) << "in a ring those who stand look outward";
}

}  // namespace
}  // namespace phalanx
