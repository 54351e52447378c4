// Which technique draws which level of detail: a rule by model and level, and how it follows from times. No
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

// What a mesh level can be drawn by, in the order of what it keeps for a unit: nothing, his joints, his
// vertices.
inline constexpr std::array<std::string_view, 3> kLevelTechniques{"texture", "palette", "compute"};

// By so much the later of these must be faster than the earlier: less may be noise, and memory is certain.
inline constexpr double kLevelMargin = 0.05;

// Of one model's mesh levels, on this machine, as the poses are baked, fetched and blended.
struct LevelTimes {
    struct Level {
        std::uint32_t units = 0;      // that were drawn at once
        std::uint64_t triangles = 0;  // of one of them
        // Microseconds of making one unit's pose ready and drawing him once; by kLevelTechniques. 0: could
        // not be measured.
        std::array<double, kLevelTechniques.size()> unit_us{};
    };
    std::vector<Level> levels;  // from the whole mesh on
    bool gpu_clock = false;     // else by wall time around glFinish
    int rounds = 0;             // the median counts; by wall time, the fastest
    double took_ms = 0.0;       // of the start, compiling included
};

// A frame makes poses ready by one technique at most; it draws some levels of some models, and technique
// `texture` all others. Of a frame that is drawn by another technique the rule says nothing.
struct LevelTechniques {
    std::string technique = "texture";    // texture: nothing is made ready
    std::vector<std::uint32_t> prepared;  // by model: bit l is set where `technique` draws level l

    bool prepares(std::size_t model, int level) const {
        return model < prepared.size() && level < 32 && (prepared[model] >> level & 1U) != 0;
    }
    bool operator==(const LevelTechniques&) const = default;
};

// The technique whose sum is the least, over one unit of each level of each model, each drawn by it or by
// `texture`, whichever is faster by the margin. nullopt where nothing was measured.
std::optional<LevelTechniques> chooseLevelTechniques(std::span<const LevelTimes> models);

}  // namespace phalanx
