// What `phalanx verify` checks, apart from how it is shown.
//
// - drawn: the production vertex shader against CPU skinning, both from the same texels and packed vertices
// - packed: 24 bytes a vertex against the model's own vertices, both in exact poses
// - baked: rows between frames against exact sampling, all vertices
// - end: the production vertex shader against exact sampling of the model's own vertices. They
//   share nothing but the model. It cannot be further off than baking and packing together are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/army/army.h"
#include "app/army/stage.h"
#include "gl/context/capabilities.h"

namespace phalanx {

inline constexpr double kPositionLimit = 1e-5;  // of the model's height
inline constexpr double kNormalLimit_deg = 0.05;
// Of a model scaled to 1.8 m. Weights are rounded to 1/1023, which moves a vertex between joints that turn
// half a metre away from each other by 0.7 mm at worst; but few vertices hang between such.
inline constexpr double kPackedP99Limit_mm = 0.2;
inline constexpr double kPackedMaxLimit_mm = 3.0;

struct VerifyScope {
    int times = 32;       // a clip
    int crossfades = 7;   // of each clip with the next one, each at another weight and other times
    int max_clips = 512;  // evenly chosen among those that there are
    int exact_every = 4;  // of the times above, for `end`
    double packed_p99_limit_mm = kPackedP99Limit_mm;
};
inline constexpr VerifyScope kQuickScope{4, 2, 8, 2};

// The largest deviation, and where it was met.
struct Worst {
    double value = 0.0;
    std::string where;  // "Walk at 0.4313 s, vertex 17"; "" where nothing deviates
};

struct DrawnReport {
    std::string technique;
    std::string unavailable;  // why it was left out; "": it was not
    std::size_t poses = 0;    // of single clips
    std::size_t crossfades = 0;
    std::uint64_t vertices = 0;  // compared
    Worst position;              // distance / model height
    Worst normal_deg;
    std::uint64_t flattened =
        0;         // normals left out: the surface is flattened there, and its normal is rounding noise
    Worst end_mm;  // at 1.8 m
    double end_limit_mm = 0.0;  // at the worst place
    bool end_passed = true;
    double seconds = 0.0;

    bool passed() const {
        return end_passed && position.value <= kPositionLimit && normal_deg.value <= kNormalLimit_deg;
    }
};

struct BakedReport {
    std::string clip;
    double rate_hz = 0.0;
    std::uint32_t frames = 0;
    BakeError error;
    double packed_max_mm = 0.0;  // what packing adds, at the times looked at
    // Above the baker's limit although a higher rate was left to choose.
    bool failed = false;
};

struct VerifyReport {
    std::string model;
    std::string file;
    std::size_t vertices = 0;
    std::size_t joints = 0;
    std::size_t clips = 0;
    double height_m = 0.0;
    BakeError packed;  // mm at 1.8 m
    double packed_p99_limit_mm = kPackedP99Limit_mm;
    std::vector<DrawnReport> drawn;
    std::vector<BakedReport> baked;
    double seconds = 0.0;

    // What failed, in one line each; empty where all passed.
    std::vector<std::string> failures() const;
};

// The context must be current. `rate_chosen`: the baker chose the rates, so its limit is to hold.
VerifyReport verifyModel(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
                         const LoadedModel& loaded, const VerifyScope& scope, bool rate_chosen,
                         const SkinOptions& skin = {});

}  // namespace phalanx
