// Settings of the crowd: the number, arrangement and playback of its units. One row per setting
// (crowd_settings.cpp); the rest of the program reads the rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/setting.h"
#include "terrain/terrain_settings.h"

namespace phalanx {

inline constexpr std::uint32_t kMaxUnits = 1'000'000;

enum class Formation : std::uint8_t { kGrid, kPhalanx, kRing, kScatter, kBattle };
inline constexpr std::array kFormations{Formation::kGrid, Formation::kPhalanx, Formation::kRing,
                                        Formation::kScatter, Formation::kBattle};
std::string_view nameOf(Formation formation);  // grid, phalanx, ring, scatter, battle

// How units are lifted onto the ground: y = 0, or hills above it.
enum class LiftBy : std::uint8_t {
    kAuto,    // so that their feet stand on it, see CrowdModel::lift_m
    kFile,    // not at all: the file's origin is on it
    kMetres,  // by UnitLift::metres
};
inline constexpr double kMostLift_m = 100.0;

struct UnitLift {
    LiftBy by = LiftBy::kAuto;
    double metres = 0.0;  // with kMetres; 0 otherwise

    friend bool operator==(const UnitLift&, const UnitLift&) = default;
};

// The ranges of the values are in the rows.
struct CrowdSettings {
    std::uint32_t units = 1000;
    Formation formation = Formation::kPhalanx;
    double spacing_m = 1.5;           // between neighbours; Crowd::spacing_m() may be larger
    double facing_deg = 0.0;          // rotation of the whole formation
    UnitLift lift{};                  // of a unit of scale 1; it grows with the unit's scale
    double position_jitter_m = 0.06;  // largest distance from the slot
    double heading_jitter_deg = 3.0;  // largest deviation from the slot's heading if standing
    double height_spread = 0.03;      // relative standard deviation; clipped at 2.5 of them
    bool march = true;                // units move by their clips' stride; without a stride they stand
    double crossfade_s = 1.5;         // duration of each fade between A and B; 0: `blend` is used
    double hold_s = 3.0;              // time for which A or B plays alone between two fades
    double crossfade_spread = 0.0;    // 0: all fade together; 1: spread over the whole period
    double blend = 0.0;               // weight of clip B without a crossfade
    double speed = 1.0;               // playback speed
    // Relative standard deviation of the speed; clipped at 2.5 of them, and the speed at a tenth of
    // the mean. The speed of marching follows that of playback, so units drift out of formation.
    double speed_spread = 0.0;
    double offset = 0.0;  // cycles, added to the phase of each unit; one-shots ignore it
    // Range of the random phases as part of a cycle, evenly distributed. One-shots without the
    // periodic crossfade are delayed by the same part of their length instead.
    double offset_spread = 0.08;
    std::uint32_t seed = 1;
    bool team_colors = true;
    TerrainSettings terrain{};

    friend bool operator==(const CrowdSettings&, const CrowdSettings&) = default;
};

// Groups of the rows.
inline constexpr std::string_view kCrowdGroup = "Crowd";
inline constexpr std::string_view kVariationGroup = "Variation";  // random deviations from the formation
inline constexpr std::string_view kAnimationGroup = "Animation";
inline constexpr std::string_view kGroundGroup = "Ground";

std::span<const Setting<CrowdSettings>> crowdSettings();
// The row with this key, which must exist.
const Setting<CrowdSettings>& crowdSetting(std::string_view key);

// Throws SettingError for a setting that is out of range or NaN.
void checkSettings(const CrowdSettings& settings);

// Whether a change from one to the other keeps the layout of the units.
bool sameLayout(const CrowdSettings& a, const CrowdSettings& b);

}  // namespace phalanx
