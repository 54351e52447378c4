// Which technique prepares the poses of which LOD: a rule by model and LOD, derived from measured times. No
// GL.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phalanx {

// Techniques that can draw a mesh LOD, ordered by what they store per unit: nothing, its joints, its
// vertices.
inline constexpr std::array<std::string_view, 3> kLevelTechniques{"texture", "palette", "compute"};

// A later technique must be faster than an earlier one by this fraction: a smaller difference may be noise,
// while its memory is a certain cost.
inline constexpr double kLevelMargin = 0.05;

// Times of one model's mesh LODs on this machine, for its current baking, fetching and blending settings.
struct LevelTimes {
    struct Level {
        std::uint32_t units = 0;      // drawn per measurement
        std::uint64_t triangles = 0;  // per unit
        // Microseconds to prepare one unit's pose and draw it once, by kLevelTechniques. 0: could not be
        // measured.
        std::array<double, kLevelTechniques.size()> unit_us{};
    };
    std::vector<Level> levels;  // from LOD 0 on
    bool gpu_clock = false;     // false: wall time around glFinish
    int rounds = 0;             // number of rounds measured
    double took_ms = 0.0;       // whole measurement, compiling included
};

// A frame prepares poses by one technique at most, for some LODs of some models; technique `texture` draws
// all others. The rule does not apply to frames drawn by another technique.
struct LevelTechniques {
    std::string technique = "texture";    // "texture": no poses are prepared
    std::vector<std::uint32_t> prepared;  // by model: bit l is set if `technique` prepares LOD l

    bool prepares(std::size_t model, int level) const {
        return model < prepared.size() && level < 32 && (prepared[model] >> level & 1U) != 0;
    }
    bool operator==(const LevelTechniques&) const = default;
};

// Picks the technique with the smallest sum of times over one unit of each LOD of each model, where each LOD
// is drawn by it or by `texture`, whichever is faster (by kLevelMargin). nullopt if nothing was measured.
std::optional<LevelTechniques> chooseLevelTechniques(std::span<const LevelTimes> models);

}  // namespace phalanx
