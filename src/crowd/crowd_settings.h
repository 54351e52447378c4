// What a person sets of the crowd: how many units stand where, and what they play. One row per setting
// (crowd_settings.cpp); the rest of the program reads the rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/setting.h"

namespace phalanx {

inline constexpr std::uint32_t kMaxUnits = 1'000'000;

enum class Formation : std::uint8_t { kGrid, kPhalanx, kRing, kScatter };
inline constexpr std::array kFormations{Formation::kGrid, Formation::kPhalanx, Formation::kRing,
                                        Formation::kScatter};
std::string_view nameOf(Formation formation);  // grid, phalanx, ring, scatter

struct CrowdSettings {
    std::uint32_t units = 1000;
    Formation formation = Formation::kPhalanx;
    double spacing_m = 1.5;           // between neighbours, 0.1 .. 100; see Crowd::spacing_m for what is used
    double facing_deg = 0.0;          // of the whole formation
    double position_jitter_m = 0.06;  // 0 .. 10, at most so far from the slot
    double heading_jitter_deg = 3.0;  // 0 .. 180, at most so far from the slot's; not on the march
    double height_spread = 0.03;      // 0 .. 0.3: standard deviation as a share; clipped at 2.5 of them
    bool march = true;                // move by the stride; units whose clips have none stand
    double crossfade_s = 1.5;  // > 0: back and forth between A and B, each fade this long; 0: `blend` holds
    double hold_s = 3.0;       // 0 .. 600: how long each of A and B is held then
    double crossfade_spread = 0.0;  // 0: all change together; 1: spread over the whole period
    double blend = 0.0;             // weight of B
    double speed = 1.0;             // of playback
    // Standard deviation as a share of speed; clipped at 2.5 of them and at a tenth of the speed. Units march
    // as fast as their feet go, so a spread makes them drift out of formation along the way.
    double speed_spread = 0.0;
    double offset = 0.0;  // cycles, added to every unit's phase; one-shots take none
    // Evenly over this share of a cycle. One-shots that are held by `blend` begin later by as much instead.
    double offset_spread = 0.08;
    std::uint32_t seed = 1;
    bool team_colors = true;

    friend bool operator==(const CrowdSettings&, const CrowdSettings&) = default;
};

// Groups of the rows.
inline constexpr std::string_view kCrowdGroup = "Crowd";
inline constexpr std::string_view kVariationGroup = "Variation";  // how units differ from a plain formation
inline constexpr std::string_view kAnimationGroup = "Animation";

std::span<const Setting<CrowdSettings>> crowdSettings();
// The row of this key, which must be one.
const Setting<CrowdSettings>& crowdSetting(std::string_view key);

// Throws SettingError for a setting that is out of its range, NaN included.
void checkSettings(const CrowdSettings& settings);

// Units that play keep their places: what differs does not lay the crowd out again.
bool sameLayout(const CrowdSettings& a, const CrowdSettings& b);

}  // namespace phalanx
