#include "crowd/crowd_settings.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

namespace phalanx {
namespace {

using Row = Setting<CrowdSettings>;

constexpr std::string_view kLiftByFile = "file";

// "auto", "file" or metres.
Row liftRow() {
    return {
        {.key = "lift",
         .label = "Lift",
         .help = "Lifts units onto the ground. auto: their feet, found in the clips; file: the file's "
                 "origin; or metres.",
         .unit = "m",
         .group = kVariationGroup,
         .kind = SettingKind::kNumber,
         .least = -kMostLift_m,
         .most = kMostLift_m,
         .slider_most = 3.0,
         .or_auto = true,
         .names = {kLiftByFile},
         .affects = Affects::kLayout},
        [](const CrowdSettings& s) -> SettingValue {
            if (s.lift.by == LiftBy::kMetres) return s.lift.metres;
            return std::string(s.lift.by == LiftBy::kFile ? kLiftByFile : kAutoName);
        },
        [](CrowdSettings& s, const SettingValue& value) {
            if (const auto* const metres = std::get_if<double>(&value)) {
                s.lift = {LiftBy::kMetres, *metres};
            } else {
                s.lift = {std::get<std::string>(value) == kLiftByFile ? LiftBy::kFile : LiftBy::kAuto, 0.0};
            }
        }};
}

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows{
        setting<CrowdSettings>(
            {.key = "units",
             .label = "Units",
             .help = "Number of soldiers.",
             .group = kCrowdGroup,
             .least = 1,
             .most = kMaxUnits,
             .affects = Affects::kLayout},
            [](auto& s) -> auto& { return s.units; }),
        choice<CrowdSettings>(
            {.key = "formation",
             .label = "Formation",
             .help = "Arrangement of the soldiers.",
             .group = kCrowdGroup,
             .affects = Affects::kLayout},
            kFormations, [](auto& s) -> auto& { return s.formation; }),
        setting<CrowdSettings>(
            {.key = "spacing",
             .label = "Spacing",
             .help = "Distance between neighbours. Increased if the models are wider.",
             .unit = "m",
             .group = kVariationGroup,
             .least = 0.1,
             .most = 100.0,
             .slider_most = 10.0,
             .affects = Affects::kLayout},
            [](auto& s) -> auto& { return s.spacing_m; }),
        setting<CrowdSettings>(
            {.key = "facing",
             .label = "Facing",
             .help = "Rotates the whole formation about the vertical axis.",
             .unit = "deg",
             .group = kVariationGroup,
             .least = -360.0,
             .most = 360.0,
             .affects = Affects::kLayout},
            [](auto& s) -> auto& { return s.facing_deg; }),
        liftRow(),
        setting<CrowdSettings>(
            {.key = "position-jitter",
             .label = "Position jitter",
             .help = "Largest random distance of a soldier from its place in the formation.",
             .unit = "m",
             .group = kVariationGroup,
             .most = 10.0,
             .slider_most = 1.0,
             .affects = Affects::kLayout},
            [](auto& s) -> auto& { return s.position_jitter_m; }),
        setting<CrowdSettings>(
            {.key = "heading-jitter",
             .label = "Heading jitter",
             .help = "Largest random rotation of a standing soldier. Marching soldiers are not rotated.",
             .unit = "deg",
             .group = kVariationGroup,
             .most = 180.0,
             .affects = Affects::kLayout,
             .beside = "heading"},
            [](auto& s) -> auto& { return s.heading_jitter_deg; }),
        setting<CrowdSettings>(
            {.key = "height-spread",
             .label = "Height spread",
             .help = "Standard deviation of the soldiers' height.",
             .unit = "%",
             .group = kVariationGroup,
             .most = 0.3,
             .affects = Affects::kLayout},
            [](auto& s) -> auto& { return s.height_spread; }),
        setting<CrowdSettings>(
            {.key = "team-colors",
             .label = "Team colors",
             .help = "Tints soldiers by block or side. Off: the colors of the model.",
             .group = kVariationGroup,
             .off_key = "no-team-colors",
             .beside = "team colors"},
            [](auto& s) -> auto& { return s.team_colors; }),
        setting<CrowdSettings>(
            {.key = "seed",
             .label = "Seed",
             .help = "Seed of all random values. The same seed gives the same army.",
             .group = kCrowdGroup,
             .most = std::numeric_limits<std::uint32_t>::max(),
             .affects = Affects::kLayout},
            [](auto& s) -> auto& { return s.seed; }),
        setting<CrowdSettings>(
            {.key = "march",
             .label = "March",
             .help = "Soldiers move by the stride of their clips. Off: they stay in place.",
             .group = kCrowdGroup,
             .off_key = "stand",
             .beside = "march"},
            [](auto& s) -> auto& { return s.march; }),
        setting<CrowdSettings>(
            {.key = "crossfade",
             .label = "Crossfade",
             .help = "Duration of each automatic fade between clips A and B. 0: no fades, the weight of B "
                     "is used.",
             .unit = "s",
             .group = kAnimationGroup,
             .most = 60.0,
             .slider_most = 10.0},
            [](auto& s) -> auto& { return s.crossfade_s; }),
        setting<CrowdSettings>(
            {.key = "hold",
             .label = "Hold",
             .help = "Time for which the automatic crossfade plays clip A or B alone between two fades.",
             .unit = "s",
             .group = kAnimationGroup,
             .most = 600.0,
             .slider_most = 30.0},
            [](auto& s) -> auto& { return s.hold_s; }),
        setting<CrowdSettings>(
            {.key = "crossfade-spread",
             .label = "Crossfade spread",
             .help = "Random shift of the crossfade per soldier. 0 %: all fade together, 100 %: spread over "
                     "the whole period.",
             .unit = "%",
             .group = kAnimationGroup,
             .beside = "spread"},
            [](auto& s) -> auto& { return s.crossfade_spread; }),
        setting<CrowdSettings>(
            {.key = "blend",
             .label = "Weight of B",
             .help = "Blend weight of clip B while the automatic crossfade is off.",
             .unit = "%",
             .group = kAnimationGroup},
            [](auto& s) -> auto& { return s.blend; }),
        setting<CrowdSettings>(
            {.key = "speed",
             .label = "Speed",
             .help = "Playback speed, the mean of all soldiers; negative: backwards.",
             .unit = "x",
             .group = kAnimationGroup,
             .least = -4.0,
             .most = 4.0},
            [](auto& s) -> auto& { return s.speed; }),
        setting<CrowdSettings>(
            {.key = "speed-spread",
             .label = "Speed spread",
             .help = "Standard deviation of the playback speed. Marching soldiers drift out of formation.",
             .unit = "%",
             .group = kAnimationGroup,
             .beside = "spread"},
            [](auto& s) -> auto& { return s.speed_spread; }),
        setting<CrowdSettings>(
            {.key = "offset",
             .label = "Offset",
             .help = "Shifts the phase of all soldiers by this fraction of a cycle.",
             .unit = "cycle",
             .group = kAnimationGroup},
            [](auto& s) -> auto& { return s.offset; }),
        setting<CrowdSettings>(
            {.key = "offset-spread",
             .label = "Offset spread",
             .help = "Range of random phases as part of a cycle. 0 %: all soldiers move in sync.",
             .unit = "%",
             .group = kAnimationGroup,
             .beside = "spread"},
            [](auto& s) -> auto& { return s.offset_spread; }),
        emptyIs(
            kGroundFlat,
            setting<CrowdSettings>(
                {.key = "ground",
                 .label = "Ground",
                 .help = "The ground that soldiers stand on: flat, hills, or a PNG of heights (8 or 16 bits, "
                         "black is lowest).",
                 .group = kGroundGroup,
                 .files = true},
                [](auto& s) -> auto& { return s.terrain.ground; })),
        setting<CrowdSettings>(
            {.key = "ground-size",
             .label = "Ground size",
             .help = "Side of the hills or of the picture of heights, which is repeated beyond, mirrored.",
             .unit = "m",
             .group = kGroundGroup,
             .least = 10.0,
             .most = 20'000.0,
             .slider_most = 5000.0},
            [](auto& s) -> auto& { return s.terrain.size_m; }),
        setting<CrowdSettings>(
            {.key = "ground-height",
             .label = "Ground height",
             .help =
                 "Height of white above black in the picture, or of the highest hill above the lowest point.",
             .unit = "m",
             .group = kGroundGroup,
             .most = 2000.0,
             .slider_most = 200.0},
            [](auto& s) -> auto& { return s.terrain.height_m; }),
        setting<CrowdSettings>(
            {.key = "feet",
             .label = "Planted feet",
             .help = "On hills, near soldiers put their feet on the slope: legs bend, ankles turn. Off: they "
                     "stand as on a plane.",
             .group = kGroundGroup,
             .off_key = "no-feet"},
            [](auto& s) -> auto& { return s.terrain.feet; }),
    };
    return kRows;
}

}  // namespace

std::string_view nameOf(Formation formation) {
    constexpr std::array<std::string_view, kFormations.size()> kNames{"grid", "phalanx", "ring", "scatter",
                                                                      "battle"};
    const auto index = static_cast<std::size_t>(formation);
    return index < kNames.size() ? kNames[index] : "";
}

std::span<const Setting<CrowdSettings>> crowdSettings() {
    return rows();
}

const Setting<CrowdSettings>& crowdSetting(std::string_view key) {
    const Setting<CrowdSettings>* const found = findSetting(crowdSettings(), key);
    assert(found != nullptr);
    return *found;
}

void checkSettings(const CrowdSettings& settings) {
    for (const Row& row : rows()) row.check(settings);
}

bool sameLayout(const CrowdSettings& a, const CrowdSettings& b) {
    const bool same = std::ranges::all_of(
        rows(), [&](const Row& row) { return row.affects != Affects::kLayout || row.get(a) == row.get(b); });
    // In a ring, soldiers that stand face outward.
    return same && (a.formation != Formation::kRing || a.march == b.march);
}

}  // namespace phalanx
